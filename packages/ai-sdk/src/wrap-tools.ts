import { wrapNeedsApproval } from "./approval.ts";
import { toolSettings } from "./effect.ts";
import { type Executable, wrapExecute } from "./execute.ts";
import type { Loop } from "./loop.ts";
import type { AnyFunction, ToolLike, ToolSetLike } from "./sdk-types.ts";
import { wrapModelOutput } from "./wrap-model-output.ts";

/**
 * The tools of a run. Tools that the SDK does not execute (the client's, the provider's) stay the
 * same objects: an `execute` on them would change the loop. The set has no prototype, so that a
 * model that asks for a tool called `constructor` is told that there is none, in ai 6 too.
 */
export function wrapTools(loop: Loop, tools: ToolSetLike): ToolSetLike {
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

/** A copy that keeps prototype and getters: some tools are instances of classes. */
function wrapTool(loop: Loop, executable: Executable): ToolLike {
  const { tool } = executable;
  const copy = Object.create(
    Object.getPrototypeOf(tool) as object | null,
    Object.getOwnPropertyDescriptors(tool),
  ) as ToolLike;
  const set = (key: keyof ToolLike, value: unknown): void => {
    Object.defineProperty(copy, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  };
  originals.set(copy, tool);
  set("execute", wrapExecute(loop, executable));
  if (loop.run.modes.messages !== "enforce") return copy;
  set("toModelOutput", wrapModelOutput(loop, executable));
  const needsApproval = wrapNeedsApproval(loop, executable);
  if (needsApproval !== undefined) set("needsApproval", needsApproval);
  for (const key of ["onInputStart", "onInputDelta", "onInputAvailable"] as const) {
    const listener = tool[key];
    if (listener !== undefined) set(key, wrapListener(loop, executable, key, listener));
  }
  return copy;
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
