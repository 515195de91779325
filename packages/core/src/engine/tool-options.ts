import type { FaultInit } from "../observation/tool-fault.ts";
import type { StandardSchema } from "../validation/standard-schema.ts";
import type { Effect } from "../vocabulary.ts";
import type { RetryPolicy } from "./policy.ts";

/** A schema that a framework's tool may carry: Standard Schema, zod 3, or a JSON Schema object. */
export type ToolSchema = StandardSchema | ZodLikeSchema | JsonSchema;

/** The part of zod 3 that is used: recognised by shape, since copies of a package differ. */
export interface ZodLikeSchema {
  /** Checks a value; gives `{ success, data | error }`. */
  safeParse(value: unknown): unknown;
  readonly _def?: unknown;
}

/** A JSON Schema document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** What to say of an empty result: what was searched, how much there was, one way to widen. */
export interface EmptyDescription {
  /** What was searched, e.g. `open issues`: the arguments are named after it. */
  readonly searched?: string;
  /** How many candidates there were before the filter. */
  readonly candidates?: number;
  /** One concrete way to widen the search, as an instruction. */
  readonly widen?: string;
}

/** What the tool's author says of a failure in place of our own sentence. */
export interface Explanation {
  /** What failed and why. */
  readonly message?: string;
  /** What is true instead. */
  readonly instead?: string;
  /** What to do next, as an instruction. */
  readonly next?: string;
}

/** Settings of one tool. What they decide stands in docs/decisions.md of the repository. */
export interface ToolOptions {
  /** What the tool does to the world. @default undeclared: failures with an unknown outcome are not repeated by the host */
  readonly effect?: Effect | undefined;
  /** What the arguments must fit, checked before any side effect. @default the framework tool's own schema */
  readonly schema?: ToolSchema | undefined;
  /**
   * Milliseconds that one attempt may take, after which its signal aborts and the call fails with
   * `timeout`; `false` for no limit, as slow tools (builds, agents inside a tool) need.
   *
   * @default 60_000
   */
  readonly timeoutMs?: number | false | undefined;
  /** The host's retry of transient failures; `false` for none. @default the policy's */
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  /** When an identical call is refused; `refuse` refuses the third whatever has changed since. @default "refuse-unchanged" */
  readonly repeats?: "refuse-unchanged" | "refuse" | "allow" | undefined;
  /** Whether failures of this tool count against the run's budgets. @default true */
  readonly counts?: boolean | undefined;
  /** Whether the run cannot go on without this tool: `forbidden` and an exhausted repair then halt it. @default false */
  readonly critical?: boolean | undefined;
  /** The tool that shows whether a call of this one has taken effect. @default any tool with effect "read" */
  readonly verify?: string | undefined;
  /** The tool's own mapping of its errors; `undefined` leaves the error to the classifier. */
  readonly classify?:
    | ((error: unknown) => FaultInit["errorType"] | FaultInit | undefined)
    | undefined;
  /** The names that exist, for `not_found` and `invalid_args` (at most a few are shown). */
  readonly enumerate?:
    | ((args: unknown) => readonly string[] | Promise<readonly string[]>)
    | undefined;
  /** Our sentence for one failure, replaced; passes redaction and limits like any other text. */
  readonly explain?:
    | ((
        error: unknown,
        args: unknown,
      ) => string | Explanation | undefined | Promise<string | Explanation | undefined>)
    | undefined;
  /**
   * Whether a successful result is empty.
   *
   * @default `[]`, blank text, `null` of a tool that reads, and an object with an empty list under
   * `results`, `items`, `data`, `rows`, `matches`, `hits`, `records`, `documents`, `value` or `Items`
   * and nothing else but counts, paging and what was asked for: an order without items is no empty
   * result. Blank text of an idempotent tool is none, nor is anything that a declared write returns
   */
  readonly isEmpty?: ((result: unknown) => boolean) | undefined;
  /** What to say of an empty result. */
  readonly describeEmpty?:
    | ((args: unknown, result: unknown) => string | EmptyDescription | undefined)
    | undefined;
  /** Characters of a successful result that the model gets. @default no limit */
  readonly maxResultChars?: number | undefined;
}
