import type { Diagnosis } from "../classify/diagnosis.ts";
import type { EmptyDescription, Explanation, ToolOptions } from "../engine/tool-options.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import type { CallEffectOutcome, Decision } from "../vocabulary.ts";
import type { Observation } from "./observation.ts";
import type { Wording } from "./wording.ts";

/** How texts are written: the same for every call of a run. */
export interface ComposeSettings {
  readonly wording: Wording;
  /** Removes secrets; applied before anything is cut. */
  readonly redact: (text: string) => string;
  /** Tokens that a failure's `content` may cost. @default 120 */
  readonly maxMessageTokens?: number | undefined;
  /** Counts tokens exactly. @default the estimate of `estimateTokens` */
  readonly tokenizer?: ((text: string) => number) | undefined;
  /** @default "plain" */
  readonly successText?: "plain" | "envelope" | undefined;
  /** Redact successful results too. @default false */
  readonly redactResults?: boolean | undefined;
}

/** What the tool's hooks said, already awaited. */
export interface HookTexts {
  /** The names that exist. */
  readonly enumerated?: readonly string[] | undefined;
  readonly explanation?: string | Explanation | undefined;
  readonly empty?: string | EmptyDescription | undefined;
}

/** Everything that is known of a call that failed. */
export interface FailureInput {
  readonly diagnosis: Diagnosis;
  readonly decision: Decision;
  readonly retryable: boolean;
  /** What was thrown or returned, or the fault that was settled. */
  readonly error?: unknown;
  readonly tool: string;
  readonly args?: unknown;
  readonly issues?: readonly ArgumentIssue[] | undefined;
  readonly options?: ToolOptions | undefined;
  readonly hooks?: HookTexts | undefined;
  /** How often the host tried. @default 1 */
  readonly attempts?: number | undefined;
  readonly outcome?: CallEffectOutcome | undefined;
  readonly availableTools?: readonly string[] | undefined;
  /** The tool that shows whether the call took effect. */
  readonly verifyTool?: string | undefined;
  /** Milliseconds before the same call makes sense. @default the diagnosis's */
  readonly waitMs?: number | undefined;
  /** Milliseconds that an attempt was given. */
  readonly timeoutMs?: number | undefined;
  /** For `repeated_call`: how often this very call was asked for, this time included. */
  readonly repeat?: { readonly count: number } | undefined;
  /** Set in the last turn before a limit ends the run. */
  readonly lastTurn?: { readonly limitName: string; readonly left: number } | undefined;
  /** For `empty_result` and `not_found`: the call may show whether one with an unknown outcome took effect. */
  readonly verifies?: boolean | undefined;
  /** Every attempt of the host failed: the service is unavailable now. */
  readonly unavailable?: boolean | undefined;
  /** The same mistake again after a repair. */
  readonly escalated?: boolean | undefined;
  readonly now?: number | undefined;
}

/** A call that succeeded. */
export interface SuccessInput {
  readonly tool: string;
  readonly args?: unknown;
  readonly result: unknown;
  readonly options?: ToolOptions | undefined;
  readonly hooks?: HookTexts | undefined;
  readonly attempts?: number | undefined;
  /** How the framework writes the value. @default text as is, else JSON */
  readonly format?: ((value: unknown) => string) | undefined;
  readonly lastTurn?: FailureInput["lastTurn"];
  readonly verifies?: FailureInput["verifies"];
  readonly availableTools?: readonly string[] | undefined;
}

/** The texts of one outcome. */
export interface Composed {
  readonly observation: Observation;
  /** What the model reads. */
  readonly content: string;
  /** Calm, nothing internal; absent on success. */
  readonly userMessage?: string;
  /** The operator's text: redacted, never shown to the model. */
  readonly detail?: string;
  /** Tokens of `content`. */
  readonly tokens: number;
}
