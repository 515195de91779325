import { HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { asks } from "./support/scripted-model.ts";
import { keeping } from "./support/tools.ts";

async function connect() {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  server.registerTool(
    "read_file",
    { inputSchema: { path: z.string() }, annotations: { readOnlyHint: true } },
    ({ path }) =>
      path === "a.md"
        ? text("# A")
        : { isError: true, ...text(`ENOENT: no such file, open '${path}'`) },
  );
  server.registerTool(
    "put_file",
    {
      inputSchema: { path: z.string() },
      annotations: { readOnlyHint: false, idempotentHint: true },
    },
    () => text("put"),
  );
  server.registerTool(
    "search",
    { inputSchema: { q: z.string() }, annotations: { readOnlyHint: true } },
    () => ({ content: [] }),
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  return { client, tools: await loadMcpTools("files", client as never) };
}

describe("tools of an MCP server", () => {
  it("recover like others: results, errors by isError, arguments, effects by annotation", async () => {
    const { client, tools } = await connect();
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const node = new RecoveringToolNode(tools as never, { recovery });
    const message = asks(
      { name: "read_file", args: { path: "a.md" }, id: "1" },
      { name: "read_file", args: { path: "b.md" }, id: "2" },
      { name: "read_file", args: { path: 3 }, id: "3" },
      { name: "put_file", args: { path: "c.md" }, id: "4" },
      { name: "search", args: { q: "x" }, id: "5" },
    );
    const { messages } = await node.invoke({ messages: [new HumanMessage("hi"), message] });
    const results = messages as ToolMessage[];
    expect(results[0]?.content).toEqual("# A");
    const types = results.map(({ content }) =>
      typeof content === "string" ? parseObservation(content)?.error_type : undefined,
    );
    expect(types).toEqual([undefined, "not_found", "invalid_args", undefined, "empty_result"]);
    expect(results[1]?.content).toContain("b.md");
    const effects = new Map(kept.calls.map((record) => [record.tool, record.effect]));
    expect(Object.fromEntries(effects)).toEqual({
      read_file: "read",
      put_file: "idempotent",
      search: "read",
    });
    await client.close();
  });
});
