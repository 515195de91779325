import type { CallRecord, RunCounters, Tripped } from "../ledger/records.ts";
import type { RunSnapshot } from "../ledger/snapshot.ts";
import type { Observation } from "../observation/observation.ts";
import type { FaultInit } from "../observation/tool-fault.ts";
import type { HaltReason, Mode, StopReason } from "../vocabulary.ts";
import type { ToolOptions } from "./tool-options.ts";

/** Where a call stands in a run, and what was asked for. */
export interface ToolCall {
  /** The framework's id. May be empty or repeated: results are paired by position. */
  readonly id: string;
  readonly tool: string;
  /** As the model sent them; a JSON string is unwrapped once. */
  readonly args: unknown;
  /** The number of the model response, from 0. A higher one closes the turn before. */
  readonly turn: number;
  /**
   * The position in the turn, from 0. Without it the id stands for the position: the same id with
   * the same arguments in one turn is a replay of what has succeeded, not a second call.
   * @default the next free one
   */
  readonly index?: number;
  /** What the adapter knows of the tool; the user's own settings win. */
  readonly options?: ToolOptions | undefined;
  /** The caller's abort. */
  readonly signal?: AbortSignal | undefined;
  /** How the framework writes a successful value for the model. @default text as is, else JSON */
  readonly format?: ((value: unknown) => string) | undefined;
  /** A failure that the framework marks in a returned value (`isError`, a ToolMessage's status). */
  readonly returnedFailure?:
    | ((value: unknown) => { readonly error: unknown } | undefined)
    | undefined;
  /** Whether a thrown value is the framework's own control flow (an interrupt): it passes through. */
  readonly passThrough?: ((thrown: unknown) => boolean) | undefined;
  /** The names that the model may call. */
  readonly availableTools?: readonly string[] | undefined;
  /** The response was cut off by the output limit: nothing of it is executed. */
  readonly truncated?: boolean | undefined;
  /** Asked before each further attempt: `false` once the framework has given the call up. @default always */
  readonly mayRepeat?: (() => boolean) | undefined;
}

/** A call that never reaches an executor. */
export type SettledCall = Omit<ToolCall, "args"> & { readonly args?: unknown };

/** What a tool is given besides its arguments. */
export interface CallContext {
  /** Aborts on the caller's abort, the attempt's time-out and the run's deadline. */
  readonly signal: AbortSignal;
  /** From 1. */
  readonly attempt: number;
  /** The same over attempts, resumes and repeats until the model has seen the call succeed. */
  readonly idempotencyKey: string;
}

/** A run that is to end, and why. */
export interface Halt {
  readonly reason: HaltReason;
  readonly tripped?: Tripped;
  /** Calm, nothing internal. */
  readonly userMessage: string;
}

/** What became of a call. */
export interface CallOutcome<Value = unknown> {
  readonly ok: boolean;
  /** What the model reads. */
  readonly content: string;
  readonly observation: Observation;
  /** What the tool returned, on success and on a returned failure. */
  readonly value?: Value;
  /** What the tool threw, or the fault that was settled. */
  readonly error?: unknown;
  /** For the person in front of the agent: calm, nothing internal. Absent on success. */
  readonly userMessage?: string;
  readonly record: CallRecord;
  /** Set when this call ended the run or came after its end. */
  readonly halt?: Halt;
  /**
   * Whether `content` replaces what the framework would send. `false`: hand on `value` as it is
   * (plain successes, and everything in modes that only observe).
   */
  readonly intervened: boolean;
}

/** What a caller may say of a run. */
export interface RunOptions {
  /** @default a random UUID. A live run of the same id is shared. */
  readonly id?: string | undefined;
  /** Milliseconds from now until the run's deadline; no wait outlasts it. @default none */
  readonly runTimeoutMs?: number | undefined;
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly model?: string | undefined;
  readonly agent?: string | undefined;
  /** The caller's abort, for every call of the run. */
  readonly signal?: AbortSignal | undefined;
  /** @default the recovery's */
  readonly mode?: Mode | ModeByPart | undefined;
  /** Literal secrets of this run (a tenant's keys), redacted everywhere. */
  readonly literals?: readonly string[] | undefined;
  /** Set by adapters. @default "none" */
  readonly framework?: string | undefined;
  readonly parentRunId?: string | undefined;
}

/** What the run of an agent inside a tool is given. */
export interface ChildOptions {
  readonly agent?: string;
  /** @default a random UUID */
  readonly id?: string;
  readonly model?: string;
  /**
   * What the idempotency keys of its calls are made of in place of its id: the key of the call that
   * it goes on in, with a number where several agents do. They then stay the same when that call is
   * repeated by the host or taken up by another process, although the child is a new one each time.
   */
  readonly keyBase?: string;
}

