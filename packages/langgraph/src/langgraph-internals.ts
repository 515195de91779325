import { tool } from "@langchain/core/tools";
import type { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";

/**
 * What is known of LangChain and LangGraph beyond their public API for the sake of speed, in one
 * place: how to leave out a context (AsyncLocalStorage) that somebody else makes anyway. Making one
 * is about a third of what a tool call costs. A test pins each piece, and when a later version
 * changes it, calls go the normal way, which is slower and otherwise the same.
 */

/** A node's own code behind its entry. */
type RunOf<T> = (input: unknown, config: NodeConfigOf) => Promise<T>;
type NodeConfigOf = Parameters<ToolNode["invoke"]>[1] & object;

/**
 * A stand-in for a tool node whose `invoke` merges the config as ever, but makes no context.
 *
 * LangGraph's `RunnableCallable.invoke` runs a node in a context, unless the node is traced: then it
 * hands the merged config to `_callWithConfig`, which it inherits from LangChain's `Runnable`. The
 * stand-in says that it is traced, and has a method of its own there.
 *
 * Where there is no such method, the node itself is the entry. Where `invoke` does not call it, the
 * stand-in's `func` is the node's own.
 */
export function entryWithoutContext<T>(node: ToolNode<T>, run: RunOf<T>): ToolNode<T> {
  const { _callWithConfig: inherited } = node as unknown as { _callWithConfig?: unknown };
  if (typeof inherited !== "function") return node;
  const call = (_traced: unknown, input: unknown, config: NodeConfigOf) => run(input, config);
  return Object.create(node, { trace: { value: true }, _callWithConfig: { value: call } });
}

/**
 * Whether the body of a tool is what LangChain's `tool()` puts around the user's function, which
 * makes a context by itself.
 *
 * There is no mark on such a tool, so its source is compared with that of one made here. Anything
 * that does not read the same, and everything once `tool()` makes no context, is `false`.
 */
export function makesOwnContext(body: unknown): boolean {
  return typeof body === "function" && ownBodies().includes(String(body));
}

let read: readonly string[] | undefined;

/** What `tool()` makes of a function, with an object schema and without. */
function ownBodies(): readonly string[] {
  read ??= [z.object({}), z.string()]
    .map((schema) => {
      const made = tool(() => "", { name: "one", description: "", schema });
      return String((made as { func?: unknown }).func);
    })
    .filter((source) => source.includes("runWithConfig"));
  return read;
}
