import type { BaseMessage } from "@langchain/core/messages";
import {
  DynamicStructuredTool,
  DynamicTool,
  StructuredTool,
  Tool,
  tool,
} from "@langchain/core/tools";
import type { InteropZodType } from "@langchain/core/utils/types";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";

/*
 * What is known of LangGraph and LangChain beyond their public API, in one place. Each piece says
 * why it is needed and what happens without it. `langgraph-internals.test.ts` and
 * `langchain-internals.test.ts` pin each; the title of a test that fails says what has changed.
 */

// Interrupts

/** How LangGraph counts the interrupts of a task, to find the answer to each. */
export interface Scratchpad {
  interruptCounter: number;
}

const SCRATCHPAD = "__pregel_scratchpad";

/**
 * The counter that `interrupt()` reads, where a graph runs. There is no public way to say that a
 * second attempt asks the first one's question: without this a person is asked again.
 */
export function scratchpadOf(
  configurable: Readonly<Record<string, unknown>>,
): Scratchpad | undefined {
  const scratchpad = configurable[SCRATCHPAD] as Scratchpad | undefined;
  return typeof scratchpad?.interruptCounter === "number" ? scratchpad : undefined;
}

/** Puts another counter where `interrupt()` looks for it. */
export function putScratchpad(configurable: Record<string, unknown>, scratchpad: Scratchpad): void {
  configurable[SCRATCHPAD] = scratchpad;
}

/** The task that a config belongs to. Each counts its interrupts for itself, so numbers are given by task. */
export function taskOf(configurable: Readonly<Record<string, unknown>>): unknown {
  return configurable["__pregel_task_id"];
}

/**
 * Whether a graph can wait for a person. `interrupt()` throws where it cannot, which is too late:
 * the run is to end with its reason then, and not with a complaint about checkpointers.
 */
export function canWait(configurable: Readonly<Record<string, unknown>> | undefined): boolean {
  return configurable?.["__pregel_checkpointer"] !== undefined;
}

const INVALID_RESUME = Symbol.for("langgraph.invalid_resume");

/**
 * Whether a thrown value bears the mark of a human's answer that did not fit its interrupt's schema.
 * LangGraph 1.4.0 does not export its guard for it. Without it the interrupt would be lost.
 */
export function isMarkedAsInvalidResume(thrown: object): boolean {
  return (thrown as { readonly [INVALID_RESUME]?: unknown })[INVALID_RESUME] === true;
}

// Graphs

/**
 * Marks a callback handler as one of LangGraph's, which alone are told of interrupts. LangGraph 1.4.0
 * does not export the class that has the mark. Without it a paused run is taken for a completed one
 * wherever its output does not say that it waits.
 */
export function listenToGraphs(handler: object): void {
  Object.defineProperty(handler, Symbol.for("langgraph.graph_callback_handler"), { value: true });
}

/**
 * Whether this is what LangGraph tells its callbacks when its caller aborts: an error with no name of
 * its own, whatever the caller's reason was. Without it such a run ends as if the model had failed.
 */
export function isAbortOfGraph(error: unknown): boolean {
  return (error as { message?: unknown } | null | undefined)?.message === "Abort";
}

/**
 * The path of the subgraph that a task belongs to, `""` in a graph that nothing contains: the
 * task's namespace without its own part. Nothing else tells a subgraph that it is one.
 */
export function subgraphOf(configurable: Readonly<Record<string, unknown>> | undefined): string {
  const namespace = configurable?.["checkpoint_ns"];
  if (typeof namespace !== "string") return "";
  const end = namespace.lastIndexOf("|");
  return end === -1 ? "" : namespace.slice(0, end);
}

/**
 * The nodes on such a path: `node:task|…`. What differs each time a tool begins again is left out:
 * the ids of the tasks, and the bare numbers by which LangGraph tells graphs in one task apart.
 */
export function nodesOf(subgraph: string): string {
  const parts = subgraph.split("|").map((part) => part.split(":"));
  return parts.flatMap(([node, task]) => (task === undefined ? [] : [node])).join("|");
}

/**
 * Whether a task was made by a `Send`. LangGraph tells channels that a graph has ended also where
 * such tasks are all that follows: without this a run would be taken for completed in each turn.
 */
