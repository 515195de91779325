/** Before or after the dependency did its work: the caller cannot tell, the world can. */
export type FaultMoment = "before" | "after";

/** What goes wrong. */
export type Fault =
  /** The service answers with a status. The default body is `{"error":"<status text>"}`. */
  | {
      readonly kind: "status";
      readonly status: number;
      /** Sent as `Retry-After`: seconds, or an HTTP date as text. */
      readonly retryAfter?: number | string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** No answer comes. The work is done all the same when `moment` is `after`. By default `before`. */
  | { readonly kind: "timeout"; readonly moment?: FaultMoment }
  /** The connection is cut. By default `before`. */
  | { readonly kind: "reset"; readonly moment?: FaultMoment }
  /** A success whose body is cut off half-way. */
  | { readonly kind: "bad_json"; readonly text?: string }
  /** A success with nothing in it. By default `[]`. */
  | { readonly kind: "empty"; readonly value?: unknown }
  /** The service refuses the value of a field and says which it takes (422). */
  | { readonly kind: "wrong_enum"; readonly field: string; readonly allowed: readonly string[] }
  /** The credentials do not reach that far (403). */
  | { readonly kind: "permission_denied"; readonly message?: string }
  /** The work is begun, not finished, and the dependency says that its data are damaged. */
  | { readonly kind: "half_written"; readonly message?: string };

/** When and where a fault strikes. The first rule that is due wins. */
export interface FaultRule {
  /** The target by name; `*` stands for any characters. @default every target */
  readonly on?: string;
  /** The calls of a target that it strikes, counted from 1; `"all"` for each. */
  readonly calls?: readonly number[] | "all";
  /** Or the share of calls that it strikes, 0 to 1, drawn from the seed. */
  readonly rate?: number;
  readonly fault: Fault;
}

/** A fault that struck, for a test to look at. */
export interface Strike {
  readonly target: string;
  /** The call of the target, from 1. */
  readonly call: number;
  readonly fault: Fault;
}
