import { type AgentInputItem, getHandoff } from "@openai/agents";
import { type CallOutcome, type ToolCall, ToolFault, type ToolOptions } from "@recourse/core";
import { itemFault } from "./item-fault.ts";
import { recoveredTool, settingsOf } from "./known-tools.ts";
import { mcpToolSettings } from "./mcp-settings.ts";
import { modelText, resultText } from "./model-text.ts";
import type { RunBinding } from "./run-binding.ts";
import { namespaceOf, readSdkText, type SeenCall } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";
import { findTool, inNamespace, qualifiedName } from "./tool-names.ts";

interface ResultItem {
  readonly type: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly callId?: string;
  readonly id?: string;
  readonly status?: string;
  readonly output?: unknown;
  readonly arguments?: unknown;
}

/** Items by which a call is answered, and what they are called when they have no name. */
const RESULT_NAMES: Readonly<Record<string, string>> = {
  function_call_result: "function",
  shell_call_output: "shell",
  apply_patch_call_output: "apply_patch",
  computer_call_result: "computer",
  hosted_tool_call: "hosted_tool",
};

/**
 * Settles what the SDK answered by itself since the last model call: arguments that were not JSON,
 * calls that a guardrail or a person refused, tools that are not ours, hosted tools. Where a failure
 * has the SDK's own text, the observation takes its place.
 *
 * @param isTurnOver whether every call of the open turn has been answered, also where no item says so
 * @returns a promise only where something has to be settled, which in most turns nothing has
 */
export function sweep(
  binding: RunBinding,
  items: readonly AgentInputItem[],
  agent: AnyAgent | undefined,
  isTurnOver = false,
): Promise<void> | undefined {
  const { messages, retry, guards } = binding.run.modes;
  if (messages === "off" && retry === "off" && guards === "off") return undefined;
  const unsettled = takeUnsettled(binding, items);
  const dropped = (): Promise<void> | undefined =>
    isTurnOver ? settleDropped(binding, agent) : undefined;
  return unsettled === undefined ? dropped() : settleAll(binding, unsettled, agent).then(dropped);
}

/** Calls that were not JSON and whose answer is not there any more: a handoff's filter took it. */
function settleDropped(
  binding: RunBinding,
  agent: AnyAgent | undefined,
): Promise<void> | undefined {
  const { unanswered } = binding;
  if (unanswered.length === 0) return undefined;
  const dropped = unanswered.filter((call) => isBadJson(call.arguments));
  return dropped.length === 0 ? undefined : settleCalls(binding, dropped, agent);
}

async function settleCalls(
  binding: RunBinding,
  calls: readonly SeenCall[],
  agent: AnyAgent | undefined,
): Promise<void> {
  for (const { callId: id, name: tool, arguments: args } of calls) {
    const options = agent === undefined ? undefined : settingsFor(agent, tool);
    const call = { id, tool, args, ...binding.position(id), options };
    const outcome = await badJsonOutcome(binding, call);
    if (outcome !== undefined) binding.settled(id, outcome.ok);
  }
}

function isBadJson(args: string | undefined): boolean {
  if (args === undefined) return false;
  try {
    JSON.parse(args);
    return false;
  } catch {
    return true;
  }
}

/** Results that nobody has settled yet, in order, and the calls that they answer. */
interface Unsettled {
  readonly results: ResultItem[];
  readonly calls: Map<string, ResultItem>;
}

/** Walks back from the end to what was looked at before. */
function takeUnsettled(
  binding: RunBinding,
  items: readonly AgentInputItem[],
): Unsettled | undefined {
  let unsettled: Unsettled | undefined;
  let answered = false;
  for (let position = items.length - 1; position >= 0; position -= 1) {
    const item = items[position] as unknown as ResultItem & { readonly role?: string };
    if (item.role !== undefined || item.type === "message") {
      // Messages after the results (a final answer, a new question) do not hide them.
      if (answered) break;
      continue;
    }
    const id = idOf(item);
    if (item.type === "function_call") unsettled?.calls.set(id, item);
    if (RESULT_NAMES[item.type] === undefined) continue;
    answered = true;
    if (binding.isSwept(id)) break;
    if (binding.isOk(id) === undefined) {
      unsettled ??= { results: [], calls: new Map() };
      unsettled.results.unshift(item);
    } else {
      writeText(binding, item);
      binding.swept(id);
    }
  }
  return unsettled;
}

async function settleAll(
  binding: RunBinding,
  { results, calls }: Unsettled,
  agent: AnyAgent | undefined,
): Promise<void> {
  for (const item of results) {
    const id = idOf(item);
    const isCall = item.type !== "function_call_result" || !isHandoff(agent, item.name);
    if (isCall && binding.isOk(id) === undefined) {
      await settleItem(binding, item, id, calls.get(id), agent);
    }
    binding.swept(id);
  }
}

function idOf(item: ResultItem): string {
  return item.callId ?? item.id ?? "";
}

/** Takes results that a conversation brought along for what they are: not of the open turn. */
export function passOver(binding: RunBinding, items: readonly AgentInputItem[]): void {
  for (const item of items as unknown as readonly ResultItem[]) {
    const id = idOf(item);
    if (RESULT_NAMES[item.type] !== undefined && binding.call(id) === undefined) binding.swept(id);
  }
}

