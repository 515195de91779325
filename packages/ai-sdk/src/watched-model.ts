import type { Loop } from "./loop.ts";

interface ModelLike {
  doGenerate(options: unknown): PromiseLike<GenerateResult>;
  doStream(options: unknown): PromiseLike<StreamResult>;
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

const watchedByModel = new WeakMap<Loop, WeakMap<object, object>>();

/**
 * The same model, seen by the loop: in which order a response asks for its calls, and whether it
 * was cut off. The SDK tells neither before it parses and executes them, so that an unknown tool
 * would be recorded before the call that stands in front of it. What is not a model object, such as
 * the id of one, comes back as it is.
 */
export function watchedModel(loop: Loop, model: unknown): unknown {
  if (typeof model !== "object" || model === null) return model;
  const known = watchedByModel.get(loop) ?? new WeakMap<object, object>();
  watchedByModel.set(loop, known);
  const existing = known.get(model);
  if (existing !== undefined) return existing;
  const watched = watch(loop, model as ModelLike);
  known.set(model, watched);
  return watched;
}

function watch(loop: Loop, model: ModelLike): object {
  const doGenerate = async (options: unknown): Promise<GenerateResult> => {
    const result = await noted(loop, model.doGenerate(options));
    loop.response.begin();
    for (const part of result.content) note(loop, part);
    loop.response.truncated = isLength(result.finishReason);
    return result;
  };
  const doStream = async (options: unknown): Promise<StreamResult> => {
    const result = await noted(loop, model.doStream(options));
    loop.response.begin();
    return { ...result, stream: watchedStream(loop, result.stream) };
  };
  return new Proxy(model, {
    get(target, key) {
      if (key === "doGenerate") return doGenerate;
      if (key === "doStream") return doStream;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function noted<Result>(loop: Loop, result: PromiseLike<Result>): Promise<Result> {
  try {
    const settled = await result;
    loop.response.failed = false;
    return settled;
  } catch (error) {
    loop.response.failed = true;
    throw error;
  }
}

/**
 * The same chunks in the same order. Only after a call whose JSON is broken they are held back until
 * the response says whether its limit cut it off, which is the difference between two messages.
 */
function watchedStream(loop: Loop, stream: ReadableStream<Part>): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        const held: Part[] = [];
        for (;;) {
          const { done, value } = await reader.read();
          if (!done) {
            note(loop, value);
            held.push(value);
            if (value.type === "finish") loop.response.truncated = isLength(value.finishReason);
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

function note(loop: Loop, part: Part): void {
  if (part.type === "tool-call") loop.response.add(part.toolCallId ?? "");
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