/** A mode for each part of the engine. */
export interface ModeByPart {
  readonly messages?: Mode;
  readonly retry?: Mode;
  readonly guards?: Mode;
}

/** A call found in a framework's message history, for a run that has no snapshot. */
export interface HistoryCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly turn: number;
  readonly index: number;
  /** The text of its result; `undefined` when it has none. */
  readonly content?: string | undefined;
  /** What the framework marked. @default read from the envelope, else true */
  readonly ok?: boolean | undefined;
  readonly options?: ToolOptions | undefined;
  /** The record's `outcomeHash`, where the framework's message kept it. @default from the text */
  readonly outcomeHash?: string | undefined;
  /** The record's `shape`, where the framework's message kept it. */
  readonly shape?: string | undefined;
  /** This call ended the run, and why, where the framework's message kept it. */
  readonly halt?: HaltReason | undefined;
}

/** One run of an agent: its ledger, its budgets and its end. */
export interface Run {
  readonly id: string;
  /** The open turn; -1 before the first call. */
  readonly turn: number;
  readonly stopReason: StopReason | undefined;
  /** The halt that the engine decided, until the caller has ended the run. */
  readonly halt: Halt | undefined;
  readonly counters: RunCounters;
  /** How far each part may go; adapters change nothing the model sees unless it says `enforce`. */
  readonly modes: Readonly<Required<ModeByPart>>;
  /**
   * Executes one call under the policy. Rejects only with the very object that the tool threw,
   * and only where it is not ours to handle: the caller's abort, a framework's interrupt, or a
   * mode that observes.
   */
  call<Args = unknown, Value = unknown>(
    call: ToolCall,
    execute: (args: Args, context: CallContext) => Value | Promise<Value>,
  ): Promise<CallOutcome<Awaited<Value>>>;
  /**
   * The same for a tool that streams: what `execute` yields is passed on, the last value yielded
   * is the result. Retried only before the first yield.
   */
  stream<Args = unknown, Chunk = unknown>(
    call: ToolCall,
    execute: (args: Args, context: CallContext) => AsyncIterable<Chunk>,
  ): AsyncGenerator<Chunk, CallOutcome<Chunk>>;
  /**
   * Whether the call could run: arguments against the schema, then repeats and budgets. Gives the
   * settled outcome if not, else `undefined` and no record. For frameworks that ask a human first.
   */
  preflight(call: ToolCall): Promise<CallOutcome | undefined>;
  /** Settles a call that has no executor: bad JSON, an unknown tool, a rejection. */
  settle(call: SettledCall, fault: FaultInit | unknown): CallOutcome;
  /** Records a call that the framework or a provider executed, without touching its result. */
  recordExternal(
    call: SettledCall,
    result: { readonly value: unknown } | { readonly error: unknown },
  ): CallRecord;
  /** Judges the open turn. Called by itself when a call of a later turn comes. */
  closeTurn(): Halt | undefined;
  /** The history was compacted or a person spoke: the comparison of repeats starts afresh. */
  contextChanged(): void;
  /** Ends the run from outside with `host`. */
  stop(detail?: string): void;
  /** A run of an agent inside a tool: own id, turns and repeats; shared budgets, deadline, mode. */
  child(options?: ChildOptions): Run;
  /** Closes the turn, writes the run record once. @default reason the halt's; else "cancelled" where the run's signal has aborted, "completed" where not */
  finish(reason?: StopReason): Promise<void>;
  /** The run on one page, at any time. */
  report(): RunReport;
  /** A snapshot for `recovery.resume`, here or in another process. */
  toJSON(): RunSnapshot;
  /** Folds calls of a framework's history that the ledger does not know yet. */
  restore(history: readonly HistoryCall[]): void;
}

/** A run on one page: for the caller, for an incident, for a human. Plain JSON. */
export interface RunReport {
  readonly runId: string;
  readonly stopReason: StopReason | undefined;
  readonly tripped?: Tripped;
  readonly userMessage?: string;
  readonly counters: RunCounters;
  /** The last calls, oldest first. */
  readonly lastCalls: readonly CallRecord[];
  /** Calls known to have taken effect, and calls that may have. */
  readonly done: readonly CallSummary[];
  readonly unknown: readonly CallSummary[];
  /** The same for the same kind of incident, for alerting. */
  readonly fingerprint: string;
  /** The page of text. */
  readonly text: string;
}

/** One call in one line. */
export interface CallSummary {
  readonly tool: string;
  readonly callId: string;
  readonly signature: string;
  readonly args?: string;
}

/** What `onHalt` is given. */
export type Incident = RunReport;
