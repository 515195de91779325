import type { Refusal } from "../ledger/ledger.ts";
import type { Tripped } from "../ledger/records.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { CallSlot } from "./run-state.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A call on its way to its executor: everything that preflight found out. */
export interface Plan {
  readonly call: ToolCall;
  readonly slot: CallSlot;
  readonly options: ToolOptions;
  /** After schema parsing where guards enforce, else as the model sent them. */
  readonly args: unknown;
  readonly signature: string;
  /** What enforce would have done, where guards only observe. */
  readonly would?: Objection | undefined;
  /** What would have tripped it. */
  readonly tripped?: Tripped | undefined;
}

/** Why a call is not to be executed. */
export type Objection =
  | { readonly kind: "halted" }
  | { readonly kind: "unknown_tool" }
  | { readonly kind: "invalid"; readonly issues: readonly ArgumentIssue[] }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * What admission gives: a plan to execute, an outcome that stands already, one under way, a repeat
 * that is none of our business, or the reason for which the caller has given up.
 */
export type Admission =
  | { readonly plan: Plan }
  | { readonly outcome: CallOutcome }
  | { readonly running: Promise<CallOutcome> }
  | { readonly bare: true }
  | { readonly thrown: unknown };

/** Admission while a schema is still being asked: a second ask for the position joins it. */
export interface Asking {
  readonly slot: CallSlot;
  readonly asking: Promise<Admission>;
}
