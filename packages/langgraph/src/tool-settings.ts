import type { ToolOptions } from "@recourse/core";
import { effectOfAnnotations, readRecoveryOptions } from "@recourse/core/adapter";
import type { ToolLike } from "./raw-result.ts";

interface Known {
  readonly beside: ToolOptions | undefined;
  readonly merged: ToolOptions;
}

const known = new WeakMap<ToolLike, Known>();

/** What a LangChain tool says of itself: `withRecovery` over its MCP annotations and its schema. */
export function toolSettings(tool: ToolLike): ToolOptions {
  const beside = readRecoveryOptions(tool);
  const before = known.get(tool);
  if (before !== undefined && before.beside === beside) return before.merged;
  const effect = effectOfAnnotations(tool.metadata?.["annotations"]);
  const schema = tool.schema as ToolOptions["schema"];
  const merged: ToolOptions = {
    ...(schema === undefined || schema === null ? {} : { schema }),
    ...(effect === undefined ? {} : { effect }),
    ...beside,
  };
  known.set(tool, { beside, merged });
  return merged;
}
