import { describe, expect, it } from "vitest";
import { createRecovery } from "../../src/index.ts";

describe("an abort that the tool itself causes before it returns its promise", () => {
  it("is the caller's abort, not a failure of the tool", async () => {
    const controller = new AbortController();
    const run = createRecovery().run();
    const reason = new Error("enough");
    const call = run.call(
      { id: "c1", tool: "t", args: {}, turn: 0, signal: controller.signal },
      (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          controller.abort(reason);
        }),
    );
    await expect(call).rejects.toBe(reason);
    expect(run.counters.errors).toBe(0);
  });
});
