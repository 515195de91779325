/**
 * Matchers for vitest: how an agent behaves when a tool fails, said about the records of its run.
 */
import type { StopReason, TraceRecord } from "@recourse/core";
import { expect } from "vitest";
import {
  type FailureShape,
  haveCalls,
  haveFailed,
  haveRecovered,
  haveRefused,
  haveRetried,
  haveStoppedWith,
  type Verdict,
} from "./matchers/verdicts.ts";

export type { FailureShape } from "./matchers/verdicts.ts";

/** What can be said of the records of a run. */
export interface RecoveryAssertion {
  /** The opposite of what follows. */
  readonly not: RecoveryAssertion;
  /** The calls in call order, each as `tool errorType decision`, such as `pay timeout verify`. */
  toHaveCalls(calls: readonly string[]): void;
  /** Every failure, of this tool or of all, was followed by a success of the same tool. */
  toHaveRecovered(tool?: string): void;
  /** A call of this tool failed, in this way. */
  toHaveFailed(tool: string, shape?: FailureShape): void;
  /** A call of this tool was refused because it repeats an earlier one. */
  toHaveRefused(tool: string): void;
  /** The host tried a call of this tool again; `attempts` in all, the first included. */
  toHaveRetried(tool: string, attempts?: number): void;
  /** The run ended for this reason. */
  toHaveStoppedWith(reason: StopReason): void;
}

/** Records, or anything that holds them: a recording sink. */
export type RecoveryTrace = readonly TraceRecord[] | { readonly records: readonly TraceRecord[] };

expect.extend({
  toHaveCalls: (trace: RecoveryTrace, calls: readonly string[]) => say(haveCalls(of(trace), calls)),
  toHaveRecovered: (trace: RecoveryTrace, tool?: string) => say(haveRecovered(of(trace), tool)),
  toHaveFailed: (trace: RecoveryTrace, tool: string, shape?: FailureShape) =>
    say(haveFailed(of(trace), tool, shape)),
  toHaveRefused: (trace: RecoveryTrace, tool: string) => say(haveRefused(of(trace), tool)),
  toHaveRetried: (trace: RecoveryTrace, tool: string, attempts?: number) =>
    say(haveRetried(of(trace), tool, attempts)),
  toHaveStoppedWith: (trace: RecoveryTrace, reason: StopReason) =>
    say(haveStoppedWith(of(trace), reason)),
});

/**
 * Says something about the records of a run.
 *
 * @example
 * const sink = createRecordingSink();
 * await runMyAgent(createRecovery({ sinks: [sink] }));
 * expectRecovery(sink).toHaveRetried("get_order", 2);
 * expectRecovery(sink).toHaveStoppedWith("completed");
 */
export function expectRecovery(trace: RecoveryTrace): RecoveryAssertion {
  return expect(trace) as unknown as RecoveryAssertion;
}

function of(trace: RecoveryTrace): readonly TraceRecord[] {
  return "records" in trace ? trace.records : trace;
}

function say(verdict: Verdict): Verdict {
  return { ...verdict, message: () => `Recovery: ${verdict.message()}` };
}
