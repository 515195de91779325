import { Agent, type MCPServer } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { recoveringRunner, recoverMcpServer } from "../src/index.ts";
import { model, modelSaw, testRecovery } from "./support.ts";

const done = [assistantMessage("done")];
const inputSchema = { type: "object" as const, properties: {}, required: [] } as never;

/** A server in this process whose tools say their names, or throw what they are given. */
function serverWith(
  tools: Readonly<Record<string, Error | undefined>>,
  name = "orders",
): { readonly server: MCPServer; connected(): number } {
  let connected = 0;
  const server: MCPServer = {
    name,
    cacheToolsList: false,
    connect: async () => {
      connected += 1;
    },
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => Object.keys(tools).map((tool) => ({ name: tool, inputSchema })),
    callTool: async (tool) => {
      const error = tools[tool];
      if (error !== undefined) throw error;
      return [{ type: "text", text: `did ${tool}` }] as never;
    },
  };
  return { server: recoverMcpServer(server), connected: () => connected };
}

const nothing = (...names: string[]) => Object.fromEntries(names.map((n) => [n, undefined]));

describe("the name by which the model calls a server's tool", () => {
  it.each<[string, object]>([
    ["get_order", {}],
    ["mcp_orders__get_order", { mcpConfig: { includeServerInToolNames: true } }],
  ])("is %s for get-order, and the call keeps its id", async (called, config) => {
    const { recovery, calls } = testRecovery();
    const { server } = serverWith(nothing("get-order"));
    const scripted = model([functionCall(called, { id: "1" }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, mcpServers: [server], ...config });
    await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c1")).toBe("did get-order");
    expect(calls()).toMatchObject([{ callId: "c1", tool: called, turn: 0, index: 0, ok: true }]);
  });

  it("may be cut by the SDK, and the call keeps its id", async () => {
    const { recovery, calls } = testRecovery();
    const { server } = serverWith(nothing("get_order"), `orders ${"of a long name ".repeat(5)}`);
    const scripted = model();
    const agent = new Agent({
      name: "A",
      model: scripted,
      mcpServers: [server],
      mcpConfig: { includeServerInToolNames: true },
    });
    const [cut] = await agent.getMcpTools({} as never);
    const called = (cut as { readonly name: string }).name;
    expect(called.endsWith("get_order")).toBe(false);
    scripted.enqueue([functionCall(called, { id: "1" }, { callId: "c1" })], done);
    await recoveringRunner(recovery).run(agent, "go");
    expect(calls()).toMatchObject([{ callId: "c1", tool: called, ok: true }]);
  });

  it("may be the end of another's, with the same arguments", async () => {
    const { recovery, calls } = testRecovery();
    const { server } = serverWith(nothing("forget", "get"));
    const scripted = model(
      [
        functionCall("forget", { id: "1" }, { callId: "c1" }),
        functionCall("get", { id: "1" }, { callId: "c2" }),
      ],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, mcpServers: [server] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(calls().map(({ callId, tool }) => [callId, tool])).toEqual([
      ["c1", "forget"],
      ["c2", "get"],
    ]);
  });
});

describe("an error that a server answers with", () => {
  it.each([
    [-32603, "MCP error -32603: fetch failed", "costs no connection", 0],
    [-32000, "MCP error -32000: Not in your plan", "costs no connection", 0],
    [-32000, "MCP error -32000: Connection closed", "is followed by another connection", 1],
  ])("of code %i, %s, %s", async (code, message, _what, connections) => {
    const { recovery } = testRecovery();
    const failing = Object.assign(new Error(message), { code });
    const { server, connected } = serverWith({ fails: failing, get: undefined });
    const scripted = model(
      [functionCall("fails", {}, { callId: "c1" })],
      [functionCall("get", {}, { callId: "c2" })],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, mcpServers: [server] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c2")).toBe("did get");
    expect(connected()).toBe(connections);
  });
});
