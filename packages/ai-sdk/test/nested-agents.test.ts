import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type AiSdkRun, type CallRecord, callContext, ToolFault } from "../src/index.ts";
import { envelope, recoveryFor, sdks, shown } from "./kit.ts";

describe.each(sdks)("an agent inside a tool (ai $version)", (sdk) => {
  const setUp = (innerExecute: () => Promise<string>, id: string | undefined = "researcher") => {
    const records: CallRecord[] = [];
    const recovery = recoveryFor({
      sinks: [
        {
          write: (record) => {
            if (record.schema === "recourse.call/1") records.push(record);
          },
        },
      ],
    });
    const look = { calls: [{ tool: "look" }] };
    const innerModel = sdk.model(
      id === "researcher" ? [look, { text: "found it" }] : Array.from({ length: 9 }, () => look),
    );
    const inner = new sdk.ai.ToolLoopAgent(
      recovery.agent({
        ...(id === "" ? {} : { id }),
        model: innerModel.model,
        tools: { look: sdk.ai.tool({ inputSchema: z.object({}), execute: innerExecute }) },
      }) as never,
    );
    const research = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async () => (await inner.generate({ prompt: "look" } as never)).text,
    });
    return { records, recovery, research, innerModel, inner };
  };

  it("is a child of the run that called the tool", async () => {
    const { records, recovery, research } = setUp(async () => "here");
    const run = recovery.run();
    const model = sdk.model([{ calls: [{ tool: "research" }] }]);
    await sdk.ai.generateText({
      ...run.wire({ tools: { research }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    const inner = records.find(({ tool }) => tool === "look");
    expect(inner?.parentRunId).toBe(run.id);
    expect(inner?.agent).toBe("researcher");
    expect(records.find(({ tool }) => tool === "research")?.runId).toBe(run.id);
    expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "found it" });
  });

  it("gives its calls the same idempotency keys when the host repeats the tool, and another agent others", async () => {
    const recovery = recoveryFor({ tools: { team: { effect: "idempotent" } } });
    const keys: (string | undefined)[] = [];
    const pay = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async (_input: object, options: object) => {
        keys.push(callContext(options)?.idempotencyKey);
        return "paid";
      },
    });
    const payer = () => {
      const { model } = sdk.model([{ calls: [{ tool: "pay" }] }, { text: "done" }]);
      const settings = recovery.agent({ model, tools: { pay } });
      return new sdk.ai.ToolLoopAgent(settings as never).generate({ prompt: "pay" } as never);
    };
    let attempts = 0;
    const team = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async () => {
        await payer();
        await payer();
        attempts += 1;
        if (attempts < 2) throw Object.assign(new Error("down"), { status: 503 });
        return "both paid";
      },
    });
    const model = sdk.model([{ calls: [{ tool: "team" }] }]);
    await sdk.ai.generateText({
      ...recovery.run().wire({ tools: { team }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    expect(attempts).toBe(2);
    expect(keys).toEqual([keys[0], keys[1], keys[0], keys[1]]);
    expect(new Set(keys).size).toBe(2);
  });

  it("that is halted is one failed call of its parent", async () => {
    const { records, recovery, research, innerModel } = setUp(async () => {
      throw ToolFault.corruptState();
    });
    const run = recovery.run();
    const model = sdk.model([{ calls: [{ tool: "research" }] }]);
    await sdk.ai.generateText({
      ...run.wire({ tools: { research }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    expect(innerModel.prompts).toHaveLength(1);
    const outer = records.filter(({ tool }) => tool === "research");
    expect(outer).toHaveLength(1);
    expect(outer[0]?.ok).toBe(false);
  });

  it.each([
    ["by its id", "expert", "The agent expert was stopped (no_progress)"],
    ["by the tool that the model called", "", "The agent research was stopped (no_progress)"],
  ])("that was stopped is named to the model %s", async (_, id, says) => {
    const { recovery, research } = setUp(async () => "same", id);
    const model = sdk.model([{ calls: [{ tool: "research" }] }]);
    await sdk.ai.generateText({
      ...recovery.run().wire({ tools: { research }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    expect(envelope(model, "call-1-0")["message"]).toContain(says);
  });

  it("of a tool that streams is a child too, and one failed call where it is halted", async () => {
    const { records, recovery, inner } = setUp(async () => "same", "stuck");
    const chunks: unknown[] = [];
    const research = sdk.ai.tool({
      inputSchema: z.object({}),
      async *execute() {
        yield "looking";
        yield (await inner.generate({ prompt: "look" } as never)).text;
      },
    });
    const run = recovery.run();
    const model = sdk.model([{ calls: [{ tool: "research" }] }]);
    const { fullStream } = sdk.ai.streamText({
      ...run.wire({ tools: { research }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    for await (const part of fullStream) if (part.type === "tool-result") chunks.push(part.output);
    expect(records.find(({ tool }) => tool === "look")?.parentRunId).toBe(run.id);
    expect(envelope(model, "call-1-0")["message"]).toContain("The agent stuck was stopped");
    expect(chunks).toEqual(["looking", ""]);
  });

  it("of a tool whose stream is given up lets the tool clean up", async () => {
    const { recovery } = setUp(async () => "same");
    const cleaned: string[] = [];
    const tool = sdk.ai.tool({
      inputSchema: z.object({}),
      async *execute() {
        try {
          yield "first";
          yield "second";
        } finally {
          cleaned.push("yes");
        }
      },
    });
    const tools = recovery.run().tools({ tool });
    const stream = tools.tool.execute?.({}, { toolCallId: "c", messages: [] } as never);
    for await (const chunk of stream as AsyncIterable<unknown>) if (chunk === "first") break;
    expect(cleaned).toEqual(["yes"]);
  });

  it("gets a fresh run for each call, told by onRun", async () => {
    const ids: string[] = [];
    const recovery = recoveryFor();
    const model = sdk.model([{ text: "a" }, { text: "b" }]);
    const agent = new sdk.ai.ToolLoopAgent(
      recovery.agent(
        { model: model.model, tools: {} },
        { onRun: (run) => ids.push(run.id) },
      ) as never,
    );
    await agent.generate({ prompt: "1" } as never);
    await agent.generate({ prompt: "2" } as never);
    expect(new Set(ids).size).toBe(2);
  });

  it.each(["generate", "stream"] as const)(
    "that is called three times at once, over the same messages, ends each run for itself (%s)",
    async (how) => {
      const ends: unknown[] = [];
      const recovery = recoveryFor({
        sinks: [
          {
            write: (record) => {
              if (record.schema === "recourse.run/1") ends.push([record.runId, record.stopReason]);
            },
          },
        ],
      });
      const look = sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return "seen";
        },
      });
      const call = { calls: [{ tool: "look" }] };
      const down = { error: new Error("down") };
      const model = sdk.model([call, call, call, down, { text: "done" }, { text: "done" }]);
      const runs: AiSdkRun[] = [];
      const agent = new sdk.ai.ToolLoopAgent(
        recovery.agent(
          { model: model.model, tools: { look }, maxRetries: 0, onError: () => {} },
          { onRun: (run) => runs.push(run) },
        ) as never,
      );
      const messages = [{ role: "user", content: "go" }] as never;
      const calls = Array.from({ length: 3 }, async () => {
        if (how === "generate") return await agent.generate({ messages } as never);
        const stream = await agent.stream({ messages } as never);
        return await stream.consumeStream({ onError: () => {} });
      });
      await Promise.allSettled(calls);
      await vi.waitFor(() => expect(ends).toHaveLength(3));
      expect(ends.toSorted()).toEqual(
        runs.map(({ id, stopReason }) => [id, stopReason]).toSorted(),
      );
      const reasons = runs.map(({ stopReason }) => stopReason).toSorted();
      expect(reasons).toEqual(["completed", "completed", "model_error"]);
      expect(runs.map(({ counters }) => counters.calls)).toEqual([1, 1, 1]);
    },
  );
});
