import { wrapNeedsApproval } from "./approval.ts";
import { copyOf, type Executable, executableOf, originalOf } from "./executable.ts";
import { wrapExecute } from "./execute.ts";
import type { Loop } from "./loop.ts";
import { defaultModelOutput } from "./model-output.ts";
import type { Present } from "./present.ts";
import type { AnyFunction, ModelOutputInput, ToolLike, ToolSetLike } from "./sdk-types.ts";
import { wrapModelOutput } from "./wrap-model-output.ts";

/**
 * The tools of a run. Tools that the SDK does not execute (the client's, the provider's) stay the
 * same objects: an `execute` on them would change the loop. The set has no prototype, so that a
 * model that asks for a tool called `constructor` is told that there is none, in ai 6 too.
 */
export function wrapTools(loop: Loop, tools: ToolSetLike): ToolSetLike {
  if (loop.isOff) return tools;
  loop.given = loop.given === undefined ? tools : { ...loop.given, ...tools };
  const names = Object.keys(tools);
  const wrapped = new NamedTools();
  for (const name of names) {
    const given = tools[name] as ToolLike;
    wrapped[name] = isExecutable(given)
      ? wrapTool(loop, executableOf(name, given))
      : originalOf(given);
  }
  loop.availableTools = names;
  return wrapped;
}

/**
 * An object that inherits nothing, not even `constructor`. Made by a constructor, since an object
 * without any prototype is slow to read, and the SDK reads it many times in every step.
 */
const NamedTools = class {} as unknown as new () => Record<string, ToolLike>;
Object.setPrototypeOf(NamedTools.prototype, null);
Reflect.deleteProperty(NamedTools.prototype, "constructor");

function isExecutable(tool: ToolLike | undefined): tool is ToolLike {
  return typeof tool?.execute === "function";
}

/**
 * The tools of no run, for converting a history: `agent.tools`, which the SDK takes when it turns
 * UI messages into an agent's prompt.
 */
export function showTools(present: Present, tools: ToolSetLike): ToolSetLike {
  const shown: Record<string, ToolLike> = {};
  for (const [name, tool] of Object.entries(tools)) {
    if (!isExecutable(tool)) {
      shown[name] = tool;
      continue;
    }
    const executable = executableOf(name, tool);
    const toModelOutput = async (input: ModelOutputInput): Promise<unknown> => {
      const text = await present(executable, input);
      if (text !== undefined) return { type: "text", value: text };
      return tool.toModelOutput?.(input) ?? defaultModelOutput(input.output, true);
    };
    shown[name] = copyOf(executable, { toModelOutput });
  }
  return shown;
}

function wrapTool(loop: Loop, executable: Executable): ToolLike {
  const { tool } = executable;
  const execute = wrapExecute(loop, executable);
  if (loop.run.modes.messages !== "enforce") return copyOf(executable, { execute });
  const toModelOutput = wrapModelOutput(loop, executable);
  const replaced: Record<string, unknown> = { execute, toModelOutput };
  const needsApproval = wrapNeedsApproval(loop, executable);
  if (needsApproval !== undefined) replaced["needsApproval"] = needsApproval;
  for (const key of ["onInputStart", "onInputDelta", "onInputAvailable"] as const) {
    const listener = tool[key];
    if (listener !== undefined) replaced[key] = wrapListener(loop, executable, key, listener);
  }
  return copyOf(executable, replaced);
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
