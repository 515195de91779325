import type { ArgumentIssue } from "../validation/issue.ts";
import type { Decision, ErrorType } from "../vocabulary.ts";

/** What a template is given: every text in it is clean, redacted and cut. */
export interface MessageFacts {
  readonly tool: string;
  readonly errorType: ErrorType;
  readonly decision: Decision;
  readonly retryable: boolean;
  /** How often the host tried. */
  readonly attempts: number;
  /** HTTP status, or undefined. */
  readonly status?: number | undefined;
  /** The code by which client or service names the failure. */
  readonly code?: string | undefined;
  /** The error's kind, where it tells something (`TypeError`). */
  readonly name?: string | undefined;
  /** The service's own words, not yet marked as such. Never part of the next step. */
  readonly said?: string | undefined;
  /** The failure is one of the host itself (its files, a command): there is no service. */
  readonly local: boolean;
  /** The same, marked by `wording.said`. */
  readonly quote?: string | undefined;
  /** The answer was a web page. */
  readonly html: boolean;
  /** The arguments as `name=value`. */
  readonly args: readonly string[];
  /** For `not_found`: which argument names what is not there, and the value as shown. */
  readonly subject?: { readonly name: string; readonly shown: string } | undefined;
  /** Names that exist: near ones, further ones, and how many there are in all. */
  readonly near: readonly string[];
  readonly others: readonly string[];
  readonly total: number;
  /** The tool that lists what exists. */
  readonly listTool?: string | undefined;
  /** The tool that shows whether the call took effect. */
  readonly verifyTool?: string | undefined;
  readonly waitSeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  /** The call may have taken effect. */
  readonly outcomeUnknown: boolean;
  /** Every attempt of the host failed, or none makes sense now. */
  readonly unavailable: boolean;
  /** The same mistake again after a repair. */
  readonly escalated: boolean;
  /** For `repeated_call`: how often this very call was asked for. 0 when not said. */
  readonly repeatCount: number;
  /** For `invalid_args`: how many misfits are not told one by one. */
  readonly issuesLeft?: number | undefined;
  /** Where the first of these are. */
  readonly placesLeft?: readonly string[] | undefined;
  /** For `empty_result`. */
  readonly searched?: string | undefined;
  readonly candidates?: number | undefined;
  readonly widen?: string | undefined;
  /** For `empty_result` and `not_found`: the call may show whether one with an unknown outcome took effect. */
  readonly verifies?: boolean | undefined;
}

/** What a sentence about one misfit is made of. */
export interface IssueFacts {
  /** `items[2].qty`; empty for the arguments themselves. */
  readonly place: string;
  readonly code: ArgumentIssue["code"];
  readonly expected?: string | undefined;
  /** The value that was sent, as shown; absent when nothing was. */
  readonly sent?: string | undefined;
  /** The kind of what was sent, e.g. "string"; absent for null and where nothing was. */
  readonly sentType?: string | undefined;
  /** How it can be sent right, where that is certain: the value without its quotes. */
  readonly corrected?: string | undefined;
  readonly actual?: string | undefined;
  /** The allowed values as shown, near ones first when the list is cut, and how many there are. */
  readonly allowed: readonly string[];
  readonly allowedTotal: number;
  readonly near: readonly string[];
  readonly description?: string | undefined;
  /** The validator's sentence, clean and cut. */
  readonly message: string;
  /** Further issues of the same kind at other indexes. */
  readonly more: number;
}

/** A sentence about one misfit. */
export interface IssueText {
  readonly code: ArgumentIssue["code"];
  /** What is wanted, without a full stop. */
  readonly says: string;
  /** What was sent instead. */
  readonly sent?: string;
  /** An instruction, without a full stop. */
  readonly fix: string;
}
