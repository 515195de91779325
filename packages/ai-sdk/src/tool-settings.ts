import type { ToolOptions } from "@recourse/core";
import { effectOfAnnotations, readRecoveryOptions } from "@recourse/core/adapter";
import type { ToolLike } from "./sdk-types.ts";
import { uncheckedSchema } from "./tool-schema.ts";

const settingsByTool = new WeakMap<
  ToolLike,
  { readonly own: ToolOptions | undefined; readonly settings: ToolOptions }
>();

/**
 * What the tool itself says: `withRecovery` beside it, else MCP annotations and a bare schema. The
 * same object for every run, by which core knows that it has merged it before.
 */
export function toolSettings(tool: ToolLike): ToolOptions {
  const own = readRecoveryOptions(tool);
  const known = settingsByTool.get(tool);
  if (known !== undefined && known.own === own) return known.settings;
  const schema = uncheckedSchema(tool.inputSchema);
  const { annotations } = (tool.metadata ?? {}) as { readonly annotations?: unknown };
  const effect = effectOfAnnotations(annotations);
  const settings = {
    ...(schema === undefined ? {} : { schema }),
    ...(effect === undefined ? {} : { effect }),
    ...own,
  };
  settingsByTool.set(tool, { own, settings });
  return settings;
}
