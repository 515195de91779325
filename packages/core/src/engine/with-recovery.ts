import { checkValue } from "../options/check-fields.ts";
import { checkToolOptions } from "../options/check-tool-options.ts";
import { tool as toolKind } from "../options/kind.ts";
import type { ToolOptions } from "./tool-options.ts";

const key: unique symbol = Symbol.for("recourse.tool") as never;

const owner = { of: "withRecovery()" } as const;

/**
 * Puts settings beside any framework's tool and gives the same tool back. Adapters read them from
 * there; a tool object that cannot be written to is returned untouched, so name it under
 * `createRecovery({ tools })` instead.
 *
 * @throws RecourseError `invalid_option`, with the setting's name and what to do
 * @example const getOrder = withRecovery(tool(…), { effect: "read", timeoutMs: 5_000 });
 */
export function withRecovery<T extends object>(tool: T, options: ToolOptions): NoInfer<T> {
  checkValue("tool", tool, toolKind, owner);
  checkToolOptions("", options, owner);
  try {
    Object.defineProperty(tool, key, { value: options, configurable: true, enumerable: false });
  } catch {
    // Frozen: the settings cannot travel with it.
  }
  return tool;
}

/** What `withRecovery` left on a tool. */
export function readRecoveryOptions(tool: unknown): ToolOptions | undefined {
  if ((typeof tool !== "object" && typeof tool !== "function") || tool === null) return undefined;
  try {
    const options: unknown = Reflect.get(tool, key);
    return typeof options === "object" && options !== null ? (options as ToolOptions) : undefined;
  } catch {
    return undefined;
  }
}
