import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault } from "../src/index.ts";
import { matrix, type Response, recoveryFor, type ScriptedCall } from "./kit.ts";

type Behaviour =
  | "fine"
  | "empty"
  | "nothing"
  | "throws"
  | "cyclic"
  | "returnsError"
  | "corrupt"
  | "streams"
  | "unknown"
  | "invalid"
  | "broken";

const behaviour = fc.constantFrom<Behaviour>(
  "fine",
  "fine",
  "empty",
  "nothing",
  "throws",
  "cyclic",
  "returnsError",
  "corrupt",
  "streams",
  "unknown",
  "invalid",
  "broken",
);
const batches = fc.array(fc.array(behaviour, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}

/** What each behaviour does once its input fits. */
const executions: Readonly<Record<string, () => unknown>> = {
  fine: async () => ({ ok: 1 }),
  empty: async () => [],
  nothing: async () => undefined,
  throws: async () => {
    throw new TypeError("kaput");
  },
  cyclic: () => cyclic(),
  returnsError: async () => new Error("returned"),
  corrupt: async () => {
    throw ToolFault.corruptState();
  },
  async *streams() {
    yield 1;
    yield 2;
  },
  invalid: async () => "never",
  broken: async () => "never",
};

function asCall(kind: Behaviour, n: number): ScriptedCall {
  const id = `id-${n}`;
  if (kind === "invalid") return { tool: kind, input: { n: "x" }, id };
  if (kind === "broken") return { tool: kind, input: `{"n": ${n}`, id };
  return { tool: kind, input: { n }, id };
}

describe.each(matrix)("whatever the calls of a run do ($title)", ({ sdk, entry }) => {
  it("each id has one result, the SDK never rejects, and nothing begins after a halt", async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (kinds) => {
        let n = 0;
        const script: Response[] = kinds.map((batch) => ({
          calls: batch.map((kind) => asCall(kind, n++)),
        }));
        const executedAfterHalt: string[] = [];
        const recovery = recoveryFor({ policy: { retry: false } });
        const run = recovery.run();
        const tools = Object.fromEntries(
          Object.entries(executions).map(([name, execute]) => [
            name,
            sdk.ai.tool({
              inputSchema: z.object({ n: z.number() }),
              execute: (() => {
                if (run.halt !== undefined) executedAfterHalt.push(name);
                return execute();
              }) as never,
            }),
          ]),
        );
        const model = sdk.model(script);
        const ended = await entry.start(
          sdk,
          { model: model.model, tools, run, stopWhen: sdk.ai.stepCountIs(8) },
          recovery,
        );
        expect(ended.error).toBeUndefined();
        const called = ended.parts.filter(({ type }) => type === "tool-call");
        const settled = ended.parts.filter(
          ({ type, preliminary }) =>
            type === "tool-error" || (type === "tool-result" && preliminary !== true),
        );
        expect(settled.map(({ toolCallId }) => toolCallId).toSorted()).toEqual(
          called.map(({ toolCallId }) => toolCallId).toSorted(),
        );
        expect(executedAfterHalt).toEqual([]);
        expect(run.stopReason).toBeDefined();
      }),
      { numRuns: 25, seed: 7 },
    );
  }, 30_000);
});
