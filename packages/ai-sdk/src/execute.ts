import type { CallContext, CallOutcome, Run, ToolCall } from "@recourse/core";
import { bindCallContext, childFault } from "@recourse/core/adapter";
import { type AmbientCall, insideCall, keepsAmbientCalls, streamInsideCall } from "./ambient.ts";
import { attemptOptions } from "./attempt-options.ts";
import { orTimeout, withoutTimeouts } from "./caller-signal.ts";
import { ChunkRelay } from "./chunk-relay.ts";
import type { Executable } from "./executable.ts";
import type { Loop } from "./loop.ts";
import { convertedModelOutput, jsonText, outputText, sendable } from "./model-output.ts";
import type { ToolExecutionLike, ToolLike } from "./sdk-types.ts";
import { ToolRecoveryError } from "./tool-recovery-error.ts";

type Execute = NonNullable<ToolLike["execute"]>;

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/**
 * The `execute` that the SDK calls. It is never an async function itself: the SDK asks of what it
 * returns, before awaiting it, whether it can be iterated.
 */
export function wrapExecute(loop: Loop, executable: Executable): Execute {
  return (input, options) => {
    const { abortSignal } = options;
    if (loop.abandoned && abortSignal?.aborted === true) return Promise.reject(abortSignal.reason);
    const call = new Execution(loop, executable, input, options);
    const settled = loop.takePreflight(options);
    if (settled !== undefined) return call.refused(settled);
    if (executable.kind === "async") return call.once();
    return executable.kind === "generator" ? call.stream() : call.discover();
  };
}

/** A call as core takes it. */
export function toolCall(
  loop: Loop,
  { name, options: settings }: Executable,
  input: unknown,
  options: ToolExecutionLike,
  index: number | undefined,
): Writable<ToolCall> {
  const { abortSignal } = options;
  loop.signal = abortSignal ?? loop.signal;
  loop.normalises = !("experimental_context" in options);
  const call: Writable<ToolCall> = {
    id: options.toolCallId,
    tool: name,
    args: input,
    turn: loop.turnOf(options.messages),
    options: settings,
    availableTools: loop.availableTools,
  };
  if (index !== undefined) call.index = index;
  // Early releases execute what the output limit may have cut off.
  if (loop.response.truncated) call.truncated = true;
  if (abortSignal !== undefined) {
    call.signal = withoutTimeouts(abortSignal);
    call.mayRepeat = () => !abortSignal.aborted;
  }
  return call;
}

/** One call on its way through the engine. */
class Execution {
  readonly #loop: Loop;
  readonly #executable: Executable;
  readonly #input: unknown;
  readonly #options: ToolExecutionLike;
  /** What the tool's own `toModelOutput` made of the value. */
  #converted: unknown;
  /** Set when JSON cannot hold the value as it is. */
  #unsendable = false;

  constructor(loop: Loop, executable: Executable, input: unknown, options: ToolExecutionLike) {
    this.#loop = loop;
    this.#executable = executable;
    this.#input = input;
    this.#options = options;
  }

