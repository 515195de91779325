import type { CallOutcome, Recovery, Run, StopReason, ToolOptions } from "@recourse/core";
import { AbortWatch } from "./abort-watch.ts";
import { type Executable, executableOf } from "./executable.ts";
import { ModelResponse } from "./model-response.ts";
import { observeStep } from "./observe-step.ts";
import type { Present } from "./present.ts";
import type { MessageLike, StepLike, ToolExecutionLike, ToolSetLike } from "./sdk-types.ts";
import { reasonOfEngine } from "./stop-reason.ts";
import type { WatchedModel } from "./watched-model.ts";

/** How many calls are remembered for `toModelOutput`. */
const KEPT_CALLS = 1_000;

/** What the model is shown of a call that succeeded. */
export interface Shown {
  readonly output: unknown;
  /** The engine's text. */
  readonly text: string | undefined;
  /** What the tool's own `toModelOutput` gave. */
  readonly converted: unknown;
}

/**
 * Where the SDK's loop stands, for one run: which model response a call belongs to, which steps
 * have been looked at, and what the model is to read for calls whose value stays as it is.
 *
 * What few runs need is made when it is needed, and what belongs to one step is kept in a field
 * instead of a map: a run is made for every request, and a step takes tens of microseconds.
 */
export class Loop {
  readonly run: Run;
  /** Whether `prepareStep` and `stopWhen` were handed out: a halt needs them. */
  prepareStepWired = false;
  stopWhenWired = false;
  /** Whether the SDK has asked the stop condition since the open step began. */
  stopWhenAsked = false;
  /** The tools as the user gave them. */
  given: ToolSetLike | undefined;
  /** The names that the model may call. */
  availableTools: readonly string[] = [];
  /** The caller's abort, as last seen. */
  signal: AbortSignal | undefined;
  /** Why the loop ended, if it was not the engine that ended it. */
  ended: StopReason | undefined;
  /** Why the engine says that the loop before it ended, where a run is used for several. */
  endedBefore: StopReason | undefined;
  /** The caller aborted, and the run has its record: what the SDK still does is nobody's. */
  abandoned = false;
  /** Made for the loops that can be aborted. */
  abortWatch: AbortWatch | undefined;
  /** The last step seen. */
  lastStep: StepLike | undefined;
  /** The response of the model that is being worked on. */
  readonly response: ModelResponse = new ModelResponse();
  /** The model of the last step, as the SDK was given it. */
  watched: WatchedModel | undefined;
  /** The last value that was written as JSON for a record, which the SDK asks for next. */
  written: { readonly value: unknown; readonly json: string } | undefined;
  /** Whether this SDK turns a tool's value into plain JSON itself, as ai 7 does. */
  normalises = true;
  /** What the model was shown of a value of another process. */
  readonly present: Present;

  readonly #recovery: Recovery;
  /** The array of messages of the open step, and another that stands for it. */
  #messages: readonly unknown[] | undefined;
  #replaced: readonly unknown[] | undefined;
  /** The turn of those messages. */
  #messagesTurn = 0;
  #steps: readonly StepLike[] | undefined;
  #stepCount = 0;
  #stepTurn: number | undefined;
  #base = 0;
  #dangling: Map<string, string> | undefined;
  #answered: Map<string, string | undefined> | undefined;
  #shownByMessage: WeakMap<object, Map<boolean, MessageLike>> | undefined;
  #preflighted: Map<string, CallOutcome> | undefined;
  readonly #shown = new Map<string, Shown | undefined>();

  constructor(run: Run, recovery: Recovery, present: Present) {
    this.run = run;
    this.present = present;
    this.#recovery = recovery;
  }

  /** Texts for calls that the SDK left open, by id. */
  get dangling(): Map<string, string> {
    this.#dangling ??= new Map();
    return this.#dangling;
  }

  /** Approved or denied calls that the SDK answered itself, with the text for the model where it is ours. */
  get answered(): Map<string, string | undefined> {
    this.#answered ??= new Map();
    return this.#answered;
  }

  /** Whether the SDK answered a call itself. */
  get hasAnswered(): boolean {
    return this.#answered !== undefined && this.#answered.size > 0;
  }

  /** Messages as the model is to read them, by message and by whether envelopes are plain text. */
  get shownByMessage(): WeakMap<object, Map<boolean, MessageLike>> {
    this.#shownByMessage ??= new WeakMap();
    return this.#shownByMessage;
  }

  /** A tool that the SDK executes, by name. */
  executable(name: string): Executable | undefined {
    const { given } = this;
    if (given === undefined || !Object.hasOwn(given, name)) return undefined;
    const tool = given[name];
    return typeof tool?.execute === "function" ? executableOf(name, tool) : undefined;
  }

