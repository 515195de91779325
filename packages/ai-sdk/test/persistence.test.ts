import { signature } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AiSdkRecovery, type RunSnapshot, ToolFault, withRecovery } from "../src/index.ts";
import { matrix, type Response, recoveryFor, sdks, shown } from "./kit.ts";

/** What goes through a store and comes back in another process. */
function stored<Value>(value: unknown): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

describe.each(matrix)("a run that goes on in another process ($title)", ({ sdk, entry }) => {
  const lookUp = () =>
    withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }): Promise<string> => {
          throw ToolFault.notFound({ message: `There is no ${n}.` });
        },
      }),
      { effect: "read" },
    );
  const asks = (from: number, to: number): Response[] =>
    Array.from({ length: to - from }, (_, index) => ({
      calls: [{ tool: "lookUp", input: { n: from + index }, id: `c${from + index}` }],
    }));

  const settings = (script: readonly Response[], more: object = {}) => {
    const model = sdk.model(script);
    return {
      model,
      given: { model: model.model, tools: { lookUp: lookUp() }, ...more },
    };
  };

  it.each([1, 2, 3, 4])("ends where it would have, when it is cut after turn %i", async (cut) => {
    const first = settings(asks(0, cut), { stopWhen: sdk.ai.stepCountIs(cut) });
    const begun = await entry.start(sdk, first.given, recoveryFor());
    const snapshot = stored<RunSnapshot>(begun.run);

    const recovery = recoveryFor();
    const second = settings(asks(cut, 9), {
      stopWhen: sdk.ai.stepCountIs(9),
      run: recovery.resume(snapshot),
    });
    const ended = await entry.start(sdk, second.given, recovery);
    expect(ended.run.id).toBe(begun.run.id);
    expect(ended.run.stopReason).toBe("error_cascade");
    expect(second.model.prompts).toHaveLength(5 - cut);
  });

  it("starts to compare afresh when a person has said something new", async () => {
    let executed = 0;
    const same = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          executed += 1;
          return "same";
        },
      }),
      { effect: "read" },
    );
    const script = [{ calls: [{ tool: "same" }] }, { calls: [{ tool: "same" }] }, { text: "done" }];
    const recovery = recoveryFor();
    const begun = await entry.start(
      sdk,
      { model: sdk.model(script).model, tools: { same }, stopWhen: sdk.ai.stepCountIs(5) },
      recovery,
    );
    await entry.start(
      sdk,
      {
        model: sdk.model(script).model,
        tools: { same },
        stopWhen: sdk.ai.stepCountIs(5),
        messages: [{ role: "user", content: "look again" }],
        run: recovery.resume(stored<RunSnapshot>(begun.run)),
      },
      recovery,
    );
    expect(executed).toBe(4);
  });
});

