import type { CallOutcome, Recovery, Run, StopReason, ToolOptions } from "@recourse/core";
import type { Executable } from "./execute.ts";
import { ModelResponse } from "./model-response.ts";
import type { Present } from "./present.ts";
import type { MessageLike, StepLike, ToolExecutionLike } from "./sdk-types.ts";

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
 */
export class Loop {
  readonly run: Run;
  /** Whether `prepareStep` and `stopWhen` were handed out: a halt needs them. */
  prepareStepWired = false;
  stopWhenWired = false;
  /** The names that the model may call. */
  availableTools: readonly string[] = [];
  /** The tools that the SDK executes, by name. */
  readonly executables: Map<string, Executable> = new Map();
  /** The caller's abort, as last seen. */
  signal: AbortSignal | undefined;
  /** Why the loop ended, if it was not the engine that ended it. */
  ended: StopReason | undefined;
  /** The last step seen. */
  lastStep: StepLike | undefined;
  /** Called for each step once, in order. */
  onStep: ((step: StepLike, turn: number) => void) | undefined;

  #turnByMessages = new WeakMap<object, number>();
  #seen = new WeakSet<object>();
  #steps: readonly StepLike[] | undefined;
  #stepCount = 0;
  #stepTurn: number | undefined;
  #base = 0;
  #preflighted = new Map<string, CallOutcome>();
  #shown = new Map<string, Shown | undefined>();

  /** The response of the model that is being worked on. */
  readonly response: ModelResponse = new ModelResponse();
  /** Texts for calls that the SDK left open, by id. */
  readonly dangling: Map<string, string> = new Map();
  /** Approved or denied calls that the SDK answered itself, with the text for the model where it is ours. */
  readonly answered: Map<string, string | undefined> = new Map();
  /** Messages as the model is to read them, by message and by whether envelopes are plain text. */
  readonly shownByMessage: WeakMap<object, Map<boolean, MessageLike>> = new WeakMap();
  /** Whether this SDK turns a tool's value into plain JSON itself, as ai 7 does. */
  normalises = true;
  /** What the model was shown of a value of another process. */
  readonly present: Present;
  readonly #recovery: Recovery;

  constructor(run: Run, recovery: Recovery, present: Present) {
    this.run = run;
    this.present = present;
    this.#recovery = recovery;
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
      ...(this.stopWhenWired ? [] : ["stopWhen: run.stopWhen(…)"]),
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
    const known = this.#turnByMessages.get(messages);
    if (known !== undefined) return known;
    const turn = this.#freshTurn();
    if (this.run.halt !== undefined) this.warnUnwired();
    this.#turnByMessages.set(messages, turn);
    return turn;
  }

  /** A step begins: `messages` are those that its calls will be given. */
  beginStep(stepNumber: number, messages: readonly unknown[]): number {
    if (stepNumber === 0) {
      this.#base = this.run.turn + 1;
      this.ended = undefined;
    }
    this.#stepTurn = this.#base + stepNumber;
    this.#turnByMessages.set(messages, this.#stepTurn);
    return this.#stepTurn;
  }

  /** Another array that stands for the open step, since a `prepareStep` may replace the messages. */
  sameStep(messages: readonly unknown[]): void {
    if (this.#stepTurn !== undefined) this.#turnByMessages.set(messages, this.#stepTurn);
  }

  /** Looks at the steps that are new: the SDK hands over one array that grows. */
  observe(steps: readonly StepLike[]): void {
    for (
      let index = steps === this.#steps ? this.#stepCount : 0;
      index < steps.length;
      index += 1
    ) {
      const step = steps[index];
      if (step !== undefined) this.observeStep(step);
    }
    this.#steps = steps;
    this.#stepCount = steps.length;
  }

  /** Looks at the step that has just ended, once. */
  observeStep(step: StepLike): void {
    if (this.#seen.has(step)) return;
    this.#seen.add(step);
    this.lastStep = step;
    this.onStep?.(step, this.#stepTurn ?? Math.max(this.run.turn, 0));
  }

  /** What a preflight before an approval found, for the call itself to hand on. */
  keepPreflight(callId: string, outcome: CallOutcome): void {
    this.#preflighted.set(callId, outcome);
  }

  takePreflight({ toolCallId }: ToolExecutionLike): CallOutcome | undefined {
    const outcome = this.#preflighted.get(toolCallId);
    if (outcome !== undefined) this.#preflighted.delete(toolCallId);
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

  #freshTurn(): number {
    if (this.#stepTurn !== undefined) return this.#stepTurn;
    // Approved calls run before the first step: they belong to the turn that asked for them.
    return this.prepareStepWired ? Math.max(this.run.turn, 0) : this.run.turn + 1;
  }
}
