import type { AgentInputItem } from "@openai/agents";
import { type ErrorType, type HistoryCall, parseObservation } from "@recourse/core";
import { issueShape, unwrapArguments, validateArguments } from "@recourse/core/adapter";
import { resultText } from "./model-text.ts";
import { isHandoffText, readSdkText } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { settingsFor } from "./sweep.ts";
import { qualifiedName } from "./tool-names.ts";

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly arguments?: unknown;
  readonly status?: string;
  readonly output?: unknown;
}

/**
 * The function calls of a history with their results, by turn: one turn a model response. Handoffs
 * are no calls, and have no result here.
 */
export function historyCalls(items: readonly AgentInputItem[], agent?: AnyAgent): HistoryCall[] {
  const calls: HistoryCall[] = [];
  const positions = new Map<string, number>();
  let turn = -1;
  let index = 0;
  let inResponse = false;
  for (const item of items as readonly Item[]) {
    const id = item.callId ?? "";
    if (item.type === "function_call_result") {
      const position = positions.get(id);
      const call = position === undefined ? undefined : calls[position];
      const text = resultText(item.output);
      const isHandoff = call?.options === undefined && isHandoffText(text);
      if (position !== undefined && call !== undefined && !isHandoff) {
        calls[position] = answered(call, observed(text));
      }
      inResponse = false;
    } else if (item.role === "user" || item.role === "system") {
      inResponse = false;
    } else {
      if (!inResponse) {
        turn += 1;
        index = 0;
        inResponse = true;
      }
      if (item.type !== "function_call") continue;
      const tool = qualifiedName({ name: item.name ?? "", namespace: item.namespace });
      const options = agent === undefined ? undefined : settingsFor(agent, tool);
      positions.set(id, calls.length);
      calls.push({
        id,
        tool,
        args: item.arguments,
        turn,
        index,
        ...(options === undefined ? {} : { options }),
      });
      index += 1;
    }
  }
  return calls;
}

/**
 * The ids of calls whose result is no tool's and not ours, but a text of the SDK's own or one of
 * `others`, which guardrails wrote.
 */
export function foreignAnswers(
  items: readonly AgentInputItem[],
  others: readonly string[],
): Set<string> {
  const written = new Set(others);
  const results = (items as readonly Item[]).filter(({ type, output }) => {
    if (type !== "function_call_result") return false;
    const text = resultText(output);
    return written.has(text) || readSdkText(text) !== undefined;
  });
  return new Set(results.map(({ callId }) => callId ?? ""));
}

/** What the SDK's own texts stand for, so that such a call is not taken for a success. */
const ERROR_TYPE_OF = {
  bad_json: "invalid_args",
  failed: "internal",
  timeout: "timeout",
  unknown_tool: "unknown_tool",
  rejected: "rejected",
} as const satisfies Record<string, ErrorType>;

/** The text of a result as an observation, where the SDK wrote it in place of us. */
function observed(text: string): string {
  const said = readSdkText(text);
  return said === undefined
    ? text
    : JSON.stringify({ ok: false, error_type: ERROR_TYPE_OF[said], message: text });
}

/** With the shape of arguments that did not fit: the history holds them, so it can be told again. */
function answered(call: HistoryCall, content: string): HistoryCall {
  const shape =
    parseObservation(content)?.error_type === "invalid_args" ? misfitShape(call) : undefined;
  return { ...call, content, ...(shape === undefined ? {} : { shape }) };
}

function misfitShape({ args, options }: HistoryCall): string | undefined {
  const schema = options?.schema;
  const unwrapped = unwrapArguments(args, { schema });
  const result =
    unwrapped.ok && schema !== undefined ? validateArguments(schema, unwrapped.args) : unwrapped;
  if (result instanceof Promise || result.ok) return undefined;
  return `invalid_args: ${issueShape(result.issues)}`;
}
