import type { FunctionTool } from "@openai/agents";
import type { ToolOptions } from "@recourse/core";
import { readRecoveryOptions } from "@recourse/core/adapter";
import type { RecoveredTool } from "./invoke.ts";

/** By the tool and by its `invoke`, as the SDK does: its copy in a namespace has the same. */
const recoveredTools = new WeakMap<object, RecoveredTool>();

interface Invokable {
  readonly invoke?: unknown;
}

/** Remembers what stands behind a tool that we made, without changing the tool. */
export function rememberTool(tool: FunctionTool<unknown>, recovered: RecoveredTool): void {
  recoveredTools.set(tool, recovered).set(tool.invoke, recovered);
}

/** What stands behind a tool, when we made it. */
export function recoveredTool(tool: object): RecoveredTool | undefined {
  const { invoke } = tool as Invokable;
  const known = recoveredTools.get(tool);
  return known ?? (typeof invoke === "function" ? recoveredTools.get(invoke) : undefined);
}

const merged = new WeakMap<RecoveredTool, { left: ToolOptions; all: ToolOptions }>();

/** The settings of a tool: ours at its making, then what `withRecovery` left on it. */
export function settingsOf(recovered: RecoveredTool): ToolOptions {
  const left = readRecoveryOptions(recovered.tool);
  if (left === undefined) return recovered.settings;
  const known = merged.get(recovered);
  if (known?.left === left) return known.all;
  const all = { ...recovered.settings, ...left };
  merged.set(recovered, { left, all });
  return all;
}