export function isBranch(metadata: Readonly<Record<string, unknown>> | undefined): boolean {
  const triggers = metadata?.["langgraph_triggers"];
  return Array.isArray(triggers) && triggers.includes("__pregel_push");
}

// The prebuilt tool node

const SENT_CALL = "lg_tool_call";

/** Whether a tool node's input is one call by `Send`, as `createReactAgent` and `createAgent` make it. */
export function isSentCall(input: object): boolean {
  return SENT_CALL in input;
}

/** Such an input as the prebuilt node hands it to tools: the state alone. */
export function withoutSentCall(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !isSentCall(input)) return input;
  const { [SENT_CALL]: _, ...state } = input as Record<string, unknown>;
  return state;
}

/**
 * Whether the prebuilt node hands its input on to `runTool`. LangGraph 1.4.0 does not; calls then
 * find their input by the config that they are handed. The declared arguments are all that tells.
 */
export const handsInputOn: boolean =
  (ToolNode.prototype as unknown as { runTool: { length: number } }).runTool.length > 2;

// The tool node of `createAgent`

/**
 * Whether `createAgent`'s tool node threw this because arguments did not fit. Its class is not
 * exported. For modes that change nothing: without it their text differs from the bare one.
 */
export function isToolInvocationError(error: unknown): error is Error {
  const { "~brand": brand } = (error ?? {}) as { readonly "~brand"?: unknown };
  return brand === "ToolInvocationError";
}

/**
 * Whether a text is what `createAgent`'s tool node answers to an unknown name: it returns it instead
 * of throwing. For names that no gate has looked at; without it they count as `internal`.
 */
export function saysUnknownTool(text: string, name: string): boolean {
  return text.startsWith(`Error: ${name} is not a valid tool`);
}

/**
 * Whether this is one of the pseudo tools by which `createAgent` gets a structured answer. No tool
 * node runs it: without it the gate would answer it as unknown.
 */
export function isPseudoTool(name: string): boolean {
  return name.startsWith("extract-");
}

/**
 * Whether `summarizationMiddleware` put this message in place of the history. It is a human's by its
 * type, but nobody has asked anything: without it a run would begin anew in its middle.
 */
export function isSummary({ additional_kwargs }: BaseMessage): boolean {
  return additional_kwargs?.["lc_source"] === "summarization";
}

// State schemas

/** A zod field that has a reducer, as LangGraph marks it: its type is not exported. */
export interface WithUpdateSchema<Update> {
  readonly lg_reducer_schema: InteropZodType<Update>;
}

/**
 * The schema of such a field's updates. LangGraph exports no way to read it: without it an update
 * would be checked as if it were the whole value.
 */
export function updateSchemaOf(field: object): unknown {
  return (field as Partial<WithUpdateSchema<unknown>>).lg_reducer_schema;
}

// Tools

/**
 * Whether LangChain itself made the class of this tool, so that what its `_call` returns may be looked
 * at from an object that derives from it. By the name that the class has for serialisation, since
 * copies of the package differ. A subclass inherits that name, but its private fields are on the tool
 * alone. Without it a tool is judged by its message.
 */
export function isDynamicTool(one: object): boolean {
  const { constructor: made } = one as { constructor?: { lc_name?: unknown } };
  if (made === undefined || !Object.hasOwn(made, "lc_name")) return false;
  const name: unknown = typeof made.lc_name === "function" ? made.lc_name() : undefined;
  return name === "DynamicStructuredTool" || name === "DynamicTool";
}

/**
 * Whether a tool's class has its own way to be invoked, which may need the tool itself. LangChain's
 * own comes to `_call` on whatever it was invoked on. Without it `recoverTools` would go past the
 * code of such a class.
 */
export function invokesItself(one: object): boolean {
  const { invoke, call } = one as { readonly invoke?: unknown; readonly call?: unknown };
  langChains ??= new Set(
    [StructuredTool, Tool, DynamicStructuredTool, DynamicTool].flatMap(({ prototype }) =>
      [prototype.invoke, prototype.call].map(String),
    ),
  );
  return !langChains.has(String(invoke)) || !langChains.has(String(call));
}

/** By their text, since copies of the package differ. */
let langChains: ReadonlySet<string> | undefined;

// For speed alone: how to leave out a context (AsyncLocalStorage) that somebody else makes anyway.
// Making one is about a third of what a tool call costs. Where a later version differs, calls go
// the normal way, which is slower and otherwise the same.

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