  /** Whether the engine checks, and perhaps changes, a tool's arguments. */
  hasSchema(name: string, options: ToolOptions): boolean {
    return this.#recovery.toolOptions(name, options).schema !== undefined;
  }

  /** Whether the run only looks on, without even recording. */
  get isOff(): boolean {
    const { messages, retry, guards } = this.run.modes;
    return messages === "off" && retry === "off" && guards === "off";
  }

  watchAbort(): AbortWatch {
    this.abortWatch ??= new AbortWatch(this);
    return this.abortWatch;
  }

  /** Something of the user's failed that would have rejected the run. */
  warn(code: string, what: string, error: unknown): void {
    this.#recovery.warnOnce(
      code,
      `${what}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  /** A halt that the wiring could not carry out. */
  warnUnwired(): void {
    const missing = [
      ...(this.stopWhenWired && this.stopWhenAsked ? [] : ["stopWhen: run.stopWhen(…)"]),
      ...(this.prepareStepWired ? [] : ["prepareStep: run.prepareStep(…)"]),
    ];
    if (missing.length === 0) return;
    this.#recovery.warnOnce(
      "halt_not_wired",
      `The run was halted (${this.run.halt?.reason}) and the model was called again: ` +
        `give the SDK ${missing.join(" and ")}, or spread run.wire({ tools, … }).`,
    );
  }

  /** The turn of a call: the calls of one step share one array of messages. */
  turnOf(messages: readonly unknown[]): number {
    if (messages === this.#messages || messages === this.#replaced) return this.#messagesTurn;
    const turn = this.#freshTurn();
    if (this.run.halt !== undefined) this.warnUnwired();
    this.#keepTurn(messages, turn);
    return turn;
  }

  /** A step begins: `messages` are those that its calls will be given. */
  beginStep(stepNumber: number, messages: readonly unknown[]): void {
    if (stepNumber === 0) {
      this.#base = this.run.turn + 1;
      this.endedBefore = reasonOfEngine(this.run);
      this.ended = undefined;
      this.response.failed = false;
      this.abandoned = false;
    }
    this.abortWatch?.stepBegins();
    this.stopWhenAsked = false;
    this.#stepTurn = this.#base + stepNumber;
    this.#keepTurn(messages, this.#stepTurn);
  }

  /** Another array that stands for the open step, since a `prepareStep` may replace the messages. */
  sameStep(messages: readonly unknown[]): void {
    this.#replaced = messages;
  }

  /** Looks at the steps that are new: the SDK hands over one array that grows, or a copy of it. */
  observe(steps: readonly StepLike[]): void {
    const goesOn =
      steps === this.#steps ||
      (this.lastStep !== undefined && steps[this.#stepCount - 1] === this.lastStep);
    for (let next = goesOn ? this.#stepCount : 0; next < steps.length; next += 1) {
      this.observeStep(steps[next] as StepLike);
    }
    this.#stepCount = steps.length;
    this.#steps = steps;
  }

  /** Looks at the step that has just ended, once. */
  observeStep(step: StepLike): void {
    if (step === this.lastStep) return;
    this.lastStep = step;
    this.#stepCount += 1;
    if (this.abandoned) return;
    observeStep(this, step, this.#stepTurn ?? Math.max(this.run.turn, 0));
  }

  /** What a preflight before an approval found, for the call itself to hand on. */
  keepPreflight(callId: string, outcome: CallOutcome): void {
    this.#preflighted ??= new Map();
    this.#preflighted.set(callId, outcome);
  }

  takePreflight({ toolCallId }: ToolExecutionLike): CallOutcome | undefined {
    const outcome = this.#preflighted?.get(toolCallId);
    if (outcome !== undefined) this.#preflighted?.delete(toolCallId);
    return outcome;
  }

  /** What the model is shown of a value that the application gets unchanged. */
  keepShown(callId: string, shown: Shown | undefined): void {
    if (this.#shown.size >= KEPT_CALLS) {
      const oldest = this.#shown.keys().next();
      if (oldest.done !== true) this.#shown.delete(oldest.value);
    }
    this.#shown.set(callId, shown);
  }

  /** Whether a call succeeded here, and not in another process. */
  executed(callId: string): boolean {
    return this.#shown.has(callId);
  }

  shownFor(callId: string, output: unknown): Shown | undefined {
    const shown = this.#shown.get(callId);
    return shown !== undefined && Object.is(shown.output, output) ? shown : undefined;
  }

  #keepTurn(messages: readonly unknown[], turn: number): void {
    this.#messages = messages;
    this.#replaced = undefined;
    this.#messagesTurn = turn;
  }

  #freshTurn(): number {
    if (this.#stepTurn !== undefined) return this.#stepTurn;
    // Approved calls run before the first step: they belong to the turn that asked for them.
    return this.prepareStepWired ? Math.max(this.run.turn, 0) : this.run.turn + 1;
  }
}
