import type { TraceRecord } from "../ledger/records.ts";
import type { RunSnapshot } from "../ledger/snapshot.ts";
import type { WordingInput } from "../observation/wording.ts";
import type { RedactOptions } from "../redact/redact.ts";
import type { Mode } from "../vocabulary.ts";
import type { Clock } from "./clock.ts";
import type { RecoveryEvent } from "./events.ts";
import type { PolicyInput } from "./policy.ts";
import type { Incident, ModeByPart, Run, RunOptions } from "./run.ts";
import type { ToolOptions } from "./tool-options.ts";

/** Where records go. A sink that throws or rejects never breaks a call. */
export interface Sink {
  /** Takes one record. */
  write(record: TraceRecord): void | Promise<void>;
  /** Called once with a function by which a sink that works in the background tells of a failure. */
  attach?(report: (error: unknown, lost: number) => void): void;
  /** Resolves when everything written so far is safe. */
  flush?(): Promise<void>;
  /** Flushes and lets go of what the sink holds. */
  close?(): Promise<void>;
}

/** What `createRecovery` takes. All optional. */
export interface RecoveryOptions {
  /** @default "enforce" */
  readonly mode?: Mode | ModeByPart | undefined;
  /** Settings by tool name or by a pattern with `*`. A tool not named here is not unknown. */
  readonly tools?: Readonly<Record<string, ToolOptions>> | undefined;
  /** Settings for every tool. */
  readonly defaults?: ToolOptions | undefined;
  readonly policy?: PolicyInput | undefined;
  readonly sinks?: readonly Sink[] | undefined;
  /** Told everything that happens, as it happens. Warnings then come here and no longer to the console. */
  readonly onEvent?: ((event: RecoveryEvent) => void) | undefined;
  /** A repair that failed twice the same way, a dead branch of a critical tool: someone should look. */
  readonly onEscalate?: ((incident: Incident) => void | Promise<void>) | undefined;
  /** Told once when a run is halted, when its open calls have settled. */
  readonly onHalt?: ((incident: Incident) => void | Promise<void>) | undefined;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
  /** `plain` keeps what the framework sends for a success; `envelope` sends `{"ok":true,"data":…}`. @default "plain" */
  readonly successText?: "plain" | "envelope" | undefined;
  /** Our sentences, replaced as a whole or by error type. */
  readonly wording?: WordingInput | undefined;
  /** Secrets to remove besides the known formats. */
  readonly redaction?:
    | (RedactOptions & {
        /** Environment variables by name whose values are secret. */
        readonly env?: readonly string[];
      })
    | undefined;
  /** Redact successful results too. @default false */
  readonly redactResults?: boolean | undefined;
  /** Keep redacted arguments in the records. @default false */
  readonly recordArgs?: boolean | undefined;
  /** Counts the tokens of a text exactly. @default a documented estimate */
  readonly tokenizer?: ((text: string) => number) | undefined;
  /** Tokens that a failure may cost the model. @default 120 */
  readonly maxMessageTokens?: number | undefined;
  /** Labels for every run. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
}

/** Reusable settings from which runs are made. */
export interface Recovery<R extends Run = Run> {
  readonly options: RecoveryOptions;
  /** A fresh run, or the live one of the same `id`. */
  run(options?: RunOptions): R;
  /** A run that goes on from its snapshot, here or in another process. */
  resume(snapshot: RunSnapshot, options?: RunOptions): R;
  /** The live run of this id in this process. */
  liveRun(id: string): R | undefined;
  /** Lets a live run go without a record: its history was rewound, and another takes its place. */
  forget(id: string): void;
  /** The settings of a tool, merged: `tools` over `withRecovery` over the adapter's over `defaults`. */
  toolOptions(name: string, fromAdapter?: ToolOptions): ToolOptions;
  /** Emits a warning event once per code. */
  warnOnce(code: string, message: string): void;
  /** Resolves when every sink has everything. */
  flush(): Promise<void>;
}
