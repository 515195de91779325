import { checkValue } from "../options/check-fields.ts";
import { type Kind, object, oneOf } from "../options/kind.ts";
import { type CallEffectOutcome, ERROR_TYPES, type ErrorType } from "../vocabulary.ts";

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

const owner = { of: "new ToolFault()" } as const;
const errorTypes: Kind = oneOf(Object.keys(ERROR_TYPES));

const brand: unique symbol = Symbol.for("recourse.ToolFault");

/**
 * The error by which a tool says what happened and what the model can do about it. Recognised by
 * a brand, so that two copies of the package understand each other.
 *
 * @example throw ToolFault.notFound({ message: "No order 17.", next: "Call list_orders." });
 * @example throw ToolFault.notFound("No order 17.");
 */
export class ToolFault extends Error implements FaultInit {
  override readonly name = "ToolFault";
  readonly errorType: ErrorType;
  readonly instead?: string | undefined;
  readonly next?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly outcome?: CallEffectOutcome | undefined;

  /** @throws RecourseError `invalid_option`, where `errorType` is none; what else is wrong is left out */
  constructor(init: FaultInit) {
    checkValue("init", init, object, owner);
    checkValue("errorType", init.errorType, errorTypes, owner);
    super(init.message ?? "", init.cause === undefined ? undefined : { cause: init.cause });
    this.errorType = init.errorType;
    if (init.instead !== undefined) this.instead = init.instead;
    if (init.next !== undefined) this.next = init.next;
    if (init.retryAfterMs !== undefined) this.retryAfterMs = init.retryAfterMs;
    if (init.outcome !== undefined) this.outcome = init.outcome;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The service did not answer in time. */
  static timeout(text: FaultText | string = {}): ToolFault {
    return fault("timeout", text);
  }
  /** The service asks to slow down; give `retryAfterMs` when it says for how long. */
  static rateLimited(text: FaultText | string = {}): ToolFault {
    return fault("rate_limited", text);
  }
  /** The service or the way to it failed. */
  static upstream(text: FaultText | string = {}): ToolFault {
    return fault("upstream", text);
  }
  /** The arguments cannot be used as they are. */
  static invalidArgs(text: FaultText | string = {}): ToolFault {
    return fault("invalid_args", text);
  }
  /** There is no tool of that name. */
  static unknownTool(text: FaultText | string = {}): ToolFault {
    return fault("unknown_tool", text);
  }
  /** What is there already contradicts the call: it exists, it changed, it is taken. */
  static conflict(text: FaultText | string = {}): ToolFault {
    return fault("conflict", text);
  }
  /** The tool's own code failed. */
  static internal(text: FaultText | string = {}): ToolFault {
    return fault("internal", text);
  }
  /** What was asked for does not exist. */
  static notFound(text: FaultText | string = {}): ToolFault {
    return fault("not_found", text);
  }
  /** The call worked and there is nothing to show. */
  static emptyResult(text: FaultText | string = {}): ToolFault {
    return fault("empty_result", text);
  }
  /** The credentials do not allow it. */
  static auth(text: FaultText | string = {}): ToolFault {
    return fault("auth", text);
  }
  /** Nothing is left of a quota or a credit. */
  static quotaExhausted(text: FaultText | string = {}): ToolFault {
    return fault("quota_exhausted", text);
  }
  /** A person or a guardrail said no. */
  static rejected(text: FaultText | string = {}): ToolFault {
    return fault("rejected", text);
  }
  /** The host gives no further attempt. */
  static retryBudgetExhausted(text: FaultText | string = {}): ToolFault {
    return fault("retry_budget_exhausted", text);
  }
  /** The call repeats an earlier one and was not executed. */
  static repeatedCall(text: FaultText | string = {}): ToolFault {
    return fault("repeated_call", text);
  }
  /** Something is half-written: nobody but a person should touch it. Ends the run. */
  static corruptState(text: FaultText | string = {}): ToolFault {
    return fault("corrupt_state", text);
  }
  /** The run ended before this call began. */
  static notExecuted(text: FaultText | string = {}): ToolFault {
    return fault("not_executed", text);
  }
  /** The caller gave up waiting. */
  static cancelled(text: FaultText | string = {}): ToolFault {
    return fault("cancelled", text);
  }
  /** The framework paused the call to ask someone. */
  static interrupted(text: FaultText | string = {}): ToolFault {
    return fault("interrupted", text);
  }
}

function fault(errorType: ErrorType, text: FaultText | string): ToolFault {
  const init = typeof text === "string" ? { message: text } : text;
  return new ToolFault({ ...init, errorType });
}

/**
 * The fault that was described instead of thrown. It has no stack: that would show our own frames,
 * and collecting them is most of what an error costs.
 */
export function describedFault(init: FaultInit): ToolFault {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  // Where errors are frozen or have no such limit, the stack is collected all the same.
  const isLimited = typeof limit === "number" && Reflect.set(Error, "stackTraceLimit", 0);
  try {
    return new ToolFault(init);
  } finally {
    if (isLimited) Reflect.set(Error, "stackTraceLimit", limit);
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
