import type { CallContext } from "@recourse/core";
import { callContextKey } from "@recourse/core/adapter";
import type { ToolExecutionLike } from "./sdk-types.ts";

/**
 * The SDK's options for a tool, with the signal and the context of the attempt in them. The signal is made when the
 * tool asks for it, which most never do.
 *
 * A proxy and not a copy with a getter, since a step takes tens of microseconds: the copy costs one of
 * them, the proxy a tenth, and a tool that spreads its options gets the signal from either.
 */
export function attemptOptions(
  options: ToolExecutionLike,
  context: CallContext,
): ToolExecutionLike {
  return new Proxy(options, new AttemptOptions(context));
}

class AttemptOptions implements ProxyHandler<ToolExecutionLike> {
  readonly #context: CallContext;
  #signal: AbortSignal | undefined;

  constructor(context: CallContext) {
    this.#context = context;
  }

  get(options: ToolExecutionLike, key: PropertyKey): unknown {
    if (key === callContextKey) return this.#context;
    return key === "abortSignal" ? this.#signalFor(options) : Reflect.get(options, key);
  }

  #signalFor({ abortSignal }: ToolExecutionLike): AbortSignal {
    const { signal } = this.#context;
    this.#signal ??= abortSignal === undefined ? signal : AbortSignal.any([signal, abortSignal]);
    return this.#signal;
  }
}
