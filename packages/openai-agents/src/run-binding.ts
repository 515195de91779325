import type { RunContext } from "@openai/agents";
import type { CallOutcome, Run } from "@recourse/core";
import { nameFit } from "./mcp-call-matcher.ts";
import {
  type SeenCall,
  SHOWS_CALLS,
  toolExecutionOf,
  watchCalls,
  watcherOf,
} from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { qualifiedName } from "./tool-names.ts";

/** Call ids that are remembered; older ones are found in the history only. */
const REMEMBERED = 4096;

/** What is known of a call that was answered: one small number for each, since every call has one. */
const SUCCEEDED = 1;
const FAILED = 2;
/** Its result was looked at between two model calls. */
const SWEPT = 4;

const NONE: readonly SeenCall[] = [];

/** A text of the SDK's own, and ours in its place. */
export interface ReplacedText {
  readonly from: string;
  readonly to: string;
}

/** What ties a run of ours to a run of the SDK: which call belongs to which turn, and its text. */
export class RunBinding {
  readonly run: Run;
  /** The number of the model response whose calls are being executed, from 0. */
  turn: number;
  /** What is known of answered calls, by call id. */
  readonly #known = new Map<string, number>();
  /** Outcomes of calls that were settled before the tool was invoked, by call id. */
  #early: Map<string, CallOutcome> | undefined;
  /** What tools gave where the model reads an observation of ours all the same, by call id. */
  #plain: Map<string, string> | undefined;
  /** The calls of the open turn as the model made them, by call id, in order. */
  readonly #calls = new Map<string, SeenCall & { readonly index: number }>();
  /** Whether the order of the open turn's calls is that in which they were made. */
  #isOrdered = true;
  #claimed: Set<string> | undefined;
  #children: Map<string, Run> | undefined;
  #texts: Map<string, ReplacedText> | undefined;
  /** The agent that is at work. */
  agent: AnyAgent | undefined;
  /** The context of the SDK's run, once it is known. */
  context: RunContext<unknown> | undefined;
  /** A saved state of the SDK was tied to this run: it says itself which results are old. */
  isBound = false;
  /** The counters are those of the state's history, not those of a snapshot. */
  isRebuilt = false;
  /** Set when the SDK's own limit of turns has ended the run. */
  reachedMaxTurns = false;

  constructor(run: Run) {
    this.run = run;
    this.turn = run.turn;
  }

  /** Runs of agents inside a tool, by call id, so that an approval resumes the same one. */
  get children(): Map<string, Run> {
    this.#children ??= new Map();
    return this.#children;
  }

  /** What the model reads in place of the SDK's own text, by call id; absent where nothing. */
  get texts(): ReadonlyMap<string, ReplacedText> | undefined {
    return this.#texts;
  }

  replaceText(callId: string, from: string, to: string): void {
    this.#texts ??= new Map();
    this.#texts.set(callId, { from, to });
  }

  /** Marks a `toolExecution` object as this run's. */
  mark(toolExecution: object): void {
    (toolExecution as Marked)[MARK] = this;
  }

  /** Ties this run to a context of the SDK. */
  attach(context: RunContext<unknown>): void {
    this.context = context;
    watchCalls(context, this);
  }

  /** The model is about to be called: what comes next belongs to a new turn. */
  nextTurn(): void {
    this.turn = Math.max(this.turn, this.run.turn) + 1;
    if (this.#calls.size > 0) this.#calls.clear();
    this.#isOrdered = true;
    this.#early = undefined;
    this.#plain = undefined;
    this.#claimed = undefined;
  }

  note(call: SeenCall): void {
    if (this.#calls.has(call.callId)) return;
    this.#calls.set(call.callId, {
      callId: call.callId,
      name: qualifiedName(call),
      arguments: call.arguments,
      index: this.#calls.size,
    });
  }

  /** Notes the calls of a turn that began elsewhere. */
  noteResumed(calls: readonly SeenCall[]): void {
    for (const call of calls) this.note(call);
    this.#isOrdered = SHOWS_CALLS;
  }

