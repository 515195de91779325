import type { CallOutcome, FaultInit, ToolCall } from "@recourse/core";
import { unwrapArguments, validateArguments } from "@recourse/core/adapter";
import { executableOf } from "./executable.ts";
import type { Loop } from "./loop.ts";
import type { RawToolCall, RepairInput, RepairLike, ToolLike } from "./sdk-types.ts";
import { toolSchema } from "./tool-schema.ts";

/**
 * The repair hook of a run: the only place where the SDK shows calls that never reach a tool. The
 * user's own repair goes first. What it leaves is settled here, and the envelope is written over
 * the SDK's own error, whose text is what the model reads (`message` in ai 6, `toString()` in 7).
 */
export function repairHook(loop: Loop, user: RepairLike | undefined): RepairLike {
  return async (input) => {
    const answer = await ask(user, input);
    const { repaired } = answer;
    if (repaired !== null && (await fits(input.tools, repaired))) return repaired;
    if (loop.isOff || loop.abandoned) return answer.again();
    if (answer.failure !== undefined) {
      const what = `the repair of a call of ${input.toolCall.toolName} failed`;
      loop.warn("repair_failed", what, answer.failure);
    }
    // A second repair is not asked for by the SDK: the call as repaired is the one that failed.
    const outcome = await settle(loop, input, repaired ?? input.toolCall);
    if (!outcome.intervened) return answer.again();
    writeOver(input.error, outcome);
    return null;
  };
}

/** What the user's repair came to. */
interface Answer {
  /** What it gave, where that is a call. */
  readonly repaired: RawToolCall | null;
  /** Why there is none, where the repair did not say so itself. */
  readonly failure?: unknown;
  /** Does what it did, for a mode that changes nothing. */
  readonly again: () => RawToolCall | null;
}

async function ask(user: RepairLike | undefined, input: RepairInput): Promise<Answer> {
  try {
    const given = user === undefined ? null : await user(input);
    const again = (): RawToolCall | null => given;
    if (isRawToolCall(given)) return { repaired: given, again };
    if ((given ?? null) === null) return { repaired: null, again };
    return { repaired: null, failure: "it gave no call whose `input` is JSON text", again };
  } catch (error) {
    // An abort ends the run; any other failure of a repair leaves the call as it was.
    if (input.abortSignal?.aborted === true) throw error;
    const again = (): never => {
      throw error;
    };
    return { repaired: null, failure: error, again };
  }
}

/** The SDK takes what it is given, and fails on it in the middle of parsing. */
function isRawToolCall(value: unknown): value is RawToolCall {
  if (typeof value !== "object" || value === null) return false;
  const { toolCallId, toolName, input } = value as Partial<Record<keyof RawToolCall, unknown>>;
  return [toolCallId, toolName, input].every((field) => typeof field === "string");
}

async function fits(tools: RepairInput["tools"], call: RawToolCall): Promise<boolean> {
  const tool = ownTool(tools, call.toolName);
  if (tool === undefined) return false;
  const unwrapped = unwrapArguments(call.input);
  if (!unwrapped.ok) return false;
  const schema = toolSchema(tool.inputSchema);
  return schema === undefined || (await validateArguments(schema, unwrapped.args)).ok;
}

async function settle(loop: Loop, input: RepairInput, raw: RawToolCall): Promise<CallOutcome> {
  const tool = ownTool(input.tools, raw.toolName);
  const index = loop.response.take(raw.toolCallId);
  const call: ToolCall = {
    ...(index === undefined ? {} : { index }),
    truncated: loop.response.truncated,
    id: raw.toolCallId,
    tool: raw.toolName,
    args: raw.input,
    turn: loop.turnOf(input.messages),
    availableTools: Object.keys(input.tools),
  };
  if (tool === undefined) return loop.run.settle(call, { errorType: "unknown_tool" });
  const schema = toolSchema(tool.inputSchema);
  const checked: ToolCall = {
    ...call,
    options: {
      ...executableOf(raw.toolName, tool).options,
      ...(schema === undefined ? {} : { schema }),
    },
  };
  const outcome = await loop.run.preflight(checked);
  return outcome ?? loop.run.settle(checked, invalidInput(input.error));
}

/** The SDK refuses some inputs that the schema takes, such as JSON with `__proto__` in it. */
function invalidInput(error: Error): FaultInit {
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return { errorType: "invalid_args", message: cause, cause: error };
}

/** The cause can be asked for, but is not what the error shows of itself: a check may throw a secret. */
function writeOver(error: Error, { content, observation, userMessage }: CallOutcome): void {
  for (const [key, value] of Object.entries({
    message: content,
    stack: content,
    cause: error.cause,
    toString: () => content,
    envelope: observation,
    userMessage,
  })) {
    Object.defineProperty(error, key, {
      value,
      enumerable: false,
      writable: true,
      configurable: true,
    });
  }
}

function ownTool(tools: RepairInput["tools"], name: string): ToolLike | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}
