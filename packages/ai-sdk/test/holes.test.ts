/** Places where the SDK by itself leaves a call without a result, or tells the model less than it knows. */
import { experimental_createSteering } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CallRecord, ToolFault, withRecovery } from "../src/index.ts";
import { envelope, matrix, recoveryFor, sdks, shown } from "./kit.ts";

describe.each(matrix)("holes of the SDK ($title)", ({ sdk, entry }) => {
  it.each(['"a text"', "[]", "null", "7"])(
    "an input that is JSON and no object (%s) is answered with the envelope",
    async (input) => {
      const order = sdk.ai.tool({
        inputSchema: z.object({ id: z.number() }),
        execute: async () => "ok",
      });
      const model = sdk.model([{ calls: [{ tool: "order", input }] }]);
      await entry.start(
        sdk,
        { model: model.model, tools: { order }, stopWhen: sdk.ai.stepCountIs(3) },
        recoveryFor(),
      );
      expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "invalid_args" });
    },
  );

  it("an async refinement that throws is answered with the envelope, as invalid_args", async () => {
    const order = sdk.ai.tool({
      inputSchema: z.object({ id: z.number() }).refine(async () => {
        throw new Error("the database of the refinement is down");
      }),
      execute: async () => "ok",
    });
    const model = sdk.model([{ calls: [{ tool: "order", input: { id: 1 } }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "invalid_args" });
  });

  it("a tool that activeTools hides is unknown to the model that calls it", async () => {
    const tools = {
      seen: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "seen" }),
      hidden: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "hidden" }),
    };
    const model = sdk.model([{ calls: [{ tool: "hidden" }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools, activeTools: ["seen"], stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "unknown_tool" });
    expect(String(envelope(model, "call-1-0")["message"])).toContain("seen");
  });

  it("a call in spite of toolChoice none rejects as without us, and nothing is executed", async () => {
    let executed = 0;
    const order = sdk.ai.tool({
      inputSchema: z.object({}),
      execute: async () => {
        executed += 1;
        return "ok";
      },
    });
    const see = async (recovery?: ReturnType<typeof recoveryFor>) => {
      const model = sdk.model([{ calls: [{ tool: "order" }] }]);
      const settings = { model: model.model, tools: { order }, toolChoice: "none" };
      const { error } = await entry.start(
        sdk,
        { ...settings, stopWhen: sdk.ai.stepCountIs(3) },
        recovery,
      );
      return { error, shown: shown(model) };
    };
    expect(await see(recoveryFor())).toEqual(await see());
    expect(executed).toBe(0);
  });

  it("identical parallel calls are judged in the order of the response", async () => {
    const executed: number[] = [];
    const same = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          executed.push(executed.length);
          return "same";
        },
      }),
      { effect: "read" },
    );
    const model = sdk.model([{ calls: [1, 2, 3, 4].map(() => ({ tool: "same" })) }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { same }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(executed).toHaveLength(2);
    expect(shown(model)["call-1-1"]).toEqual({ type: "text", value: "same" });
    expect(envelope(model, "call-1-2")).toMatchObject({ error_type: "repeated_call" });
    expect(envelope(model, "call-1-3")).toMatchObject({ error_type: "repeated_call" });
  });

  it("a throwing toModelOutput of one call leaves its parallel siblings as they are", async () => {
    const tools = {
      odd: sdk.ai.tool({
        inputSchema: z.object({}),
        execute: async () => ({ n: 1 }),
        toModelOutput: () => {
          throw new Error("no conversion");
        },
      }),
      fine: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "fine" }),
    };
    const model = sdk.model([{ calls: [{ tool: "odd" }, { tool: "fine" }] }]);
    const { error } = await entry.start(
      sdk,
      { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(error).toBeUndefined();
    expect(shown(model)["call-1-0"]).toEqual({ type: "json", value: { n: 1 } });
    expect(shown(model)["call-1-1"]).toEqual({ type: "text", value: "fine" });
  });
});

const [newest] = sdks;
if (newest === undefined) throw new Error("ai 7 comes first");

describe("what only ai 7 has", () => {
  it("toolCallConcurrency: calls that have not begun when the run halts are not executed", async () => {
    const executed: string[] = [];
    const tool = (name: string, fault?: ToolFault) =>
      newest.ai.tool({
        inputSchema: z.object({}),
        execute: async (): Promise<string> => {
          executed.push(name);
          if (fault !== undefined) throw fault;
          return name;
        },
      });
    const records: CallRecord[] = [];
    const run = recoveryFor({
      sinks: [
        {
          write: (record) => {
            if (record.schema === "recourse.call/1") records.push(record);
          },
        },
      ],
    }).run();
    await newest.ai.generateText({
      model: newest.model([{ calls: [{ tool: "a" }, { tool: "half" }, { tool: "b" }] }]).model,
      prompt: "go",
      toolCallConcurrency: 1,
      ...run.wire({
        tools: { a: tool("a"), half: tool("half", ToolFault.corruptState()), b: tool("b") },
        stopWhen: newest.ai.stepCountIs(3),
      }),
    } as never);
    expect(executed).toEqual(["a", "half"]);
    expect(records.map(({ tool, errorType }) => [tool, errorType])).toEqual([
      ["a", undefined],
      ["half", "corrupt_state"],
      ["b", "not_executed"],
    ]);
  });

  it("a context that does not fit its contextSchema rejects as without us, and ends the run", async () => {
    const settings = {
      model: newest.model([{ calls: [{ tool: "look" }] }]).model,
      prompt: "go",
      toolsContext: { look: { tenant: 7 } },
    };
    const look = newest.ai.tool({
      inputSchema: z.object({}),
      contextSchema: z.object({ tenant: z.string() }),
      execute: async () => "ok",
    });
    const run = recoveryFor().run();
    await expect(
      newest.ai.generateText({ ...settings, ...run.wire({ tools: { look } }) } as never),
    ).rejects.toThrow(/tenant/);
    expect(run.stopReason).toBe("model_error");
  });

  it("steering: what a person says in between starts the comparison of repeats afresh", async () => {
    const steering = experimental_createSteering();
    let executed = 0;
    const look = withRecovery(
      newest.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          executed += 1;
          if (executed === 2) steering.steer("Look again.");
          return "same";
        },
      }),
      { effect: "read" },
    );
    const run = recoveryFor().run();
    await newest.ai.generateText({
      model: newest.model([1, 2, 3].map(() => ({ calls: [{ tool: "look" }] }))).model,
      prompt: "go",
      experimental_steering: steering,
      ...run.wire({ tools: { look }, stopWhen: newest.ai.stepCountIs(5) }),
    } as never);
    expect(executed).toBe(3);
    expect(run.counters.byErrorType.repeated_call ?? 0).toBe(0);
  });
});
