import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ToolFault, withRecovery } from "../src/index.ts";
import { envelope, matrix, recoveryFor, shown } from "./kit.ts";

const busy = (): Error => Object.assign(new Error("busy"), { status: 503 });

describe.each(matrix)("a tool that streams ($title)", ({ sdk, entry }) => {
  const start = async (execute: () => AsyncIterable<string>) => {
    const tool = withRecovery(
      sdk.ai.tool({ inputSchema: z.object({}), execute: execute as never }),
      {
        effect: "read",
      },
    );
    const model = sdk.model([{ calls: [{ tool: "tool" }] }]);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools: { tool }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    return { model, ended };
  };

  for (const [how, wrap] of [
    ["a generator function", (body: () => AsyncGenerator<string>) => body],
    [
      "a plain function that gives a generator",
      (body: () => AsyncGenerator<string>) => () => body(),
    ],
  ] as const) {
    it(`is retried before its first chunk (${how})`, async () => {
      let attempts = 0;
      const { model } = await start(
        wrap(async function* () {
          attempts += 1;
          if (attempts === 1) throw busy();
          yield "one";
          yield "two";
        }),
      );
      expect(attempts).toBe(2);
      expect(shown(model)["call-1-0"]).toEqual({ type: "text", value: "two" });
    });

    it(`is not retried after its first chunk, which the UI may have shown (${how})`, async () => {
      let attempts = 0;
      const { model } = await start(
        wrap(async function* () {
          attempts += 1;
          yield "one";
          throw busy();
        }),
      );
      expect(attempts).toBe(1);
      expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "upstream" });
    });
  }

  it("without end is left at its time-out, cleans up, and leaves its siblings alone", async () => {
    let cleaned = 0;
    const endless = withRecovery(
      sdk.ai.tool({
        inputSchema: z.object({}),
        async *execute() {
          try {
            for (;;) {
              yield "more";
              await new Promise((resolve) => setTimeout(resolve, 2));
            }
          } finally {
            cleaned += 1;
          }
        },
      }),
      { effect: "read", timeoutMs: 20 },
    );
    const fine = sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "fine" });
    const model = sdk.model([{ calls: [{ tool: "endless" }, { tool: "fine" }] }]);
    await entry.start(
      sdk,
      { model: model.model, tools: { endless, fine }, stopWhen: sdk.ai.stepCountIs(3) },
      recoveryFor(),
    );
    expect(envelope(model, "call-1-0")).toMatchObject({ ok: false, error_type: "timeout" });
    expect(shown(model)["call-1-1"]).toEqual({ type: "text", value: "fine" });
    await vi.waitFor(() => expect(cleaned).toBe(1));
  });

  it("that corrupts state half-way ends the run", async () => {
    const { model, ended } = await start(async function* () {
      yield "one";
      throw ToolFault.corruptState();
    });
    expect(model.prompts).toHaveLength(1);
    expect(ended.run.stopReason).toBe("corrupt_state");
  });
});
