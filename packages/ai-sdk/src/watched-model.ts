import { requestRejected } from "./callbacks.ts";
import type { Loop } from "./loop.ts";
import type { ModelResponse } from "./model-response.ts";

interface ModelLike {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls?: unknown;
  doGenerate(options: CallOptions): PromiseLike<GenerateResult>;
  doStream(options: CallOptions): PromiseLike<StreamResult>;
}

interface CallOptions {
  readonly abortSignal?: AbortSignal | undefined;
}

interface GenerateResult {
  readonly content: readonly Part[];
  readonly finishReason: unknown;
}

interface StreamResult {
  readonly stream: ReadableStream<Part>;
}

/** A part of a response, or a chunk of a stream. */
interface Part {
  readonly type: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly finishReason?: unknown;
}

/**
 * The same model, seen by the loop: in which order a response asks for its calls, and whether it
 * was cut off. The SDK tells neither before it parses and executes them, so that an unknown tool
 * would be recorded before the call that stands in front of it. What is not a model object, such as
 * the id of one, comes back as it is.
 */
export function watchedModel(loop: Loop, model: unknown): unknown {
  if (typeof model !== "object" || model === null) return model;
  if (loop.watched?.isOf(model) !== true) loop.watched = new WatchedModel(loop, model as ModelLike);
  return loop.watched;
}

/** All of a model that the SDK uses. */
export class WatchedModel implements ModelLike {
  readonly #loop: Loop;
  readonly #model: ModelLike;

  constructor(loop: Loop, model: ModelLike) {
    this.#loop = loop;
    this.#model = model;
  }

  /** Whether this is another model, watched. */
  isOf(model: object): boolean {
    return this.#model === model;
  }

  get specificationVersion(): string {
    return this.#model.specificationVersion;
  }

  get provider(): string {
    return this.#model.provider;
  }

  get modelId(): string {
    return this.#model.modelId;
  }

  get supportedUrls(): unknown {
    return this.#model.supportedUrls;
  }

  async doGenerate(options: CallOptions): Promise<GenerateResult> {
    const { response } = this.#loop;
    response.streams = false;
    const abortSignal = this.#asked(options);
    try {
      const result = await this.#model.doGenerate(options);
      response.opens();
      for (const part of result.content) note(response, part);
      response.truncated = isLength(result.finishReason);
      return result;
    } catch (error) {
      requestRejected(this.#loop, error, abortSignal);
      throw error;
    }
  }

  async doStream(options: CallOptions): Promise<StreamResult> {
    const { response } = this.#loop;
    response.streams = true;
    const abortSignal = this.#asked(options);
    if (abortSignal !== undefined) this.#loop.watchAbort().stream(abortSignal);
    try {
      const result = await this.#model.doStream(options);
      response.opens();
      return { ...result, stream: watchedStream(response, result.stream) };
    } catch (error) {
      response.fails();
      throw error;
    }
  }

  /** The SDK's own time-outs are in the signal, which tell a deadline from the caller's abort. */
  #asked({ abortSignal }: CallOptions): AbortSignal | undefined {
    this.#loop.signal = abortSignal ?? this.#loop.signal;
    return abortSignal;
  }
}

/**
 * The same chunks in the same order. Only after a call whose JSON is broken they are held back until
 * the response says whether its limit cut it off, which is the difference between two messages.
 */
function watchedStream(
  response: ModelResponse,
  stream: ReadableStream<Part>,
): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const held: Part[] = [];
        for (;;) {
          const { done, value } = await reader.read();
          if (!done) {
            note(response, value);
            held.push(value);
            if (value.type === "finish") response.truncated = isLength(value.finishReason);
            if (isBroken(value) || (held.length > 1 && value.type !== "finish")) continue;
          }
          for (const chunk of held) controller.enqueue(chunk);
          if (done) controller.close();
          return;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function note(response: ModelResponse, part: Part): void {
  if (part.type === "tool-call") response.add(part.toolCallId ?? "");
  else if (part.type === "error") response.breaksOff();
}

function isBroken({ type, input }: Part): boolean {
  if (type !== "tool-call" || typeof input !== "string" || input.trim() === "") return false;
  try {
    JSON.parse(input);
    return false;
  } catch {
    return true;
  }
}

function isLength(finishReason: unknown): boolean {
  const { unified } = (finishReason ?? {}) as { readonly unified?: unknown };
  return (unified ?? finishReason) === "length";
}
