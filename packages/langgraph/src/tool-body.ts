import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** A tool's body that runs piece by piece (`function*`): what it yields is streamed, what it returns counts. */
export interface SteppedBody {
  next(): unknown;
  return?(value?: unknown): unknown;
}

/** What LangChain tells of a running tool. */
interface ToolEvents {
  handleToolEvent?(chunk: unknown): Promise<void>;
}

/** Whether a tool returned a body that is still to be run; LangChain's own test. */
export function isSteppedBody(value: unknown): value is SteppedBody {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Partial<SteppedBody>).next === "function"
  );
}

/**
 * The same body, each step of which finds this config where `interrupt()` and runnables look for it.
 * LangChain makes that context around the call that returns the body, and runs it outside of it.
 */
export function inContextOf(config: unknown, body: SteppedBody): SteppedBody {
  const within = (step: () => unknown): unknown =>
    AsyncLocalStorageProviderSingleton.runWithConfig(config as RunnableConfig, step as never);
  return {
    next: () => within(() => body.next()),
    return: (value) => within(() => body.return?.(value)),
  };
}

/** Runs such a body to its end, as LangChain does; any other value is its own end. */
export async function endOfBody(
  returned: unknown,
  config: unknown,
  manager: unknown,
): Promise<unknown> {
  const value = await returned;
  if (!isSteppedBody(value)) return value;
  const body = inContextOf(config, value);
  const events = manager as ToolEvents | undefined;
  try {
    for (;;) {
      const step = (await body.next()) as IteratorResult<unknown>;
      if (step.done === true) return step.value;
      await events?.handleToolEvent?.(step.value);
    }
  } finally {
    await body.return?.();
  }
}
