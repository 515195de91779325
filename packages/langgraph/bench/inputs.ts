import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { z } from "zod";

const schema = z.object({ id: z.string() });

/** A tool that always works, and one whose service does not know what it is asked for. */
export const tools: StructuredToolInterface[] = [
  tool(({ id }) => `order ${id}: shipped`, {
    name: "get_order",
    description: "Looks up an order.",
    schema,
  }),
  tool(
    () => {
      throw Object.assign(new Error("Request failed with status code 404"), { status: 404 });
    },
    { name: "failing", description: "Fails.", schema },
  ),
];

/** What one call asks for. */
export interface Asked {
  readonly title: string;
  /** The goal, times the prebuilt node. */
  readonly goal: number;
  readonly name: string;
  readonly args: (id: string) => Record<string, unknown>;
}

/** The calls that are compared. */
export const asked: readonly Asked[] = [
  { title: "a success", goal: 1.15, name: "get_order", args: (id) => ({ id }) },
  { title: "a tool that throws", goal: 1, name: "failing", args: (id) => ({ id }) },
  { title: "arguments that do not fit", goal: 1, name: "get_order", args: (id) => ({ id: +id }) },
  { title: "an unknown tool", goal: 1, name: "get_ordr", args: (id) => ({ id }) },
];

/** One invocation of a node. */
export type Invocation = readonly [input: { messages: unknown[] }, config?: object];

let made = 0;

/** Calls that are runs of their own, each with another argument: nothing is repeated or refused. */
export function alone({ name, args }: Asked, count: number): Invocation[] {
  return Array.from({ length: count }, () => {
    const question = new HumanMessage("hi");
    return [{ messages: [question, response(name, args)] }];
  });
}

/** The turns of one run on a thread, each with the turn before it in its messages. */
export function shared({ name, args }: Asked, count: number): Invocation[] {
  made += 1;
  const question = new HumanMessage({ content: "hi", id: `question_${made}` });
  const config = { configurable: { thread_id: `thread_${made}` } };
  let before: unknown[] = [];
  return Array.from({ length: count }, () => {
    const message = response(name, args);
    const messages = [question, ...before, message];
    const id = message.tool_calls?.[0]?.id ?? "";
    before = [message, new ToolMessage({ content: "answer", tool_call_id: id })];
    return [{ messages }, config];
  });
}

function response(name: string, args: Asked["args"]): AIMessage {
  made += 1;
  const id = String(made);
  const call = { type: "tool_call" as const, name, args: args(id), id: `call_${id}` };
  return new AIMessage({ content: "", id: `response_${id}`, tool_calls: [call] });
}
