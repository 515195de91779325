import type { MCPServer } from "@openai/agents";
import type { Recovery, ToolOptions } from "@recourse/core";
import { checkMcpServer } from "./check-options.ts";
import { callMcpTool } from "./mcp-call.ts";
import { CallMatcher, nameFit } from "./mcp-call-matcher.ts";
import { McpConnection } from "./mcp-connection.ts";
import { bareServer, rememberServer } from "./mcp-settings.ts";
import { type McpTool, mcpToolOptions } from "./mcp-tool-options.ts";

/** Settings of a server. */
export interface RecoverMcpServerSettings {
  /** Settings for every tool of this server; those of `createRecovery` win. */
  readonly defaults?: ToolOptions | undefined;
  /** Take `readOnlyHint`, `idempotentHint` and `destructiveHint` as the tool's effect. @default true */
  readonly annotations?: boolean | undefined;
  /** Whose run a call belongs to when `run()` was called without `runOptions`. */
  readonly recovery?: Recovery | undefined;
}

/**
 * An MCP server whose calls recover: transport errors, `isError` results and time-outs become the
 * one observation, arguments are checked against the server's schema before they are sent, and a
 * server that went away is connected to again. Works with any `MCPServer` of the SDK.
 *
 * @throws RecourseError `invalid_option`, with the setting's name and what to do
 * @example
 * const files = recoverMcpServer(new MCPServerStdio({ fullCommand: "…" }));
 * const agent = new Agent({ name: "…", mcpServers: [files] });
 */
export function recoverMcpServer<Server extends MCPServer>(
  server: Server,
  settings: RecoverMcpServerSettings = {},
): Server {
  checkMcpServer(server, settings);
  return recovering(bareServer(server), settings);
}

function recovering<Server extends MCPServer>(
  server: Server,
  settings: RecoverMcpServerSettings,
): Server {
  const connection = new McpConnection(server);
  const matcher = new CallMatcher();
  const tools = new Map<string, ToolOptions>();
  const optionsOf = (name: string): ToolOptions | undefined => tools.get(name);

  const listTools = async (): Promise<McpTool[]> => {
    const listed = (await connection.listTools()) as McpTool[];
    tools.clear();
    for (const tool of listed) tools.set(tool.name, mcpToolOptions(tool, settings));
    return listed;
  };
  const callToolResult: NonNullable<MCPServer["callToolResult"]> = async (
    name,
    args,
    meta,
    options,
  ) => {
    if (tools.size === 0) await listTools().catch(() => []);
    return callMcpTool({
      server,
      connection,
      settings,
      options: optionsOf(name),
      found: matcher.take(args),
      name,
      args,
      meta,
      signal: options?.signal,
    });
  };
  const overrides: Partial<Record<keyof MCPServer, () => unknown>> = {
    listTools: () => listTools,
    callToolResult: () => callToolResult,
    callTool:
      () =>
      async (...call: Parameters<MCPServer["callTool"]>) =>
        (await callToolResult(...call)).content,
    toolInputGuardrails: () => [...(server.toolInputGuardrails ?? []), matcher.guardrail],
    toolMetaResolver: () => matcher.metaResolver(server.toolMetaResolver),
  };
  const proxy = new Proxy(server, {
    get(target, key) {
      const override = Object.hasOwn(overrides, key)
        ? overrides[key as keyof MCPServer]
        : undefined;
      if (override !== undefined) return override();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
  rememberServer(proxy, {
    bare: server,
    settings: (called) => {
      const name = [...tools.keys()].find((listed) => nameFit(called, listed) > 0);
      return name === undefined ? undefined : optionsOf(name);
    },
  });
  return proxy;
}
