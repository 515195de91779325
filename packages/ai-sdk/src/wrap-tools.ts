import { wrapNeedsApproval } from "./approval.ts";
import { type Executable, wrapExecute } from "./execute.ts";
import type { Loop } from "./loop.ts";
import { defaultModelOutput } from "./model-output.ts";
import type { Present } from "./present.ts";
import type { AnyFunction, ModelOutputInput, ToolLike, ToolSetLike } from "./sdk-types.ts";
import { toolSettings } from "./tool-settings.ts";
import { wrapModelOutput } from "./wrap-model-output.ts";

/**
 * The tools of a run. Tools that the SDK does not execute (the client's, the provider's) stay the
 * same objects: an `execute` on them would change the loop. The set has no prototype, so that a
 * model that asks for a tool called `constructor` is told that there is none, in ai 6 too.
 */
export function wrapTools(loop: Loop, tools: ToolSetLike): ToolSetLike {
  if (loop.isOff) return tools;
  const wrapped = Object.create(null) as Record<string, ToolLike>;
  for (const [name, given] of Object.entries(tools)) {
    const tool = originals.get(given) ?? given;
    if (typeof tool?.execute !== "function") {
      wrapped[name] = tool;
      continue;
    }
    const executable = { name, tool, options: toolSettings(tool) };
    loop.executables.set(name, executable);
    wrapped[name] = wrapTool(loop, executable);
  }
  loop.availableTools = Object.keys(wrapped);
  return wrapped;
}

/** What was wrapped, so that nothing is wrapped twice. */
const originals = new WeakMap<ToolLike, ToolLike>();

/**
 * The tools of no run, for converting a history: `agent.tools`, which the SDK takes when it turns
 * UI messages into an agent's prompt.
 */
export function showTools(present: Present, tools: ToolSetLike): ToolSetLike {
  const shown: Record<string, ToolLike> = {};
  for (const [name, tool] of Object.entries(tools)) {
    const executable = { name, tool, options: toolSettings(tool) };
    const toModelOutput = async (input: ModelOutputInput): Promise<unknown> => {
      const text = await present(executable, input);
      if (text !== undefined) return { type: "text", value: text };
      return tool.toModelOutput?.(input) ?? defaultModelOutput(input.output, true);
    };
    shown[name] = typeof tool?.execute === "function" ? copyOf(tool, { toModelOutput }) : tool;
  }
  return shown;
}

/** A copy that keeps prototype and getters: some tools are instances of classes. */
function copyOf(tool: ToolLike, replaced: Partial<ToolLike>): ToolLike {
  const copy = Object.create(
    Object.getPrototypeOf(tool) as object | null,
    Object.getOwnPropertyDescriptors(tool),
  ) as ToolLike;
  for (const [key, value] of Object.entries(replaced)) {
    Object.defineProperty(copy, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  originals.set(copy, tool);
  return copy;
}

function wrapTool(loop: Loop, executable: Executable): ToolLike {
  const { tool } = executable;
  const replaced: Record<string, unknown> = { execute: wrapExecute(loop, executable) };
  if (loop.run.modes.messages !== "enforce") return copyOf(tool, replaced);
  replaced["toModelOutput"] = wrapModelOutput(loop, executable);
  const needsApproval = wrapNeedsApproval(loop, executable);
  if (needsApproval !== undefined) replaced["needsApproval"] = needsApproval;
  for (const key of ["onInputStart", "onInputDelta", "onInputAvailable"] as const) {
    const listener = tool[key];
    if (listener !== undefined) replaced[key] = wrapListener(loop, executable, key, listener);
  }
  return copyOf(tool, replaced);
}

/** A listener that throws would reject the whole run, with the call left without a result. */
function wrapListener(
  loop: Loop,
  { name, tool }: Executable,
  key: string,
  listener: AnyFunction,
): (event: never) => Promise<void> {
  return async (event) => {
    try {
      await listener.call(tool, event);
    } catch (error) {
      loop.warn("input_listener_failed", `${key} of ${name} failed`, error);
    }
  };
}
