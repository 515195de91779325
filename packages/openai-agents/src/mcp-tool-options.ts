import type { Effect, JsonSchema, ToolOptions } from "@recourse/core";
import type { RecoverMcpServerSettings } from "./recover-mcp-server.ts";

/** What a server says of a tool. */
export interface McpTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly annotations?: {
    readonly readOnlyHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly destructiveHint?: boolean;
  };
}

/** A server's description of a tool in our words. */
export function mcpToolOptions(tool: McpTool, settings: RecoverMcpServerSettings): ToolOptions {
  const effect = settings.annotations === false ? undefined : effectOf(tool.annotations ?? {});
  return {
    schema: tool.inputSchema,
    isEmpty: isEmptyResult,
    ...(effect === undefined ? {} : { effect }),
    ...settings.defaults,
  };
}

/** The MCP specification's hints; what is not said stays undeclared. */
function effectOf(hints: NonNullable<McpTool["annotations"]>): Effect | undefined {
  if (hints.readOnlyHint === true) return "read";
  if (hints.idempotentHint === true) return "idempotent";
  return hints.destructiveHint === undefined ? undefined : "write";
}

function isEmptyResult(result: unknown): boolean {
  const { content, structuredContent } = (result ?? {}) as {
    content?: readonly { type?: unknown; text?: unknown }[];
    structuredContent?: unknown;
  };
  if (structuredContent !== undefined || content === undefined) return false;
  return content.every(
    (part) => part.type === "text" && ["", "[]"].includes(String(part.text).trim()),
  );
}
