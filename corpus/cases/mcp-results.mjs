// MCP

import { returned, versionOf } from "../lib/case.mjs";
import { A, IDEM } from "../lib/labels.mjs";
export const cases = [];
{
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
  const base = {
    client: "@modelcontextprotocol/sdk",
    version: versionOf("@modelcontextprotocol/sdk"),
    load,
    call: "write",
    limit: 8000,
  };
  const link = async (m, server) => {
    const [a, b] = m.M.createLinkedPair();
    await server.connect(b);
    const c = new m.C({ name: "c", version: "1" }, { capabilities: {} });
    await c.connect(a);
    return c;
  };
  const _low = (m, onCall) => {
    const s = new m.Low({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    s.setRequestHandler(m.T.CallToolRequestSchema, onCall);
    return s;
  };
  const hi = (m) => {
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
  const res = (id, how, args, label, name = "order") => ({
    ...base,
    id: `mcp/isError-${id}`,
    how,
    label,
    expect: (r) => r.isError === true,
    run: async (_env, m) =>
      returned(await (await link(m, hi(m))).callTool({ name, arguments: args })),
  });
  cases.push(
    res(
      "invalid-args",
      'high-level server rejects arguments: isError result, text "MCP error -32602…"',
      { id: "abc" },
      A.invalid("input validation, as text"),
    ),
    res(
      "unknown-tool",
      "high-level server, unknown tool: isError result",
      {},
      A.unknownTool('"Tool frobnicate not found" as text', [
        ["invalid_args", "malformed-args", false],
      ]),
      "frobnicate",
    ),
    res(
      "thrown",
      "handler threw Error: isError result with its message",
      { id: 1 },
      A.internal('nothing but "upstream exploded"', [
        ["upstream", "forbidden", false],
        ["upstream", "transient", IDEM],
      ]),
    ),
    res(
      "typeerror",
      "handler threw TypeError: only the text is left",
      { id: 2 },
      A.internal("programmer error on the server"),
    ),
    res(
      "not-found-text",
      "isError with prose",
      { id: 3 },
      A.notFound("prose says not found", [["upstream", "forbidden", false]]),
    ),
    res(
      "rate-limit-text",
      "isError with prose",
      { id: 4 },
      A.rate("prose says rate limit", 30000, {
        always: true,
        accept: [["upstream", "forbidden", false]],
      }),
    ),
    res(
      "empty-content",
      "isError with no content at all",
      { id: 5 },
      A.internal("no information", [
        ["upstream", "forbidden", false],
        ["upstream", "transient", IDEM],
      ]),
    ),
    res(
      "json-text",
      "isError with a JSON error in text",
      { id: 6 },
      A.auth("JSON text says PERMISSION_DENIED", [["upstream", "forbidden", false]]),
    ),
  );
}
