import type { Rule } from "../rule.ts";
import { FUTILE_LATE, MAYBE_SENT, TIMEOUT_LATE, type VerdictInput } from "../verdict.ts";

const SOURCE =
  "https://modelcontextprotocol.io/specification, https://www.jsonrpc.org/specification#error_object";

/** An unknown tool, as the reference servers word it. */
export function saysUnknownTool(text: string): boolean {
  const said = text.slice(0, 300).toLowerCase();
  if (said.includes("unknown tool")) return true;
  const at = said.indexOf("tool ");
  if (at < 0 || (at > 0 && !/[\s:"'`]/.test(said[at - 1] as string))) return false;
  const rest = said.slice(at + 5);
  const end = rest.indexOf(" not found");
  return end > 0 && end < 130 && !rest.slice(0, end).includes(" ");
}

function rpcVerdict(code: number, message: string): VerdictInput | undefined {
  const said = message.toLowerCase();
  switch (code) {
    case -32700: // parse error: the protocol layer, not the arguments
      return "internal";
    case -32600:
      return "invalid_args";
    case -32601:
      return "unknown_tool";
    case -32602:
      if (saysUnknownTool(message)) return "unknown_tool";
      // The client checks what the server returned and says so with the same code.
      if (said.includes("structured content does not match") || said.includes("output schema"))
        return FUTILE_LATE;
      return "invalid_args";
    case -32603:
      return MAYBE_SENT;
    case -32001:
      return TIMEOUT_LATE; // request time-out of the SDK; also its word for a caller's abort
    case -32000:
      return MAYBE_SENT; // connection closed
    case -32002:
      return "not_found"; // resource not found
    case -32003:
      return "invalid_args";
    case -32005:
      return "rate_limited"; // limit exceeded (EIP-1474)
    case -32042:
      return "auth"; // URL elicitation required
    case -32800:
      return "cancelled"; // LSP: request cancelled
    case -32801:
      return "conflict"; // LSP: content modified
    case -1:
      return said.includes("reject") || said.includes("declin") ? "rejected" : undefined;
    default:
      return code <= -32000 && code >= -32099 ? MAYBE_SENT : undefined;
  }
}

/** MCP and JSON-RPC 2.0: error codes, HTTP statuses of its transports. */
export const mcpRules: readonly Rule[] = [
  {
    name: "json-rpc",
    source: SOURCE,
    example: {
      $error: { name: "McpError", code: -32602, message: "MCP error -32602: Invalid params" },
    },
    on: "number",
    match: (link) =>
      typeof link.code === "number" && link.code < 0
        ? rpcVerdict(link.code, link.message)
        : undefined,
  },
  {
    name: "json-rpc/body",
    source: SOURCE,
    example: { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
    on: "none",
    has: ["jsonrpc"],
    match(link, { inner }) {
      if (link.get("jsonrpc") !== "2.0") return undefined;
      const error = link.get("error");
      return typeof error === "object" && error !== null ? inner(error) : undefined;
    },
  },
  {
    name: "mcp/unauthorized",
    source: "@modelcontextprotocol/sdk client/auth.js",
    example: { $error: { name: "UnauthorizedError", message: "Unauthorized" } },
    names: { UnauthorizedError: "auth", InsufficientScopeError: "auth" },
  },
  {
    name: "mcp/text",
    source: SOURCE,
    example: { name: "Error", message: "MCP error -32602: Tool frobnicate not found" },
    stage: "text",
    match(link) {
      const text = link.message;
      let at = text.lastIndexOf("MCP error -3");
      if (at >= 0) {
        at += "MCP error ".length;
        const code = Number(text.slice(at, at + 6));
        if (Number.isInteger(code)) return rpcVerdict(code, text);
      }
      return text.length < 300 && link.parent === undefined && saysUnknownTool(text)
        ? "unknown_tool"
        : undefined;
    },
  },
];