  /** Whether the model has called something since the last time it was asked. */
  get hasOpenCalls(): boolean {
    return this.#calls.size > 0;
  }

  /** The open calls of which nothing is known. */
  get unanswered(): readonly SeenCall[] {
    let found: SeenCall[] | undefined;
    for (const call of this.#calls.values()) {
      if (this.#known.has(call.callId)) continue;
      found ??= [];
      found.push(call);
    }
    return found ?? NONE;
  }

  /** What the model asked for, when the SDK has shown it. */
  call(callId: string): (SeenCall & { readonly index: number }) | undefined {
    return this.#calls.get(callId);
  }

  /** The first open call of a server's tool that nobody has taken yet, in the order of the model. */
  claimCall(tool: string): SeenCall | undefined {
    for (const call of this.#calls.values()) {
      if (nameFit(call.name, tool) === 0 || this.#claimed?.has(call.callId) === true) continue;
      if (this.isOk(call.callId) !== undefined) continue;
      this.#claimed ??= new Set();
      this.#claimed.add(call.callId);
      return call;
    }
    return undefined;
  }

  /** `turn` and, when known, `index` of a call. */
  position(callId: string): { readonly turn: number; readonly index?: number } {
    const index = this.#isOrdered ? this.#calls.get(callId)?.index : undefined;
    const turn = Math.max(this.turn, 0);
    return index === undefined ? { turn } : { turn, index };
  }

  settled(callId: string, ok: boolean): void {
    const swept = (this.#known.get(callId) ?? 0) & SWEPT;
    this.#know(callId, swept | (ok ? SUCCEEDED : FAILED));
  }

  /** Whether a call has succeeded; `undefined` when nothing of it is known. */
  isOk(callId: string): boolean | undefined {
    const known = this.#known.get(callId) ?? 0;
    return (known & SUCCEEDED) !== 0 ? true : (known & FAILED) !== 0 ? false : undefined;
  }

  swept(callId: string): void {
    this.#know(callId, (this.#known.get(callId) ?? 0) | SWEPT);
  }

  isSwept(callId: string): boolean {
    return ((this.#known.get(callId) ?? 0) & SWEPT) !== 0;
  }

  #know(callId: string, what: number): void {
    this.#known.set(callId, what);
    if (this.#known.size <= REMEMBERED) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      break;
    }
  }

  keepPlain(callId: string, text: string): void {
    this.#plain ??= new Map();
    this.#plain.set(callId, text);
  }

  plainText(callId: string): string | undefined {
    return this.#plain?.get(callId);
  }

  keepEarly(callId: string, outcome: CallOutcome): void {
    this.#early ??= new Map();
    this.#early.set(callId, outcome);
  }

  takeEarly(callId: string): CallOutcome | undefined {
    const outcome = this.#early?.get(callId);
    this.#early?.delete(callId);
    return outcome;
  }
}

/** Where a run and a `toolExecution` object keep their binding: cheaper than a weak map for each. */
const MARK: unique symbol = Symbol("recourse.binding") as never;

interface Marked {
  [MARK]?: RunBinding;
}

/** The binding of a run; the same for every use of the run. */
export function bindingOf(run: Run): RunBinding {
  const known = (run as Run & Marked)[MARK];
  if (known !== undefined) return known;
  const binding = new RunBinding(run);
  (run as Run & Marked)[MARK] = binding;
  return binding;
}

/** The run that options made by `runOptions` belong to. */
export function markedBinding(toolExecution: unknown): RunBinding | undefined {
  return isObject(toolExecution) ? (toolExecution as Marked)[MARK] : undefined;
}

/** The run to which a tool call belongs: by the run's own mark first, then by its context. */
export function findBinding(context: unknown, details?: unknown): RunBinding | undefined {
  const marked = markedBinding(toolExecutionOf(details));
  if (marked !== undefined) return marked;
  const watcher = watcherOf(context);
  return watcher instanceof RunBinding ? watcher : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
