/** How the host retries a transient failure in code. */
export interface RetryPolicy {
  /** Attempts in all, the first included. @default 3 */
  readonly maxAttempts: number;
  /** Milliseconds of the first wait. @default 500 */
  readonly baseMs: number;
  /** What each further wait is multiplied by. @default 2 */
  readonly factor: number;
  /** Share of a wait that is random, 0 to 1. On a server's hint it only adds. @default 0.5 */
  readonly jitter: number;
  /** Milliseconds that the waits of one call may add up to; a longer hint means no further attempt. @default 30_000 */
  readonly maxWaitMs: number;
  /** Other settings for one kind of failure; `false` for no retry of it. @default none */
  readonly byErrorType?:
    | Readonly<Partial<Record<RetriedType, Partial<Omit<RetryPolicy, "byErrorType">> | false>>>
    | undefined;
}

/** The failures that are ever retried. */
export type RetriedType = "timeout" | "rate_limited" | "upstream";

/** The limits of a run. Each is a number or `false` (off). */
export interface Policy {
  readonly retry: RetryPolicy | false;
  /** The identical call of this number is refused. @default { limit: 3 } */
  readonly repeats: { readonly limit: number } | false;
  /** A cycle of up to `turns` turns run `times` times ends the run with `no_progress`. @default { turns: 5, times: 3 } */
  readonly cycle: { readonly turns: number; readonly times: number } | false;
  /** Failed turns in a row that end the run with `error_cascade`. @default 5 */
  readonly failedTurns: number | false;
  /** Errors of a run that end it with `tool_error_budget`. @default 30 */
  readonly errors: number | false;
  /** Turns in a row of nothing but empty results that end the run with `no_progress`. @default 8 */
  readonly emptyTurns: number | false;
  /** Repairs per tool and shape of failure. @default 1 */
  readonly repairs: number | false;
  /**
   * Takes the essays behind `strictPolicy` to the letter: `failedTurns` counts calls, the
   * third identical call is refused whatever changed and ends the run if it failed before, a hint
   * is cut to `maxWaitMs`, time-outs and 5xx are repeated even for writes, 401 and 403 end the run,
   * an unknown exception is the model's, successes come in the envelope. @default false
   */
  readonly literal: boolean;
}

/** The policy as a user gives it: anything left out keeps its default. */
export type PolicyInput = {
  readonly [K in Exclude<keyof Policy, "retry" | "repeats" | "cycle">]?: Policy[K] | undefined;
} & {
  readonly retry?: Partial<RetryPolicy> | false | undefined;
  readonly repeats?: { readonly limit?: number } | false | undefined;
  readonly cycle?: { readonly turns?: number; readonly times?: number } | false | undefined;
};
