import { approvalAnswers } from "./approval-answers.ts";
import type { Executable } from "./executable.ts";
import { toolCall } from "./execute.ts";
import type { Loop } from "./loop.ts";
import type { MessageLike, ToolExecutionLike, ToolLike } from "./sdk-types.ts";

type NeedsApproval = (input: unknown, options: ToolExecutionLike) => Promise<boolean>;

/**
 * Whether a person has to approve the call. A call that would be refused is not asked for: it goes
 * on to the tool, where what the preflight found is handed on. When the question itself fails, a
 * person decides; the SDK would reject the whole run.
 */
export function wrapNeedsApproval(loop: Loop, executable: Executable): NeedsApproval | undefined {
  const { needsApproval } = executable.tool;
  if (needsApproval === undefined || needsApproval === false) return undefined;
  return async (input, options) => {
    const needed = await ask(loop, executable.name, true, () =>
      typeof needsApproval === "function"
        ? needsApproval.call(executable.tool, input, options)
        : needsApproval,
    );
    return Boolean(needed) && !(await refused(loop, executable, input, options));
  };
}

/** What ai 7 takes as `toolApproval`: one function for all tools, or a status or function by tool. */
type Statuses = Readonly<Record<string, unknown>>;

interface ApprovalInput {
  readonly toolCall: {
    readonly toolName: string;
    readonly toolCallId: string;
    readonly input: unknown;
  };
  readonly messages: readonly unknown[];
}

/** The same for the `toolApproval` of ai 7, which goes before a tool's own `needsApproval`. */
export function wrapToolApproval(loop: Loop, toolApproval: unknown): unknown {
  if (loop.run.modes.messages !== "enforce") return toolApproval;
  if (typeof toolApproval === "function") {
    return async (input: ApprovalInput) => {
      const { toolName, toolCallId, input: args } = input.toolCall;
      const status = await ask(loop, toolName, "user-approval", () =>
        (toolApproval as (input: ApprovalInput) => unknown)(input),
      );
      const executable = loop.executable(toolName);
      if (!asksPerson(status) || executable === undefined) return status;
      const options = { toolCallId, messages: input.messages };
      return (await refused(loop, executable, args, options)) ? "not-applicable" : status;
    };
  }
  if (typeof toolApproval !== "object" || toolApproval === null) return toolApproval;
  const wrapped: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(toolApproval as Statuses)) {
    const executable = loop.executable(name);
    wrapped[name] = executable === undefined ? value : wrapStatus(loop, executable, value);
  }
  return wrapped;
}

function wrapStatus(loop: Loop, executable: Executable, value: unknown): unknown {
  if (typeof value !== "function" && !asksPerson(value)) return value;
  return async (input: unknown, options: ToolExecutionLike) => {
    const status = await ask(loop, executable.name, "user-approval", () =>
      typeof value === "function"
        ? (value as (input: unknown, options: ToolExecutionLike) => unknown)(input, options)
        : value,
    );
    if (!asksPerson(status)) return status;
    return (await refused(loop, executable, input, options)) ? "not-applicable" : status;
  };
}

function asksPerson(status: unknown): boolean {
  const type = typeof status === "object" && status !== null ? (status as ToolLike).type : status;
  return type === "user-approval";
}

async function refused(
  loop: Loop,
  executable: Executable,
  input: unknown,
  options: ToolExecutionLike,
): Promise<boolean> {
  // When the call is resumed the SDK asks once more, and ai 6 takes a no for a forged approval.
  const answers = approvalAnswers(options.messages as readonly MessageLike[]);
  if (answers.has(options.toolCallId)) return false;
  const index = loop.response.position(options.toolCallId);
  const outcome = await loop.run.preflight(toolCall(loop, executable, input, options, index));
  if (outcome?.intervened !== true) return false;
  loop.keepPreflight(options.toolCallId, outcome);
  return true;
}

async function ask(
  loop: Loop,
  name: string,
  otherwise: unknown,
  question: () => unknown,
): Promise<unknown> {
  try {
    return await question();
  } catch (error) {
    loop.warn("approval_question_failed", `the approval question of ${name} failed`, error);
    return otherwise;
  }
}
