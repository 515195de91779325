/**
 * The closed lists of the product: every word that a record, an observation or an event may hold.
 * Everything that can be derived from a word stands in a total table here, so that a new word
 * without its row does not compile.
 */

/** The six recovery classes of "Error Recovery: What an Agent Should Do When a Tool Fails". */
export const ERROR_CLASSES = [
  "transient",
  "malformed-args",
  "not-found",
  "empty-result",
  "forbidden",
  "corrupt-state",
] as const;

/** Which way out a failure has. */
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** What the host does next with a call that settled. */
export const DECISIONS = [
  "proceed",
  "retry",
  "repair",
  "replan",
  "verify",
  "stop_branch",
  "refuse",
  "halt",
  "pass_through",
] as const;

/** What the host does next with a call that settled. */
export type Decision = (typeof DECISIONS)[number];

/** Whose fault a failure counts as in reports. */
export type Fault = "service" | "model" | "tool" | "operator" | "none";

/** Whether a failed call can have taken effect. */
export type CallEffectOutcome = "none" | "unknown";

interface ErrorTypeRow {
  /** The class, or `undefined` for what is no result at all. */
  readonly errorClass: ErrorClass | undefined;
  /** The decision before effects, repeats and budgets have their say. */
  readonly decision: Decision;
  /** What the envelope says, or `undefined` where the decision procedure works it out. */
  readonly retryable: boolean | undefined;
  readonly fault: Fault;
}

/** Every error type with its class, first decision, `retryable` and fault. */
export const ERROR_TYPES = {
  timeout: {
    errorClass: "transient",
    decision: "retry",
    retryable: undefined,
    fault: "service",
  },
  rate_limited: {
    errorClass: "transient",
    decision: "retry",
    retryable: undefined,
    fault: "service",
  },
  upstream: {
    errorClass: "transient",
    decision: "retry",
    retryable: undefined,
    fault: "service",
  },
  invalid_args: {
    errorClass: "malformed-args",
    decision: "repair",
    retryable: true,
    fault: "model",
  },
  unknown_tool: {
    errorClass: "malformed-args",
    decision: "repair",
    retryable: false,
    fault: "model",
  },
  conflict: {
    errorClass: "malformed-args",
    decision: "repair",
    retryable: true,
    fault: "model",
  },
  internal: {
    errorClass: "malformed-args",
    decision: "repair",
    retryable: true,
    fault: "tool",
  },
  not_found: {
    errorClass: "not-found",
    decision: "replan",
    retryable: false,
    fault: "model",
  },
  empty_result: {
    errorClass: "empty-result",
    decision: "replan",
    retryable: false,
    fault: "none",
  },
  auth: {
    errorClass: "forbidden",
    decision: "stop_branch",
    retryable: false,
    fault: "operator",
  },
  quota_exhausted: {
    errorClass: "forbidden",
    decision: "stop_branch",
    retryable: false,
    fault: "operator",
  },
  rejected: {
    errorClass: "forbidden",
    decision: "stop_branch",
    retryable: false,
    fault: "none",
  },
  retry_budget_exhausted: {
    errorClass: "forbidden",
    decision: "stop_branch",
    retryable: false,
    fault: "model",
  },
  repeated_call: {
    errorClass: "forbidden",
    decision: "refuse",
    retryable: false,
    fault: "model",
  },
  corrupt_state: {
    errorClass: "corrupt-state",
    decision: "halt",
    retryable: false,
    fault: "tool",
  },
  not_executed: {
    errorClass: undefined,
    decision: "pass_through",
    retryable: false,
    fault: "none",
  },
  cancelled: {
    errorClass: undefined,
    decision: "pass_through",
    retryable: undefined,
    fault: "none",
  },
  interrupted: {
    errorClass: undefined,
    decision: "pass_through",
    retryable: undefined,
    fault: "none",
  },
} as const;

// Every row is complete; declared apart, since declarations are made file by file.
ERROR_TYPES satisfies Record<string, ErrorTypeRow>;

/** What happened. */
export type ErrorType = keyof typeof ERROR_TYPES;

/** Why a run ended. Always given, always with what tripped it. */
export const STOP_REASONS = [
  "completed",
  "max_steps",
  "stop_condition",
  "output_limit",
  "content_filter",
  "awaiting_input",
  "model_error",
  "cancelled",
  "deadline",
  "no_progress",
  "error_cascade",
  "tool_error_budget",
  "repair_exhausted",
  "forbidden",
  "corrupt_state",
  "host",
] as const;

/** Why a run ended. */
export type StopReason = (typeof STOP_REASONS)[number];

/** The stop reasons that the engine itself gives. Any other comes from the framework or the caller. */
export const HALT_REASONS = [
  "deadline",
  "no_progress",
  "error_cascade",
  "tool_error_budget",
  "repair_exhausted",
  "forbidden",
  "corrupt_state",
  "host",
] as const;

HALT_REASONS satisfies readonly StopReason[];

/** A stop reason that the engine itself gives. */
export type HaltReason = (typeof HALT_REASONS)[number];

/** What a tool does to the world (MCP annotations fill it in). `undefined` is "undeclared". */
export const EFFECTS = ["read", "idempotent", "write"] as const;

/** What a tool does to the world. */
export type Effect = (typeof EFFECTS)[number];

/** `enforce` acts, `observe` records what it would have done, `off` does neither. */
export const MODES = ["enforce", "observe", "off"] as const;

/** How far the engine may go. */
export type Mode = (typeof MODES)[number];

/** Whether a string is one of our error types. */
export function isErrorType(value: unknown): value is ErrorType {
  return typeof value === "string" && Object.hasOwn(ERROR_TYPES, value);
}
