import type { CallRecord, RunRecord, Tripped } from "../ledger/records.ts";
import type { ErrorType } from "../vocabulary.ts";
import type { Halt, Incident } from "./run.ts";

/** What an event of a run carries. */
export interface InRun {
  readonly runId: string;
}

/** What an event of one call carries: where it stands, as its record shows it. */
export interface InCall extends InRun {
  readonly tool: string;
  readonly callId: string;
  readonly turn: number;
  readonly index: number;
}

/** Everything that `onEvent` may be told. Closed: a new kind is a decision. */
export type RecoveryEvent =
  | (InCall & {
      readonly type: "retry_scheduled";
      readonly errorType: ErrorType;
      /** The attempt that follows. */
      readonly attempt: number;
      readonly waitMs: number;
    })
  | (InCall & { readonly type: "call_settled"; readonly record: CallRecord })
  | (InCall & { readonly type: "refused"; readonly tripped: Tripped })
  | (InCall & { readonly type: "late_settlement"; readonly ok: boolean; readonly attempt: number })
  | (InCall & { readonly type: "duplicate_result" })
  | (InCall & { readonly type: "escalated"; readonly tripped: Tripped; readonly message: string })
  | (InRun & { readonly type: "halted"; readonly halt: Halt; readonly incident: Incident })
  | (InRun & { readonly type: "run_finished"; readonly record: RunRecord })
  | (InRun & { readonly type: "engine_error"; readonly where: string; readonly error: unknown })
  | { readonly type: "sink_failed"; readonly error: unknown; readonly lost: number }
  | {
      readonly type: "warning";
      /** Stable, so that it can be filtered. */
      readonly code: string;
      readonly message: string;
    };
