import type { ToolOptions } from "@recourse/core";
import { effectOfAnnotations, readRecoveryOptions } from "@recourse/core/adapter";
import type { ToolLike } from "./sdk-types.ts";
import { uncheckedSchema } from "./tool-schema.ts";

/** What the tool itself says: `withRecovery` beside it, else MCP annotations and a bare schema. */
export function toolSettings(tool: ToolLike): ToolOptions {
  const schema = uncheckedSchema(tool.inputSchema);
  const annotations = (tool.metadata as { readonly annotations?: unknown } | undefined)
    ?.annotations;
  const effect = effectOfAnnotations(annotations);
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(effect === undefined ? {} : { effect }),
    ...readRecoveryOptions(tool),
  };
}
