import type { Diagnosis } from "../classify/diagnosis.ts";
import type { AttemptLogEntry, Tripped } from "../ledger/records.ts";
import type { HookTexts } from "../observation/composed.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import type { Decision } from "../vocabulary.ts";
import type { SettledCall } from "./run.ts";
import type { CallSlot } from "./run-state.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A call that failed, however it did. */
export interface Failure {
  readonly call: SettledCall;
  readonly slot: CallSlot;
  readonly options: ToolOptions;
  readonly args: unknown;
  readonly diagnosis: Diagnosis;
  /** What was thrown or returned, or the fault that was settled. */
  readonly error?: unknown;
  /** Set when the failure was returned: the value as the tool gave it. */
  readonly returned?: { readonly value: unknown } | undefined;
  readonly issues?: readonly ArgumentIssue[] | undefined;
  readonly attemptLog: readonly AttemptLogEntry[];
  readonly durationMs: number;
  readonly hooks?: HookTexts | undefined;
  /** Milliseconds that an attempt was given. */
  readonly timeoutMs?: number | undefined;
  readonly repeat?: { readonly count: number } | undefined;
  readonly verifyTool?: string | undefined;
  readonly tripped?: Tripped | undefined;
  /** In observe mode: what a guard would have done before the call. */
  readonly would?: Decision | undefined;
  /** The engine itself refuses to run the call: the text is ours in every mode of messages. */
  readonly byGuard?: boolean | undefined;
  /** The result is not ours to touch: executed elsewhere. */
  readonly external?: boolean | undefined;
}
