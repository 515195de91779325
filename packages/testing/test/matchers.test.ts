import type { CallRecord, RunRecord } from "@recourse/core";
import { describe, expect, test } from "vitest";
import { createRecordingSink } from "../src/index.ts";
import { expectRecovery } from "../src/matchers.ts";

function call(turn: number, tool: string, more: Partial<CallRecord> = {}): CallRecord {
  return {
    schema: "recourse.call/1",
    runId: "r",
    framework: "none",
    mode: "enforce",
    turn,
    index: 0,
    callId: `c${turn}`,
    tool,
    signature: "s",
    ok: more.errorType === undefined,
    decision: "proceed",
    attemptLog: [{ waitMs: 0, durationMs: 1 }],
    durationMs: 1,
    contentHash: "h",
    contentChars: 1,
    contentTokens: 1,
    outcomeHash: "o",
    time: "2026-01-01T00:00:00.000Z",
    ...more,
  };
}

const recovered = [
  call(1, "pay"),
  call(0, "pay", { errorType: "timeout", errorClass: "transient", decision: "verify" }),
];

describe("expectRecovery", () => {
  test("reads calls in call order, whatever order they were written in", () => {
    expectRecovery(recovered).toHaveCalls(["pay timeout verify", "pay ok proceed"]);
    expect(() => expectRecovery(recovered).toHaveCalls(["pay ok proceed"])).toThrow(
      "Recovery: the calls were\n  pay timeout verify\n  pay ok proceed",
    );
  });

  test("sees a success after a failure, and says which failure had none", () => {
    expectRecovery(recovered).toHaveRecovered();
    expectRecovery(recovered).toHaveRecovered("pay");
    expectRecovery([call(0, "pay")]).not.toHaveRecovered();
    const lost = [call(0, "pay"), call(1, "pay", { errorType: "auth" })];
    expect(() => expectRecovery(lost).toHaveRecovered()).toThrow(
      "no success followed the last failure of pay",
    );
  });

  test("tells one failure from another", () => {
    expectRecovery(recovered).toHaveFailed("pay");
    expectRecovery(recovered).toHaveFailed("pay", { errorType: "timeout", decision: "verify" });
    expectRecovery(recovered).not.toHaveFailed("pay", { errorType: "auth" });
    expectRecovery(recovered).not.toHaveFailed("other");
  });

  test("sees refusals and the attempts of the host", () => {
    const attempt = { waitMs: 0, durationMs: 1 };
    const trace = [
      call(0, "get", { attemptLog: [{ ...attempt, errorType: "upstream" }, attempt] }),
      call(1, "get", { errorType: "repeated_call", decision: "refuse" }),
    ];
    expectRecovery(trace).toHaveRefused("get");
    expectRecovery(trace).toHaveRetried("get");
    expectRecovery(trace).toHaveRetried("get", 2);
    expectRecovery(trace).not.toHaveRetried("get", 3);
    expectRecovery(recovered).not.toHaveRefused("pay");
  });

  test("takes a recording sink and its run record", () => {
    const sink = createRecordingSink();
    expect(() => expectRecovery(sink).toHaveStoppedWith("completed")).toThrow(
      "no run record was written",
    );
    sink.write({ schema: "recourse.run/1", stopReason: "no_progress" } as RunRecord);
    expectRecovery(sink).toHaveStoppedWith("no_progress");
    expectRecovery(sink).not.toHaveStoppedWith("completed");
  });
});
