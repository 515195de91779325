import type { Run } from "@recourse/core";

/** A call of a tool, as seen from inside the tool. */
export interface AmbientCall {
  readonly run: Run;
  /** The call's idempotency key. */
  readonly key: string;
  /** The runs of agents that were called in it. */
  readonly children: { readonly agent: string | undefined; readonly run: Run }[];
}

/** The part of `AsyncLocalStorage` that is used. */
interface Storage {
  run<Result>(call: AmbientCall, inside: () => Result): Result;
  getStore(): AmbientCall | undefined;
}

let storage: Storage | undefined;

/**
 * Starts to keep which run a tool is called in, so that an agent inside the tool finds its parent.
 * Only `recovery.agent` asks for it, since it costs something; where the platform has no
 * `AsyncLocalStorage`, an agent inside a tool gets a run of its own.
 */
export function keepAmbientCalls(): void {
  if (storage !== undefined) return;
  const platform = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  };
  const hooks = platform.process?.getBuiltinModule?.("node:async_hooks") as
    | { readonly AsyncLocalStorage?: new () => Storage }
    | undefined;
  if (hooks?.AsyncLocalStorage !== undefined) storage = new hooks.AsyncLocalStorage();
}

/** Whether calls are kept. */
export function keepsAmbientCalls(): boolean {
  return storage !== undefined;
}

/** Calls a tool as a call of a run. */
export function insideCall<Result>(call: AmbientCall, inside: () => Result): Result {
  return storage === undefined ? inside() : storage.run(call, inside);
}

/** The call of a tool in which the code that asks is running. */
export function ambientCall(): AmbientCall | undefined {
  return storage?.getStore();
}

/**
 * What a tool streams, its code running as the call's: the body of a generator runs chunk by chunk,
 * wherever the next one is asked for.
 *
 * @param onEnd called after the last chunk; what it throws is what the stream ends with
 */
export function streamInsideCall(
  call: AmbientCall,
  values: AsyncIterable<unknown>,
  onEnd: () => void,
): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = insideCall(call, () => values[Symbol.asyncIterator]());
      return {
        async next() {
          const step = await insideCall(call, () => iterator.next());
          if (step.done === true) onEnd();
          return step;
        },
        async return(value: unknown) {
          const step = await insideCall(call, () => iterator.return?.(value));
          return step ?? { done: true, value };
        },
      };
    },
  };
}
