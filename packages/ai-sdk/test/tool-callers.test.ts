import * as ai7 from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CallRecord, ToolFault, withRecovery } from "../src/index.ts";
import { recoveryFor, sdks, shown } from "./kit.ts";

const [sdk] = sdks;
if (sdk === undefined) throw new Error("ai 7 comes first");

/**
 * What `@ai-sdk/code-mode` makes, with a script of the test's in place of the model's code: a tool
 * that calls other tools, bound to them by the SDK for each step.
 */
function scriptTool(script: (call: (name: string, input: object) => Promise<unknown>) => unknown) {
  const inputSchema = z.object({});
  const own = ai7.tool({ inputSchema, execute: async () => "not bound" });
  return ai7.experimental_toolCaller(own as ai7.Tool, {
    type: "local",
    bind: (tools) =>
      ai7.tool({
        inputSchema,
        execute: async (_input, options) =>
          await script(
            async (name, input) => await tools[name]?.execute?.(input as never, options as never),
          ),
      }) as ai7.Tool,
  });
}

describe("tools that are called by a tool (ai 7)", () => {
  const setUp = async (
    script: Parameters<typeof scriptTool>[0],
    look: (input: { n: number }) => Promise<unknown>,
  ) => {
    const calls: CallRecord[] = [];
    const recovery = recoveryFor({
      sinks: [
        {
          write: (record) => {
            if (record.schema === "recourse.call/1") calls.push(record);
          },
        },
      ],
    });
    const run = recovery.run();
    const tools = {
      script: scriptTool(script),
      look: withRecovery(sdk.ai.tool({ inputSchema: z.object({ n: z.number() }), execute: look }), {
        effect: "read",
      }),
    };
    const model = sdk.model([{ calls: [{ tool: "script" }] }]);
    await sdk.ai.generateText({
      model: model.model,
      prompt: "go",
      ...run.wire({
        tools: tools as never,
        stopWhen: sdk.ai.stepCountIs(3),
        experimental_toolCallers: { look: ["script"] },
      }),
    } as never);
    return { calls, model, run };
  };

  it("are retried and recorded as calls of the run", async () => {
    let asked = 0;
    const { calls, model } = await setUp(
      async (call) => [await call("look", { n: 1 }), await call("look", { n: 2 })],
      async ({ n }) => {
        asked += 1;
        if (asked === 1) throw Object.assign(new Error("busy"), { status: 503 });
        return n;
      },
    );
    expect(shown(model)["call-1-0"]).toEqual({ type: "json", value: [1, 2] });
    expect(calls.map(({ tool, ok, attemptLog }) => [tool, ok, attemptLog.length])).toEqual([
      ["look", true, 2],
      ["look", true, 1],
    ]);
  });

  it("fail in the script as an error whose text is the envelope", async () => {
    const { calls, model } = await setUp(
      async (call) => await call("look", { n: 1 }).catch((error: Error) => error.message),
      async () => {
        throw ToolFault.notFound({ message: "There is no 1." });
      },
    );
    const text = String((shown(model)["call-1-0"] as { value?: unknown }).value);
    expect(JSON.parse(text)).toMatchObject({ ok: false, error_type: "not_found" });
    expect(calls).toMatchObject([{ tool: "look", ok: false, errorType: "not_found" }]);
  });

  it("end the run when their state is corrupt, whatever the script makes of it", async () => {
    const { model, run } = await setUp(
      async (call) => await call("look", { n: 1 }).catch(() => "fine"),
      async () => {
        throw ToolFault.corruptState();
      },
    );
    expect(model.prompts).toHaveLength(1);
    expect(run.stopReason).toBe("corrupt_state");
  });
});

describe("an input that is refined (ai 7)", () => {
  it("is what the tool is given and what counts as the call", async () => {
    const given: unknown[] = [];
    const run = recoveryFor().run();
    const look = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({ id: z.string() }),
        execute: async (input) => {
          given.push(input);
          return "found";
        },
      }),
      { effect: "read" },
    );
    const ask = (id: string) => ({ calls: [{ tool: "look", input: { id } }] });
    await sdk.ai.generateText({
      model: sdk.model([ask("A"), ask("a"), ask(" a ")]).model,
      prompt: "go",
      ...run.wire({
        tools: { look },
        stopWhen: sdk.ai.stepCountIs(4),
        experimental_refineToolInput: {
          look: ({ id }: { id: string }) => ({ id: id.trim().toLowerCase() }),
        },
      }),
    } as never);
    expect(given).toEqual([{ id: "a" }, { id: "a" }]);
    expect(run.counters.byErrorType.repeated_call).toBe(1);
  });
});
