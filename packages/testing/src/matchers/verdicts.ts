import type {
  CallRecord,
  Decision,
  ErrorType,
  RunRecord,
  StopReason,
  TraceRecord,
} from "@recourse/core";
import { summariseCall } from "../scenarios/run-scenario.ts";

/** What a matcher found. */
export interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** What a failure should look like; a field that is left out may be anything. */
export interface FailureShape {
  readonly errorType?: ErrorType;
  readonly decision?: Decision;
}

type Trace = readonly TraceRecord[];

/** Every call in the words of `summariseCall`, in call order. */
export function haveCalls(trace: Trace, expected: readonly string[]): Verdict {
  const actual = callsIn(trace).map(summariseCall);
  const pass = actual.length === expected.length && actual.every((call, i) => call === expected[i]);
  return { pass, actual, expected, message: () => `the calls were\n  ${actual.join("\n  ")}` };
}

/** Every failure (of one tool, or of all) was followed by a success of the same tool. */
export function haveRecovered(trace: Trace, tool?: string): Verdict {
  const open = new Set<string>();
  let failures = 0;
  for (const call of callsIn(trace)) {
    if (tool !== undefined && call.tool !== tool) continue;
    if (call.ok) {
      open.delete(call.tool);
    } else {
      failures++;
      open.add(call.tool);
    }
  }
  const whose = tool === undefined ? "" : ` of ${tool}`;
  const pass = failures > 0 && open.size === 0;
  return {
    pass,
    message: () => {
      if (failures === 0) return `there was no failure${whose} to recover from`;
      if (pass) return `every failure${whose} was followed by a success`;
      return `no success followed the last failure of ${[...open].join(", ")}`;
    },
  };
}

/** A call of the tool failed in this way. */
export function haveFailed(trace: Trace, tool: string, shape: FailureShape = {}): Verdict {
  const failures = callsIn(trace).filter((call) => call.tool === tool && !call.ok);
  const pass = failures.some(
    (call) =>
      (shape.errorType ?? call.errorType) === call.errorType &&
      (shape.decision ?? call.decision) === call.decision,
  );
  const seen = failures.length === 0 ? "none" : failures.map(summariseCall).join("; ");
  return { pass, message: () => `the failures of ${tool} were: ${seen}` };
}

/** A call of the tool was refused: not executed, because it repeats an earlier one. */
export function haveRefused(trace: Trace, tool: string): Verdict {
  const refused = callsIn(trace).filter(
    (call) => call.tool === tool && call.errorType === "repeated_call",
  );
  return {
    pass: refused.length > 0,
    message: () => `${refused.length} calls of ${tool} were refused`,
  };
}

/** A call of the tool was tried again by the host, this often in all when said. */
export function haveRetried(trace: Trace, tool: string, attempts?: number): Verdict {
  const counts = callsIn(trace)
    .filter((call) => call.tool === tool)
    .map((call) => call.attemptLog.length);
  const pass = counts.some((count) => (attempts === undefined ? count > 1 : count === attempts));
  return { pass, message: () => `the attempts at ${tool} were: ${counts.join(", ") || "none"}` };
}

/** The run ended for this reason. */
export function haveStoppedWith(trace: Trace, reason: StopReason): Verdict {
  const reasons = trace.filter(isRun).map((run) => run.stopReason);
  return {
    pass: reasons.length > 0 && reasons.every((actual) => actual === reason),
    actual: reasons,
    expected: [reason],
    message: () =>
      reasons.length === 0
        ? "no run record was written: has the run been finished?"
        : `the run stopped with ${reasons.join(", ")}`,
  };
}

function callsIn(trace: Trace): readonly CallRecord[] {
  return trace
    .filter((record): record is CallRecord => record.schema === "recourse.call/1")
    .toSorted((a, b) => a.turn - b.turn || a.index - b.index);
}

function isRun(record: TraceRecord): record is RunRecord {
  return record.schema === "recourse.run/1";
}
