import type { CallToolResult, MCPServer, RunContext } from "@openai/agents";
import type { ToolOptions } from "@recourse/core";
import { fallbackRecovery } from "./fallback-recovery.ts";
import { looseBinding } from "./loose-binding.ts";
import type { FoundCall } from "./mcp-call-matcher.ts";
import type { McpConnection } from "./mcp-connection.ts";
import { modelText, resultText } from "./model-text.ts";
import type { RecoverMcpServerSettings } from "./recover-mcp-server.ts";
import { findBinding, type RunBinding } from "./run-binding.ts";
import { annotateSpan } from "./spans.ts";

/** One call of a tool of a server. */
export interface McpCall {
  readonly server: MCPServer;
  readonly connection: McpConnection;
  readonly settings: RecoverMcpServerSettings;
  readonly options: ToolOptions | undefined;
  readonly found: FoundCall | undefined;
  readonly name: string;
  readonly args: Record<string, unknown> | null;
  readonly meta: Record<string, unknown> | null | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Calls a tool of a server under the policy of the run. Failures are results, as text. */
export async function callMcpTool(call: McpCall): Promise<CallToolResult> {
  const { found } = call;
  const context = found?.context ?? {};
  const binding =
    findBinding(context) ??
    looseBinding(context, () =>
      (call.settings.recovery ?? fallbackRecovery()).run({ framework: "openai-agents" }),
    );
  const seen = found?.callId === undefined ? binding.claimCall(call.name) : undefined;
  const id = found?.callId ?? seen?.callId ?? "";
  const outcome = await binding.run.call<Record<string, unknown>, CallToolResult>(
    {
      id,
      tool: seen?.name ?? found?.tool ?? call.name,
      args: call.args ?? {},
      ...binding.position(id),
      options: withUserText(call, binding),
      signal: call.signal,
      format: (value) => resultText((value as Partial<CallToolResult>).content),
    },
    (args, callContext) => call.connection.use(() => send(call, args, callContext.signal)),
  );
  if (id !== "") binding.settled(id, outcome.ok);
  annotateSpan(outcome);
  const { value } = outcome;
  if (!outcome.intervened && value !== undefined) return value;
  if (outcome.ok && value !== undefined) {
    const { content = [] } = value as Partial<CallToolResult>;
    binding.keepPlain(id, modelText(content.length === 1 ? content[0] : content));
  }
  return { content: [{ type: "text", text: outcome.content }] } as CallToolResult;
}

async function send(
  call: McpCall,
  args: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { server, name, meta } = call;
  if (server.callToolResult !== undefined) {
    return server.callToolResult(name, args, meta, { signal });
  }
  const content = await server.callTool(name, args, meta, { signal });
  // A server that only gives the content leaves `isError` on it.
  const { isError } = content as { readonly isError?: boolean };
  return { content, ...(isError === undefined ? {} : { isError }) } as CallToolResult;
}

/** The texts that the user writes for failures of MCP tools: the server's, else the agent's. */
function withUserText(call: McpCall, binding: RunBinding): ToolOptions {
  const write = call.server.errorFunction ?? binding.agent?.mcpConfig?.errorFunction;
  if (typeof write !== "function") return call.options ?? {};
  return {
    explain: async (error) =>
      resultText(
        await write({
          context: (call.found?.context ?? {}) as RunContext,
          error: error instanceof Error ? error : new Error(String(error)),
        }),
      ),
    ...call.options,
  };
}
