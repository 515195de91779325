import type { AgentInputItem } from "@openai/agents";
import { MaxTurnsExceededError } from "@openai/agents";
import type { Halt, HaltReason, RunReport } from "@recourse/core";

const brand: symbol = Symbol.for("recourse.RunHaltedError");

/**
 * The run was ended by the host before its next model call. Every tool call has its result.
 *
 * It extends the SDK's `MaxTurnsExceededError` because that is the one error for which the SDK
 * keeps the history and asks `errorHandlers`; ask for `RunHaltedError` first where both matter.
 */
export class RunHaltedError extends MaxTurnsExceededError {
  override readonly name: string = "RunHaltedError";
  readonly stopReason: HaltReason;
  readonly halt: Halt;
  /** The run on one page: counters, the last calls, what has taken effect. */
  readonly report: RunReport;
  /** Input and everything generated, with a result for every call. Set when the run has ended. */
  history: readonly AgentInputItem[] = [];

  constructor(halt: Halt, report: RunReport) {
    super(`The run was ended: ${halt.reason}. ${halt.userMessage}`);
    this.halt = halt;
    this.stopReason = halt.reason;
    this.report = report;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Whether a value is a `RunHaltedError`, also one of another copy of this package. */
  static isInstance(value: unknown): value is RunHaltedError {
    return typeof value === "object" && value !== null && brand in value;
  }
}
