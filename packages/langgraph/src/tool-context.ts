import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { makesOwnContext } from "./langgraph-internals.ts";
import type { ToolLike } from "./raw-result.ts";
import type { NodeConfig } from "./scope.ts";

const known = new WeakMap<object, boolean>();

/**
 * Runs a tool where LangChain finds the config without being handed it (`getConfig()`, `interrupt()`,
 * runnables inside the tool).
 *
 * The prebuilt node makes that context once around all calls, which is a third of what a call
 * costs, although `tool()` makes another one around each body that hides it. So here it is made
 * only around tools that do not make their own.
 */
export function inToolContext<Result>(
  one: ToolLike | undefined,
  config: NodeConfig,
  run: () => Promise<Result>,
): Promise<Result> {
  if (one === undefined || makesContext(one)) return run();
  return AsyncLocalStorageProviderSingleton.runWithConfig(config as RunnableConfig, run);
}

/** Whether a tool makes its own context, remembered. */
function makesContext(one: ToolLike): boolean {
  let made = known.get(one);
  if (made === undefined) {
    made = makesOwnContext((one as { func?: unknown }).func);
    known.set(one, made);
  }
  return made;
}