describe.each(sdks)("a history (ai $version)", (sdk) => {
  const failing = (recovery: AiSdkRecovery) => {
    const run = recovery.run();
    const lookUp = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({ n: z.number() }),
        execute: async ({ n }): Promise<string[]> => {
          if (n < 4) throw ToolFault.notFound({ message: `There is no ${n}.` });
          return [];
        },
      }),
      { effect: "read" },
    );
    return { run, tools: { lookUp } };
  };
  const script = (count: number, from = 0): Response[] =>
    Array.from({ length: count }, (_, index) => ({
      calls: [{ tool: "lookUp", input: { n: from + index }, id: `c${from + index}` }],
    }));

  it("of model messages gives the counters back", async () => {
    const first = failing(recoveryFor());
    const result = await sdk.ai.generateText({
      ...first.run.wire({ tools: first.tools, stopWhen: sdk.ai.stepCountIs(9) }),
      model: sdk.model([...script(4), { text: "gave up" }]).model,
      prompt: "go",
    } as never);
    const messages = stored<{ role: string }[]>([
      { role: "user", content: "go" },
      ...result.steps.flatMap((step, index) =>
        // ai 6 gives the messages of all steps so far with each step.
        sdk.version === 6 && index < result.steps.length - 1 ? [] : step.response.messages,
      ),
    ]);
    const second = failing(recoveryFor());
    second.run.restoreMessages(messages);
    second.run.closeTurn();
    expect(second.run.counters).toMatchObject({ errors: 4, failedTurnsInRow: 4 });
    expect(second.run.counters.byErrorType).toEqual(first.run.counters.byErrorType);
  });

  it("is sent again as it was the first time, also what the engine said of an empty result", async () => {
    const first = failing(recoveryFor());
    const model = sdk.model([...script(1, 4), { text: "none" }]);
    const result = sdk.ai.streamText({
      ...first.run.wire({ tools: first.tools, stopWhen: sdk.ai.stepCountIs(9) }),
      model: model.model,
      prompt: "go",
    } as never);
    let kept: unknown[] = [];
    const chunks = result.toUIMessageStream({
      originalMessages: [],
      onError: first.run.uiOnError,
      onFinish: ({ messages }: { messages: unknown[] }) => {
        kept = messages;
      },
    } as never);
    for await (const _ of chunks as AsyncIterable<unknown>);

    const second = failing(recoveryFor());
    const history = await sdk.ai.convertToModelMessages(stored<never[]>(kept), {
      tools: second.run.tools(second.tools),
    });
    const told = (history.find(({ role }) => role === "tool")?.content ?? []) as {
      output: { value: string };
    }[];
    expect(told[0]?.output.value).toBe(shown(model)["c4"]?.value);
    expect(JSON.parse(told[0]?.output.value ?? "")).toMatchObject({ error_type: "empty_result" });
  });

  it("of UI messages knows the arguments that did not fit, and a refusal from an error", async () => {
    const tools = {
      pay: sdk.ai.tool({
        inputSchema: z.object({ to: z.string() }),
        needsApproval: true,
        execute: async () => "paid",
      }),
    };
    const say = async (script: readonly Response[], messages: readonly object[]) => {
      const run = recoveryFor().run();
      const history = await sdk.ai.convertToModelMessages(stored<never[]>(messages), {
        tools: run.tools(tools),
      });
      const result = sdk.ai.streamText({
        ...run.wire({ tools, stopWhen: sdk.ai.stepCountIs(9) }),
        model: sdk.model(script).model,
        messages: history,
      } as never);
      let kept: { parts: { state?: string; approval?: object }[] }[] = [];
      const chunks = result.toUIMessageStream({
        originalMessages: messages,
        onError: run.uiOnError,
        onFinish: (ended: { messages: typeof kept }) => {
          kept = ended.messages;
        },
      } as never);
      for await (const _ of chunks as AsyncIterable<unknown>);
      return { run, kept };
    };

    const asked = await say(
      [
        { calls: [{ tool: "pay", input: { to: 7 } }] },
        { calls: [{ tool: "pay", input: { to: "a" } }] },
      ],
      [{ id: "u", role: "user", parts: [{ type: "text", text: "go" }] }],
    );
    expect(asked.run.stopReason).toBe("awaiting_input");
    const denied = stored<typeof asked.kept>(asked.kept).map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.state === "approval-requested"
          ? {
              ...part,
              state: "approval-responded",
              approval: { ...part.approval, approved: false, reason: "too much" },
            }
          : part,
      ),
    }));
    const { kept } = await say([{ text: "as you like" }], denied);
    expect(kept.flatMap(({ parts }) => parts.map(({ state }) => state))).toContain("output-denied");

    const messages = stored<never[]>(kept);
    for (const history of [messages, await sdk.ai.convertToModelMessages(messages)]) {
      const { run } = failing(recoveryFor());
      run.restoreMessages(history);
      run.closeTurn();
      expect(run.counters).toMatchObject({ calls: 2, errors: 1 });
      expect(run.counters.byErrorType).toEqual({ invalid_args: 1, rejected: 1 });
      const signatures = run.report().lastCalls.map((call) => call.signature);
      expect(signatures).toEqual([signature("pay", { to: 7 }), signature("pay", { to: "a" })]);
    }
  });

  it("passes over what a store has spoilt", () => {
    const { run } = failing(recoveryFor());
    run.restoreMessages([{ role: "assistant", parts: [null, { type: "text", text: "a" }] }]);
    run.restoreMessages([{ role: "assistant", content: [null, { type: "text", text: "a" }] }]);
    expect(run.counters.calls).toBe(0);
  });
});
