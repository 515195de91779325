import type { ToolMessage } from "@langchain/core/messages";
import type { Command } from "@langchain/langgraph";
import { isCommand } from "@langchain/langgraph";
import { type RawResult, readCallLink } from "./call-link.ts";
import { isDynamicTool } from "./langgraph-internals.ts";
import { isToolMessage, messagesOf, textOfMessage } from "./messages.ts";
import { inContextOf, isSteppedBody } from "./tool-body.ts";

/** What a node hands on for a call. */
export type ToolResult = ToolMessage | Command;

/** The part of LangChain's tools that is used: recognised by shape. */
export interface ToolLike {
  readonly name: string;
  readonly schema?: unknown;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly responseFormat?: string | undefined;
  invoke(input: unknown, config?: unknown): Promise<unknown>;
}

interface WithCall extends ToolLike {
  _call(args: unknown, manager: unknown, config: unknown): unknown;
}

const spies = new WeakMap<ToolLike, ToolLike>();

/**
 * The same tool, but it leaves what it returned with the call that it runs under: failures and
 * empty results are judged by the value, not by its text. Only for the tools that `tool()` and the
 * MCP client make; a class of the user's own is left alone and judged by its message.
 */
export function spyOnTool(tool: ToolLike): ToolLike {
  let spy = spies.get(tool);
  if (spy === undefined) {
    spy = isDynamicTool(tool) ? spying(tool as WithCall) : tool;
    spies.set(tool, spy);
  }
  return spy;
}

function spying(tool: WithCall): ToolLike {
  const spy: WithCall = Object.create(tool);
  spy._call = (args, manager, config) =>
    Promise.resolve(tool._call(args, manager, config)).then((value) => leave(tool, config, value));
  return spy;
}

/** Puts the value where the call looks for it, and hands it on. */
function leave(tool: ToolLike, config: unknown, value: unknown): unknown {
  if (isSteppedBody(value)) return inContextOf(config, value);
  const raw = readCallLink(config)?.raw;
  if (raw !== undefined) {
    const isPair = tool.responseFormat === "content_and_artifact" && Array.isArray(value);
    raw.known = true;
    raw.value = isPair ? value[0] : value;
  }
  return value;
}

/** The value that a result stands for. A message that hides it is read back as JSON where it is some. */
export function judgedValueOf(result: ToolResult, raw: RawResult): unknown {
  if (isCommand(result)) return textOfResult(result);
  if (raw.known && !isToolMessage(raw.value) && !isCommand(raw.value)) return raw.value;
  const { content } = result;
  if (typeof content !== "string") return content;
  const first = content.trimStart()[0];
  if (first !== "{" && first !== "[" && content !== "null") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The text that the model reads of a result; of a command, what it adds to the messages. */
export function textOfResult(result: ToolResult): string {
  if (!isCommand(result)) return textOfMessage(result);
  const texts = messagesOf(result.update).filter(isToolMessage).map(textOfMessage);
  return texts.length > 0 ? texts.join("\n") : "The command was carried out.";
}
