import type { CallContext, CallOutcome, Run, ToolCall, ToolOptions } from "@recourse/core";
import { bindCallContext, childFault } from "@recourse/core/adapter";
import { type AmbientCall, insideCall, keepsAmbientCalls } from "./ambient.ts";
import { orTimeout, withoutTimeouts } from "./caller-signal.ts";
import type { Loop } from "./loop.ts";
import { jsonText, outputText, sendable } from "./model-output.ts";
import type { ToolExecutionLike, ToolLike } from "./sdk-types.ts";
import { ToolRecoveryError } from "./tool-recovery-error.ts";

/** A tool as it will be called. */
export interface Executable {
  readonly name: string;
  readonly tool: ToolLike;
  readonly options: ToolOptions;
}

type Execute = NonNullable<ToolLike["execute"]>;

/**
 * The `execute` that the SDK calls. It is never an async function itself: the SDK asks of what it
 * returns, before awaiting it, whether it can be iterated.
 */
export function wrapExecute(loop: Loop, executable: Executable): Execute {
  const kind: unknown = Reflect.get(executable.tool.execute as Execute, Symbol.toStringTag);
  return (input, options) => {
    const call = new Execution(loop, executable, input, options);
    const settled = loop.takePreflight(options);
    if (settled !== undefined) return call.refused(settled);
    if (kind === "AsyncGeneratorFunction") return call.stream();
    return kind === "AsyncFunction" ? call.once() : call.discover();
  };
}

/** A call as core takes it. */
export function toolCall(
  loop: Loop,
  { name, options: settings }: Executable,
  input: unknown,
  options: ToolExecutionLike,
  index: number | undefined = loop.response.position(options.toolCallId),
): ToolCall {
  loop.signal = options.abortSignal ?? loop.signal;
  loop.normalises = !("experimental_context" in options);
  const call = {
    id: options.toolCallId,
    tool: name,
    args: input,
    turn: loop.turnOf(options.messages),
    options: settings,
    availableTools: loop.availableTools,
    ...(index === undefined ? {} : { index }),
  };
  const { abortSignal } = options;
  return abortSignal === undefined
    ? call
    : {
        ...call,
        signal: withoutTimeouts(abortSignal),
        mayRepeat: () => !abortSignal.aborted,
      };
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
    const outcome = await this.#loop.run.call(this.#call(), (args, context) => {
      const value = this.#invoke(args, context);
      return this.#convertsOutput ? this.#withConversion(value) : value;
    });
    return this.#handOn(outcome);
  }

  /** A tool that streams. */
  async *stream(): AsyncGenerator<unknown> {
    const outcome = yield* this.#loop.run.stream(this.#call(), (args, context) =>
      this.#chunks(this.#invoke(args, context)),
    );
    this.#handOn(outcome);
  }

  /** A plain function, which may give either; it is called before this returns. */
  discover(): unknown {
    let streams = false;
    const generator = this.#loop.run.stream(this.#call(), (args, context) => {
      const value = this.#invoke(args, context);
      streams = isAsyncIterable(value);
      return this.#chunks(value);
    });
    const first = generator.next();
    if (streams) return this.#resume(generator, first);
    return this.#drain(generator, first);
  }

  /** A call that was settled before it was to be executed. */
  async refused(outcome: CallOutcome): Promise<unknown> {
    return this.#handOn(outcome);
  }

  async *#resume(
    generator: AsyncGenerator<unknown, CallOutcome>,
    first: Promise<IteratorResult<unknown, CallOutcome>>,
  ): AsyncGenerator<unknown> {
    let next = await first;
    while (next.done !== true) {
      yield next.value;
      next = await generator.next();
    }
    this.#handOn(next.value);
  }

  async #drain(
    generator: AsyncGenerator<unknown, CallOutcome>,
    first: Promise<IteratorResult<unknown, CallOutcome>>,
  ): Promise<unknown> {
    let next = await first;
    while (next.done !== true) next = await generator.next();
    return this.#handOn(next.value);
  }

  /** What a tool gave, as chunks of which the last is the result. */
  async *#chunks(value: unknown): AsyncGenerator<unknown> {
    let last: unknown;
    if (isAsyncIterable(value)) {
      for await (const chunk of value) {
        last = chunk;
        yield chunk;
      }
      if (this.#convertsOutput) await this.#withConversion(last);
      return;
    }
    last = await value;
    if (this.#convertsOutput) await this.#withConversion(last);
    yield last;
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

  #call(): ToolCall {
    const index = this.#loop.response.take(this.#options.toolCallId);
    const call = toolCall(this.#loop, this.#executable, this.#input, this.#options, index);
    return { ...call, format: (value) => this.#format(value) };
  }

  #format(value: unknown): string {
    if (this.#converted !== undefined) return outputText(this.#converted);
    if (typeof value === "string") return value;
    try {
      return JSON.stringify(value) ?? "null";
    } catch {
      this.#unsendable = !this.#convertsOutput;
      return jsonText(value);
    }
  }

  #invoke(args: unknown, context: CallContext): unknown {
    const { name, tool, options: settings } = this.#executable;
    const { abortSignal } = this.#options;
    // The SDK has parsed the input; the engine's arguments differ only where it has a schema.
    const input = this.#loop.hasSchema(name, settings) ? args : this.#input;
    const given =
      this.#loop.run.modes.retry === "enforce" ? withSignal(this.#options, context) : this.#options;
    bindCallContext(given, context);
    const value = keepsAmbientCalls()
      ? withChildren(this.#loop.run, () => tool.execute?.(input, given))
      : tool.execute?.(input, given);
    return abortSignal === undefined ? value : orTimeout(value, abortSignal);
  }

  get #convertsOutput(): boolean {
    return (
      this.#executable.tool.toModelOutput !== undefined &&
      this.#loop.run.modes.messages === "enforce"
    );
  }

  /** Converts ahead of the SDK, so that the record can say what the model reads. */
  async #withConversion(given: unknown): Promise<unknown> {
    const output = await given;
    const { tool } = this.#executable;
    const { toolCallId } = this.#options;
    try {
      this.#converted = await tool.toModelOutput?.({ toolCallId, input: this.#input, output });
    } catch {
      // The same conversion fails again when the SDK asks for it, and is reported there.
    }
    return output;
  }
}

/** An agent inside the tool that was halted makes the call one that failed. */
function withChildren(run: Run, inside: () => unknown): unknown {
  const call: AmbientCall = { run, children: [] };
  const value = insideCall(call, inside);
  if (isAsyncIterable(value)) return value;
  return Promise.resolve(value).then((settled) => {
    const halted = call.children.find(({ run: child }) => child.halt !== undefined);
    if (halted?.run.halt !== undefined) throw childFault(halted.agent, halted.run.halt);
    return settled;
  });
}

/** The SDK's options with the attempt's signal, which is made when the tool asks for it. */
function withSignal(options: ToolExecutionLike, context: CallContext): ToolExecutionLike {
  const sdk = options.abortSignal;
  let signal: AbortSignal | undefined;
  return {
    ...options,
    get abortSignal() {
      signal ??= sdk === undefined ? context.signal : AbortSignal.any([context.signal, sdk]);
      return signal;
    },
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