  /** A tool that gives a promise. */
  async once(): Promise<unknown> {
    const outcome = await this.#loop.run.call(this.#call(), (args, context) =>
      this.#result(this.#invoke(args, context)),
    );
    return this.#handOn(outcome);
  }

  /** A tool that streams. */
  async *stream(): AsyncGenerator<unknown> {
    const outcome = yield* this.#loop.run.stream(this.#call(), (args, context) =>
      this.#chunks(this.#invoke(args, context) as AsyncIterable<unknown>),
    );
    this.#handOn(outcome);
  }

  /** A plain function, which may give either; it is called before this returns. */
  discover(): unknown {
    const call = this.#call();
    const { mayRepeat } = call;
    let relay: ChunkRelay | undefined;
    call.mayRepeat = () => relay?.begun !== true && mayRepeat?.() !== false;
    const settled = this.#loop.run.call(call, (args, context) => {
      const value = this.#invoke(args, context);
      if (!isAsyncIterable(value)) return this.#result(value);
      relay ??= new ChunkRelay();
      return relay.take(this.#chunks(value), context.signal);
    });
    return relay === undefined
      ? settled.then((outcome) => this.#handOn(outcome))
      : this.#relayed(relay, settled);
  }

  async *#relayed(relay: ChunkRelay, settled: Promise<CallOutcome>): AsyncGenerator<unknown> {
    this.#handOn(yield* relay.until(settled));
  }

  /** A call that was settled before it was to be executed. */
  async refused(outcome: CallOutcome): Promise<unknown> {
    return this.#handOn(outcome);
  }

  #result(value: unknown): unknown {
    return this.#convertsOutput ? this.#withConversion(value) : value;
  }

  /** The chunks of a tool that streams, the last of them converted. */
  async *#chunks(values: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    let last: unknown;
    for await (const chunk of values) {
      last = chunk;
      yield chunk;
    }
    if (this.#convertsOutput) await this.#withConversion(last);
  }

  /** A success is handed on as it is, a failure thrown: the SDK makes a `tool-error` of it. */
  #handOn(outcome: CallOutcome): unknown {
    if (!outcome.ok && outcome.intervened) throw new ToolRecoveryError(outcome);
    const value = this.#unsendable ? sendable(outcome.value) : outcome.value;
    const text = outcome.ok && outcome.intervened ? outcome.content : undefined;
    const plain = text === undefined && this.#converted === undefined;
    this.#loop.keepShown(
      this.#options.toolCallId,
      plain ? undefined : { output: value, text, converted: this.#converted },
    );
    return value;
  }

  #call(): Writable<ToolCall> {
    const index = this.#loop.response.begins(this.#options.toolCallId);
    const call = toolCall(this.#loop, this.#executable, this.#input, this.#options, index);
    call.format = (value) => this.#format(value);
    return call;
  }

  #format(value: unknown): string {
    if (this.#converted !== undefined) return outputText(this.#converted);
    if (typeof value === "string") return value;
    try {
      const json = JSON.stringify(value) ?? "null";
      this.#loop.written = { value, json };
      return json;
    } catch {
      this.#unsendable = this.#isEnforced && !this.#convertsOutput;
      return jsonText(value);
    }
  }

  #invoke(args: unknown, context: CallContext): unknown {
    const { name, tool } = this.#executable;
    const { abortSignal } = this.#options;
    const input = this.#inputFor(args);
    const given = this.#given(context);
    const value = keepsAmbientCalls()
      ? withChildren(this.#loop.run, name, context, () => tool.execute?.(input, given))
      : tool.execute?.(input, given);
    return abortSignal === undefined ? value : orTimeout(value, abortSignal);
  }

  /** Where nothing is retried or timed, the options are the SDK's own. */
  #given(context: CallContext): ToolExecutionLike {
    if (this.#loop.run.modes.retry === "enforce") return attemptOptions(this.#options, context);
    bindCallContext(this.#options, context);
    return this.#options;
  }

  /** The SDK has parsed the input: a text is unwrapped as JSON only where the engine has a schema. */
  #inputFor(args: unknown): unknown {
    if (typeof this.#input !== "string") return args;
    const { name, options } = this.#executable;
    return this.#loop.hasSchema(name, options) ? args : this.#input;
  }

  get #convertsOutput(): boolean {
    return this.#executable.tool.toModelOutput !== undefined && this.#isEnforced;
  }

  /** Whether what the model reads is ours to change. */
  get #isEnforced(): boolean {
    return this.#loop.run.modes.messages === "enforce";
  }

  /** Converts ahead of the SDK, so that the record can say what the model reads. */
  async #withConversion(given: unknown): Promise<unknown> {
    const output = await given;
    const { tool } = this.#executable;
    const { toolCallId } = this.#options;
    try {
      const converted = await tool.toModelOutput?.({ toolCallId, input: this.#input, output });
      this.#converted = convertedModelOutput(converted, this.#loop.normalises);
    } catch {
      // The same conversion fails again when the SDK asks for it, and is reported there.
    }
    return output;
  }
}

/**
 * An agent inside the tool that was halted makes the call one that failed. The model reads the name
 * of the agent, or the one by which it knows it.
 */
function withChildren(
  run: Run,
  tool: string,
  context: CallContext,
  inside: () => unknown,
): unknown {
  // The key is made when it is asked for: most calls have no agent in them.
  const call: AmbientCall = {
    run,
    get key() {
      return context.idempotencyKey;
    },
    children: [],
  };
  const failIfHalted = (): void => {
    const halted = call.children.find(({ run: child }) => child.halt !== undefined);
    if (halted?.run.halt !== undefined) throw childFault(halted.agent ?? tool, halted.run.halt);
  };
  const value = insideCall(call, inside);
  if (isAsyncIterable(value)) return streamInsideCall(call, value, failIfHalted);
  return Promise.resolve(value).then((settled) => {
    failIfHalted();
    return settled;
  });
}

/** As the SDK asks it. */
function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  const { [Symbol.asyncIterator]: iterate } = (value ?? {}) as Partial<AsyncIterable<unknown>>;
  return typeof iterate === "function";
}