async function settleItem(
  binding: RunBinding,
  item: ResultItem,
  id: string,
  call: ResultItem | undefined,
  agent: AnyAgent | undefined,
): Promise<void> {
  const tool = nameOf(item) ?? nameOf(call) ?? RESULT_NAMES[item.type] ?? item.type;
  const text = resultText(item.output);
  const position = { id, tool, ...binding.position(id), format: modelText };
  const args = binding.call(id)?.arguments ?? call?.arguments ?? item.arguments ?? {};
  if (item.type !== "function_call_result") {
    const fault = itemFault(item, tool);
    binding.run.recordExternal(
      { ...position, args },
      fault === undefined ? { value: item.output ?? item.status } : { error: fault },
    );
    binding.settled(id, fault === undefined);
    return;
  }
  if (text === "aborted" && item.status === "incomplete") return;
  const ours = agent === undefined ? undefined : settingsFor(agent, tool);
  const said = readSdkText(text);
  if (said === "bad_json") {
    const outcome = await badJsonOutcome(binding, { ...position, args, options: ours });
    if (outcome !== undefined) answer(binding, item, outcome);
    return;
  }
  if (said === "rejected" || wasRejected(binding, tool, id)) {
    const fault = said === "rejected" ? {} : { message: text };
    answer(
      binding,
      item,
      binding.run.settle({ ...position, args }, { errorType: "rejected", ...fault }),
    );
    return;
  }
  if (said === undefined && ours === undefined) {
    binding.run.recordExternal({ ...position, args }, { value: text });
    binding.settled(id, true);
    return;
  }
  const fault =
    said === "timeout"
      ? ToolFault.timeout()
      : said === "failed"
        ? ToolFault.internal({ message: `${tool} failed and did not say why.` })
        : said === "unknown_tool"
          ? ToolFault.unknownTool()
          : // A tool of ours that never ran: a guardrail answered in its place.
            new ToolFault({ errorType: "rejected", message: text });
  answer(binding, item, binding.run.settle({ ...position, args, options: ours }, fault));
}

function nameOf(item: ResultItem | undefined): string | undefined {
  if (item?.name === undefined) return undefined;
  return qualifiedName({ name: item.name, namespace: item.namespace });
}

/** Core unwraps the text and finds the same; nothing is executed. */
async function badJsonOutcome(
  binding: RunBinding,
  call: ToolCall,
): Promise<CallOutcome | undefined> {
  const fault = ToolFault.invalidArgs({
    message: `The arguments of ${call.tool} were not valid JSON.`,
    next: "Send one JSON object.",
  });
  try {
    return await binding.run.call(call, () => {
      throw fault;
    });
  } catch (thrown) {
    // Where we only watch, what was thrown comes back.
    if (thrown !== fault) throw thrown;
    binding.settled(call.id, false);
    return undefined;
  }
}

function answer(binding: RunBinding, item: ResultItem, outcome: CallOutcome): void {
  const id = idOf(item);
  binding.settled(id, outcome.ok);
  if (binding.run.modes.messages !== "enforce") return;
  binding.replaceText(id, resultText(item.output), outcome.content);
  // The SDK's own object, as a rule: then history, session and a saved state keep our text too.
  Reflect.set(item, "output", { type: "text", text: outcome.content });
}

/** Puts our text where a result still has the SDK's own, of a call that was settled before. */
function writeText(binding: RunBinding, item: ResultItem): void {
  const replaced = binding.texts?.get(idOf(item));
  if (replaced === undefined || item.type !== "function_call_result") return;
  if (resultText(item.output) !== replaced.from) return;
  Reflect.set(item, "output", { type: "text", text: replaced.to });
}

/** The same for all results of a saved state, which is read from a text: its items are new. */
export function writeTexts(binding: RunBinding, items: readonly AgentInputItem[]): void {
  if (binding.texts === undefined) return;
  for (const item of items as unknown as readonly ResultItem[]) writeText(binding, item);
}

/** Whether the name is that of a handoff, which is no tool. */
function isHandoff(agent: AnyAgent | undefined, name: string | undefined): boolean {
  return agent?.handoffs.some((target) => getHandoff(target).toolName === name) ?? false;
}

/** Whether a person rejected the call, whatever they said. */
export function wasRejected(binding: RunBinding, toolName: string, callId: string): boolean {
  try {
    return binding.context?.isToolApproved({ toolName, callId }) === false;
  } catch {
    return false;
  }
}

/** The settings of a tool of ours by its name, on this agent. */
export function settingsFor(agent: AnyAgent, name: string): ToolOptions | undefined {
  const tool = findTool(agent, name);
  if (tool !== undefined) {
    const recovered = recoveredTool(tool);
    if (recovered === undefined) return undefined;
    return inNamespace(settingsOf(recovered), agent, namespaceOf(tool));
  }
  for (const server of agent.mcpServers) {
    const settings = mcpToolSettings(server, name);
    if (settings !== undefined) return settings;
  }
  return undefined;
}

/**
 * The same items, with our texts where a copy of a result still has the SDK's own: a filter of the
 * user's, and an SDK that knows no shared items, give us new copies for every request.
 */
export function replaceTexts(binding: RunBinding, items: AgentInputItem[]): AgentInputItem[] {
  const { texts } = binding;
  if (texts === undefined) return items;
  return items.map((item) => {
    const result = item as unknown as ResultItem;
    if (result.type !== "function_call_result") return item;
    const replaced = texts.get(idOf(result));
    if (replaced === undefined || resultText(result.output) !== replaced.from) return item;
    return { ...result, output: { type: "text", text: replaced.to } } as unknown as AgentInputItem;
  });
}
