import type { CallEffectOutcome, ErrorType } from "../vocabulary.ts";

/** What a tool author can say of a failure. */
export interface FaultInit {
  /** What happened. Fixes class, decision and fault. */
  readonly errorType: ErrorType;
  /** What failed and why, in one sentence. */
  readonly message?: string | undefined;
  /** What is true instead (what exists, what is allowed). */
  readonly instead?: string | undefined;
  /** What to do next, as an instruction to the model. */
  readonly next?: string | undefined;
  /** Milliseconds before the same call makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the call can have taken effect. @default by error type */
  readonly outcome?: CallEffectOutcome | undefined;
  /** What caused it; goes into the operator's detail, never to the model. */
  readonly cause?: unknown;
}

/** A `FaultInit` whose error type the constructor's name already says. */
export type FaultText = Omit<FaultInit, "errorType">;

const brand: unique symbol = Symbol.for("recourse.ToolFault");

/**
 * The error by which a tool says what happened and what the model can do about it. Recognised by
 * a brand, so that two copies of the package understand each other.
 *
 * @example throw ToolFault.notFound({ message: "No order 17.", next: "Call list_orders." });
 */
export class ToolFault extends Error implements FaultInit {
  override readonly name = "ToolFault";
  readonly errorType: ErrorType;
  readonly instead?: string | undefined;
  readonly next?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly outcome?: CallEffectOutcome | undefined;

  constructor(init: FaultInit) {
    super(init.message ?? "", init.cause === undefined ? undefined : { cause: init.cause });
    this.errorType = init.errorType;
    if (init.instead !== undefined) this.instead = init.instead;
    if (init.next !== undefined) this.next = init.next;
    if (init.retryAfterMs !== undefined) this.retryAfterMs = init.retryAfterMs;
    if (init.outcome !== undefined) this.outcome = init.outcome;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The service did not answer in time. */
  static timeout(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "timeout" });
  }
  /** The service asks to slow down; give `retryAfterMs` when it says for how long. */
  static rateLimited(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "rate_limited" });
  }
  /** The service or the way to it failed. */
  static upstream(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "upstream" });
  }
  /** The arguments cannot be used as they are. */
  static invalidArgs(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "invalid_args" });
  }
  /** There is no tool of that name. */
  static unknownTool(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "unknown_tool" });
  }
  /** What is there already contradicts the call: it exists, it changed, it is taken. */
  static conflict(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "conflict" });
  }
  /** The tool's own code failed. */
  static internal(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "internal" });
  }
  /** What was asked for does not exist. */
  static notFound(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "not_found" });
  }
  /** The call worked and there is nothing to show. */
  static emptyResult(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "empty_result" });
  }
  /** The credentials do not allow it. */
  static auth(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "auth" });
  }
  /** Nothing is left of a quota or a credit. */
  static quotaExhausted(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "quota_exhausted" });
  }
  /** A person or a guardrail said no. */
  static rejected(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "rejected" });
  }
  /** The host gives no further attempt. */
  static retryBudgetExhausted(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "retry_budget_exhausted" });
  }
  /** The call repeats an earlier one and was not executed. */
  static repeatedCall(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "repeated_call" });
  }
  /** Something is half-written: nobody but a person should touch it. Ends the run. */
  static corruptState(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "corrupt_state" });
  }
  /** The run ended before this call began. */
  static notExecuted(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "not_executed" });
  }
  /** The caller gave up waiting. */
  static cancelled(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "cancelled" });
  }
  /** The framework paused the call to ask someone. */
  static interrupted(text: FaultText = {}): ToolFault {
    return new ToolFault({ ...text, errorType: "interrupted" });
  }
}

/** Whether a value is a `ToolFault`, of whichever copy of this package. */
export function isToolFault(value: unknown): value is ToolFault {
  try {
    return typeof value === "object" && value !== null && Reflect.get(value, brand) === true;
  } catch {
    return false;
  }
}
