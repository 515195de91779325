import { Agent, type MCPServer, run } from "@openai/agents";
import { assistantMessage, functionCall, modelError } from "@openai/agents/testing";
import type { Mode } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { recoverAgentTool, recoveringRunner, recoverMcpServer } from "../src/index.ts";
import { model, testRecovery } from "./support.ts";

const done = [assistantMessage("done")];

/** A server that fails: it throws for one order and says `isError` for another. */
function failingServer(): MCPServer {
  return {
    name: "orders",
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () => [
      {
        name: "lookup",
        inputSchema: {
          type: "object" as const,
          properties: { id: { type: "string" } },
          required: ["id"],
          additionalProperties: false,
        },
      },
    ],
    callTool: async (_name, args) => {
      if (args?.["id"] === "throws") throw new Error("gone");
      const content = [{ type: "text", text: `no order ${String(args?.["id"])}` }];
      return Object.assign(content, { isError: true }) as never;
    },
  };
}

const options = { toolName: "ask", toolDescription: "" };

function troubled(recovering: boolean): { agent: Agent; scripted: ReturnType<typeof model> } {
  const nested = new Agent({ name: "Inner", model: model(modelError(new Error("no quota"))) });
  const server = failingServer();
  const scripted = model(
    [
      functionCall("lookup", { id: "throws" }, { callId: "c1" }),
      functionCall("lookup", { id: "17" }, { callId: "c2" }),
      functionCall("lookup", {}, { callId: "c3" }),
      functionCall("ask", { input: "go" }, { callId: "c4" }),
    ],
    done,
  );
  const agent = new Agent({
    name: "A",
    model: scripted,
    mcpServers: [recovering ? recoverMcpServer(server) : server],
    tools: [recovering ? recoverAgentTool(nested, options) : nested.asTool(options)],
  });
  return { agent, scripted };
}

describe.each<[Mode]>([["observe"], ["off"]])("servers and agents as tools in mode %s", (mode) => {
  it("are what they are without us", async () => {
    const bare = troubled(false);
    const bareResult = await run(bare.agent, "go");
    const { recovery, calls } = testRecovery({ mode });
    const ours = troubled(true);
    const result = await recoveringRunner(recovery).run(ours.agent, "go");
    expect(result.history).toEqual(bareResult.history);
    expect(ours.scripted.calls[1]?.request.input).toEqual(bare.scripted.calls[1]?.request.input);
    const failed = calls().filter((call) => !call.ok);
    expect(failed).toHaveLength(mode === "off" ? 0 : 4);
  });
});
