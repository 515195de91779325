import { ToolFault } from "@recourse/core";

/** What is read of the item that answers a call of a tool which is no function of ours. */
interface AnsweringItem {
  readonly type: string;
  readonly status?: string;
  readonly output?: unknown;
}

/** What an item says went wrong, in the SDK's ways to say so; `undefined` when nothing did. */
export function itemFault(item: AnsweringItem, tool: string): ToolFault | undefined {
  if (item.type === "hosted_tool_call") {
    return isMarked(item) ? ToolFault.upstream({ message: `The ${tool} tool failed.` }) : undefined;
  }
  if (item.type === "shell_call_output") return shellFault(item.output);
  const failed = isMarked(item) || (item.type === "computer_call_result" && isBlank(item.output));
  return failed ? failedHere(tool) : undefined;
}

function isMarked({ status }: AnsweringItem): boolean {
  return status === "failed" || status === "incomplete";
}

/** Where the computer threw, the SDK sends a picture without data. */
function isBlank(output: unknown): boolean {
  return (output as { readonly data?: unknown } | undefined)?.data === "";
}

/** An exit code of any number is the command's own answer; none at all means that the shell threw. */
function shellFault(output: unknown): ToolFault | undefined {
  if (!Array.isArray(output) || output.length === 0) return undefined;
  const { outcome } = output.at(-1) as {
    readonly outcome?: { readonly type?: unknown; readonly exitCode?: unknown };
  };
  if (outcome?.type === "timeout") return ToolFault.timeout();
  return outcome?.exitCode === null ? failedHere("shell") : undefined;
}

function failedHere(tool: string): ToolFault {
  return ToolFault.internal({ message: `The ${tool} tool failed.` });
}
