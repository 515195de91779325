// MCP: the SDK's parts, and clients linked to servers in memory.
import { versionOf } from "./case.mjs";

const load = async () => ({
  C: (await import("@modelcontextprotocol/sdk/client/index.js")).Client,
  S: (await import("@modelcontextprotocol/sdk/server/mcp.js")).McpServer,
  Low: (await import("@modelcontextprotocol/sdk/server/index.js")).Server,
  T: await import("@modelcontextprotocol/sdk/types.js"),
  M: (await import("@modelcontextprotocol/sdk/inMemory.js")).InMemoryTransport,
  H: (await import("@modelcontextprotocol/sdk/client/streamableHttp.js"))
    .StreamableHTTPClientTransport,
  Stdio: (await import("@modelcontextprotocol/sdk/client/stdio.js")).StdioClientTransport,
  z: await import("zod"),
});

/** what all MCP cases have in common */
export const base = {
  client: "@modelcontextprotocol/sdk",
  version: versionOf("@modelcontextprotocol/sdk"),
  load,
  call: "write",
  limit: 8000,
};

/** a client connected to a server */
export const link = async (m, server) => {
  const [a, b] = m.M.createLinkedPair();
  await server.connect(b);
  const c = new m.C({ name: "c", version: "1" }, { capabilities: {} });
  await c.connect(a);
  return c;
};

/** a low-level server: its handler answers, or fails, on the level of the protocol */
export const lowLevelServer = (m, onCall) => {
  const s = new m.Low({ name: "s", version: "1" }, { capabilities: { tools: {} } });
  s.setRequestHandler(m.T.CallToolRequestSchema, onCall);
  return s;
};

/** a high-level server, which turns what its tool throws into results; the order's number says what happens */
export const orderServer = (m) => {
  const s = new m.S({ name: "s", version: "1" });
  s.registerTool(
    "order",
    { description: "d", inputSchema: { id: m.z.number() } },
    async ({ id }) => {
      if (id === 1) throw new Error("upstream exploded");
      if (id === 2) throw new TypeError("Cannot read properties of undefined (reading 'total')");
      if (id === 3)
        return { isError: true, content: [{ type: "text", text: "Order 3 not found" }] };
      if (id === 4)
        return {
          isError: true,
          content: [{ type: "text", text: "Rate limit exceeded, retry after 30 seconds" }],
        };
      if (id === 5) return { isError: true, content: [] };
      if (id === 6)
        return {
          isError: true,
          content: [
            {
              type: "text",
              text: JSON.stringify({
                error: { code: "PERMISSION_DENIED", message: "no access" },
              }),
            },
          ],
          structuredContent: { code: 403 },
        };
      if (id === 7) return { content: [{ type: "text", text: "[]" }] };
      return { content: [] };
    },
  );
  return s;
};
