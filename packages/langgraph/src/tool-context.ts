import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
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

/** Whether the body of a tool is the one that LangChain's `tool()` puts around the user's function. */
function makesContext(one: ToolLike): boolean {
  let made = known.get(one);
  if (made === undefined) {
    const { func } = one as { func?: unknown };
    // There is no mark on such a tool. Anything that does not read the same gets a context.
    made = typeof func === "function" && bodies().includes(String(func));
    known.set(one, made);
  }
  return made;
}

let read: readonly string[] | undefined;

/** What `tool()` makes of a function, with an object schema and without. */
function bodies(): readonly string[] {
  read ??= [z.object({}), z.string()].map((schema) =>
    String((tool(() => "", { name: "one", description: "", schema }) as { func?: unknown }).func),
  );
  return read;
}
