// MCP: what a client throws

import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { base, link, lowLevelServer } from "../lib/mcp.mjs";
export const cases = [];

const rpc = (id, code, message, label, data) => ({
  ...base,
  id: `mcp/${id}`,
  how: `server answers JSON-RPC error ${code}`,
  label,
  expect: (e) => e.code === code,
  run: async (_env, m) =>
    (
      await link(
        m,
        lowLevelServer(m, async () => {
          throw new m.T.McpError(code, message, data);
        }),
      )
    ).callTool({ name: "x", arguments: {} }),
});
cases.push(
  rpc(
    "-32601",
    -32601,
    "Method not found",
    A.unknownTool("method not found", [
      ["invalid_args", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
  ),
  rpc("-32602", -32602, "Invalid params: id must be a number", A.invalid("invalid params")),
  rpc(
    "-32602-unknown-tool",
    -32602,
    "Unknown tool: frobnicate",
    A.unknownTool("the MCP spec reports an unknown tool as -32602", [
      ["invalid_args", "malformed-args", false],
    ]),
  ),
  rpc(
    "-32603",
    -32603,
    "Internal error",
    A.unknownOutcome("internal error", [
      ["upstream", "forbidden", false],
      ["internal", "malformed-args", false],
    ]),
  ),
  rpc(
    "-32600",
    -32600,
    "Invalid Request",
    A.invalid("invalid request", [
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
  ),
  rpc(
    "-32700",
    -32700,
    "Parse error",
    A.internal("parse error: the protocol layer, not the arguments", [
      ["invalid_args", "malformed-args", false],
      ["upstream", "transient", IDEM],
    ]),
  ),
  rpc(
    "-32002",
    -32002,
    "Resource not found",
    A.notFound("resource not found", [["upstream", "forbidden", false]]),
    { uri: "file:///x" },
  ),
  {
    ...base,
    id: "mcp/-32001-timeout",
    how: "client request timeout",
    label: A.timeout("request timed out"),
    expect: (e) => e.code === -32001,
    run: async (_env, m) =>
      (
        await link(
          m,
          lowLevelServer(m, () => new Promise(() => {})),
        )
      ).callTool({ name: "x", arguments: {} }, undefined, { timeout: 150 }),
  },
  {
    ...base,
    id: "mcp/abort",
    how: "caller aborts",
    label: A.cancelled("caller aborted; the SDK words it as McpError -32001 too", [
      ["timeout", "transient", IDEM],
    ]),
    run: async (_env, m) => {
      const c = new AbortController();
      setTimeout(() => c.abort("stop"), 60);
      return (
        await link(
          m,
          lowLevelServer(m, () => new Promise(() => {})),
        )
      ).callTool({ name: "x", arguments: {} }, undefined, { signal: c.signal });
    },
  },
  {
    ...base,
    id: "mcp/-32000-closed",
    how: "transport closed with a request in flight",
    label: A.unknownOutcome("connection closed with the call in flight", [
      ["upstream", "transient", true],
    ]),
    expect: (e) => e.code === -32000,
    run: async (_env, m) => {
      const c = await link(
        m,
        lowLevelServer(m, () => new Promise(() => {})),
      );
      setTimeout(() => c.close(), 60);
      return c.callTool({ name: "x", arguments: {} });
    },
  },
  {
    ...base,
    id: "mcp/not-connected",
    how: "call before connect",
    label: A.internal("Not connected: nothing was sent", [
      ["upstream", "transient", true],
      ["upstream", "transient", IDEM],
    ]),
    run: async (_env, m) =>
      new m.C({ name: "c", version: "1" }, { capabilities: {} }).callTool({
        name: "x",
        arguments: {},
      }),
  },
  {
    ...base,
    id: "mcp/http-401",
    how: "streamable HTTP endpoint answers 401",
    label: HTTP[401],
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(new URL(`${await env.http({ status: 401, body: "Unauthorized" })}/mcp`)),
      ),
  },
  {
    ...base,
    id: "mcp/http-404",
    how: "streamable HTTP endpoint answers 404",
    label: HTTP[404],
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(new URL(`${await env.http({ status: 404, body: "nope" })}/mcp`)),
      ),
  },
  {
    ...base,
    id: "mcp/http-503",
    how: "streamable HTTP endpoint answers 503",
    label: HTTP[503],
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(new URL(`${await env.http({ status: 503, body: "busy" })}/mcp`)),
      ),
  },
  {
    ...base,
    id: "mcp/http-429",
    how: "streamable HTTP endpoint answers 429",
    label: A.rate("429", 9000),
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(
          new URL(
            `${await env.http({
              status: 429,
              headers: { "retry-after": "9" },
              body: "slow down",
            })}/mcp`,
          ),
        ),
      ),
  },
  {
    ...base,
    id: "mcp/http-refused",
    how: "closed port",
    label: NET.refused,
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(new URL(`http://127.0.0.1:${await env.closedPort()}/mcp`)),
      ),
  },
  {
    ...base,
    id: "mcp/http-html",
    how: "200 text/html",
    label: NET.nonjson,
    run: async (env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.H(
          new URL(
            `${await env.http({
              status: 200,
              headers: { "content-type": "text/html" },
              body: "<html>",
            })}/mcp`,
          ),
        ),
      ),
  },
  {
    ...base,
    id: "mcp/stdio-ENOENT",
    how: "stdio server program missing",
    label: A.config("server program not installed", [["not_found", "not-found", false]]),
    run: async (_env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.Stdio({ command: "no-such-mcp-server", stderr: "ignore" }),
      ),
  },
  {
    ...base,
    id: "mcp/stdio-exits",
    how: "stdio server exits at once",
    label: A.notSent("Connection closed during initialize", [
      ["upstream", "forbidden", false],
      ["upstream", "transient", IDEM],
    ]),
    run: async (_env, m) =>
      new m.C({ name: "c", version: "1" }, {}).connect(
        new m.Stdio({
          command: process.execPath,
          args: ["-e", "process.exit(1)"],
          stderr: "ignore",
        }),
      ),
  },
  {
    ...base,
    id: "mcp/output-schema",
    how: "structuredContent does not match the tool outputSchema",
    label: L(
      "upstream",
      "forbidden",
      false,
      "the server broke its own output schema; code -32602 says invalid params",
      {
        accept: [
          ["invalid_args", "malformed-args", false],
          ["internal", "malformed-args", false],
        ],
      },
    ),
    run: async (_env, m) => {
      const s = new m.Low({ name: "s", version: "1" }, { capabilities: { tools: {} } });
      s.setRequestHandler(m.T.ListToolsRequestSchema, async () => ({
        tools: [
          {
            name: "x",
            inputSchema: { type: "object" },
            outputSchema: {
              type: "object",
              properties: { n: { type: "number" } },
              required: ["n"],
            },
          },
        ],
      }));
      s.setRequestHandler(m.T.CallToolRequestSchema, async () => ({
        content: [],
        structuredContent: { n: "nope" },
      }));
      const c = await link(m, s);
      await c.listTools();
      return c.callTool({ name: "x", arguments: {} });
    },
  },
);
