import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { RawToolCall, RepairInput } from "../src/sdk-types.ts";
import { envelope, matrix, recoveryFor, sdks, shown } from "./kit.ts";

type Repair = (input: RepairInput) => unknown;

describe.each(matrix)("the user's own repair ($title)", ({ sdk, entry }) => {
  const keys =
    sdk.version === 7
      ? (["experimental_repairToolCall", "repairToolCall"] as const)
      : (["experimental_repairToolCall"] as const);

  const start = async (settings: object, mode: "enforce" | "observe" | "bare" = "enforce") => {
    const executed: number[] = [];
    const warnings: string[] = [];
    const order = sdk.ai.tool({
      inputSchema: z.object({ id: z.number() }),
      execute: async ({ id }) => {
        executed.push(id);
        return `order ${id}`;
      },
    });
    const model = sdk.model([{ calls: [{ tool: "ordr", input: { id: "7" }, id: "c1" }] }]);
    const recovery = recoveryFor({
      mode: mode === "bare" ? "enforce" : mode,
      onEvent: (event) => {
        if (event.type === "warning" && event.code === "repair_failed") {
          warnings.push(event.message);
        }
      },
    });
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { order }, stopWhen: sdk.ai.stepCountIs(3), ...settings },
      mode === "bare" ? undefined : recovery,
    );
    return { executed, warnings, model, ended };
  };

  const repaired = ({ toolCall }: RepairInput): RawToolCall => ({
    ...toolCall,
    toolName: "order",
    input: '{"id":7}',
  });

  it.each(keys)("goes first, as %s: what it repairs is executed and is no error", async (key) => {
    const { executed, model, ended } = await start({
      [key]: async (input: RepairInput) => repaired(input),
    });
    expect(executed).toEqual([7]);
    expect(shown(model)["c1"]).toEqual({ type: "text", value: "order 7" });
    expect(ended.run.counters).toMatchObject({ calls: 1, errors: 0 });
  });

  it.each(keys)("hears of the SDK's own error, as %s, and is asked once", async (key) => {
    const errors: string[] = [];
    await start({
      [key]: async ({ error }: RepairInput) => {
        errors.push(error.message);
        return null;
      },
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("ordr");
  });

  it.each<[string, Repair, boolean]>([
    ["gives the call up", async () => null, false],
    ["forgets to return", async () => undefined, false],
    [
      "throws",
      async () => {
        throw new RangeError("the repair is broken");
      },
      true,
    ],
    ["gives an input that is no text", async (input) => ({ ...repaired(input), input: {} }), true],
    ["gives no call", async () => "order", true],
  ])("that %s leaves the call to the envelope", async (_, repair, warned) => {
    const { executed, warnings, model, ended } = await start({
      experimental_repairToolCall: repair,
    });
    expect(executed).toEqual([]);
    expect(envelope(model, "c1")).toMatchObject({ ok: false, error_type: "unknown_tool" });
    expect(ended.run.counters.byErrorType.unknown_tool).toBe(1);
    expect(warnings).toHaveLength(warned ? 1 : 0);
  });

  it("whose call does not fit either is answered for that call", async () => {
    const { model, ended } = await start({
      experimental_repairToolCall: async (input: RepairInput) => ({
        ...repaired(input),
        input: '{"id":"seven"}',
      }),
    });
    expect(envelope(model, "c1")).toMatchObject({ ok: false, error_type: "invalid_args" });
    expect(String(envelope(model, "c1")["message"])).toContain("seven");
    expect(ended.run.report().lastCalls[0]?.tool).toBe("order");
  });

  it("that throws does so as without us where the run only observes", async () => {
    const settings = {
      experimental_repairToolCall: async () => {
        throw new RangeError("the repair is broken");
      },
    };
    const { model } = await start(settings, "observe");
    expect(shown(model)["c1"]).toEqual(shown((await start(settings, "bare")).model)["c1"]);
  });
});

describe("the two names of the repair in ai 7", () => {
  it("are both taken, and the new one is the one that is asked", async () => {
    const sdk = sdks.find(({ version }) => version === 7) as (typeof sdks)[number];
    const asked: string[] = [];
    const named = (name: string) => async () => {
      asked.push(name);
      return null;
    };
    await sdk.ai.generateText({
      model: sdk.model([{ calls: [{ tool: "nope" }] }]).model,
      prompt: "go",
      ...recoveryFor()
        .run()
        .wire({
          tools: { order: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => 1 }) },
          repairToolCall: named("new"),
          experimental_repairToolCall: named("old"),
        }),
    });
    expect(asked).toEqual(["new"]);
  });
});
