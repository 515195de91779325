import { fileURLToPath } from "node:url";
import {
  Agent,
  type MCPServer,
  MCPServerStdio,
  MCPServerStreamableHttp,
  run,
} from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverMcpServer, recoverTool } from "../src/index.ts";
import { startHttpFixture } from "./fixtures/mcp-http-server.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

vi.setConfig({ testTimeout: 60_000 });

const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const server of opened.splice(0)) await server.close().catch(() => undefined);
});

async function stdio(environment: Record<string, string> = {}): Promise<MCPServerStdio> {
  const server = recoverMcpServer(
    new MCPServerStdio({
      name: "orders",
      command: process.execPath,
      args: [fileURLToPath(new URL("./fixtures/mcp-stdio-server.ts", import.meta.url))],
      env: environment,
      clientSessionTimeoutSeconds: 30,
    }),
  );
  opened.push(server);
  await server.connect();
  return server;
}

async function http(withSessions = false) {
  const fixture = await startHttpFixture(withSessions);
  const server = recoverMcpServer(
    new MCPServerStreamableHttp({ name: "orders", url: fixture.url }),
  );
  opened.push(server, { close: () => fixture.stop() });
  await server.connect();
  return { fixture, server };
}

function agentOn(server: MCPServer, ...ids: [tool: string, args: unknown][]) {
  const scripted = model(
    ...ids.map(([tool, args], index) => [
      functionCall(tool, args as never, { callId: `c${index + 1}` }),
    ]),
    [assistantMessage("done")],
  );
  return { scripted, agent: new Agent({ name: "A", model: scripted, mcpServers: [server] }) };
}

describe.each(["stdio", "http"])("a recovered MCP server over %s", (kind) => {
  const open = async (): Promise<MCPServer> =>
    kind === "stdio" ? await stdio() : (await http()).server;

  it("hands results on and records the calls of the run", async () => {
    const { recovery, calls } = testRecovery();
    const { agent, scripted } = agentOn(await open(), ["lookup", { id: "17" }]);
    await run(agent, "go", recovery.run().runOptions());
    expect(modelSaw(scripted, "c1")).toBe("order 17: shipped");
    expect(calls()).toMatchObject([{ tool: "lookup", callId: "c1", ok: true, turn: 0 }]);
  });

  it("turns isError results, bad arguments and empty results into envelopes", async () => {
    const { recovery, calls } = testRecovery();
    const { agent, scripted } = agentOn(
      await open(),
      ["lookup", { id: "denied" }],
      ["lookup", { nr: "17" }],
      ["lookup", "{bad"],
      ["lookup", { id: "none" }],
    );
    await run(agent, "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false });
    expect(String(envelope(modelSaw(scripted, "c1"))["message"])).toContain("no access to orders");
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ error_type: "invalid_args" });
    expect(String(envelope(modelSaw(scripted, "c2"))["message"])).toContain("id");
    expect(envelope(modelSaw(scripted, "c3"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(scripted, "c4"))).toMatchObject({
      ok: true,
      error_type: "empty_result",
    });
    expect(calls().map((call) => call.errorType)).toEqual([
      expect.any(String),
      "invalid_args",
      "invalid_args",
      "empty_result",
    ]);
  });
});

describe("a stdio server that dies in the middle of a call", () => {
  it("is started again, and the read is repeated", async () => {
    const { recovery, calls } = testRecovery();
    const server = await stdio();
    const { agent, scripted } = agentOn(
      server,
      ["lookup", { id: "crash" }],
      ["lookup", { id: "17" }],
    );
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.finalOutput).toBe("done");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false, error_type: "upstream" });
    expect(modelSaw(scripted, "c2")).toBe("order 17: shipped");
    expect(calls()[0]?.attemptLog).toHaveLength(3);
  });
});

describe("an HTTP server that goes away and comes back", () => {
  it("keeps the run alive, and is used again", async () => {
    const { recovery, calls } = testRecovery();
    const { fixture, server } = await http();
    const scripted = model(
      [functionCall("lookup", { id: "1" }, { callId: "c1" })],
      [functionCall("lookup", { id: "2" }, { callId: "c2" })],
      [functionCall("lookup", { id: "3" }, { callId: "c3" })],
      [assistantMessage("done")],
    );
    const agent = new Agent({
      name: "A",
      model: scripted,
      mcpServers: [server],
    });
    agent.on("agent_tool_end", () => {
      const { length } = scripted.calls;
      if (length === 1) void fixture.stop();
      if (length === 2) void fixture.start();
    });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.finalOutput).toBe("done");
    expect(modelSaw(scripted, "c1")).toBe("order 1: shipped");
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ ok: false, error_type: "upstream" });
    expect(modelSaw(scripted, "c3")).toBe("order 3: shipped");
    expect(calls().map((call) => call.ok)).toEqual([true, false, true]);
  });
});

describe("an HTTP server that forgot its sessions", () => {
  it.each([404, 400])(
    "and says %i is given a new one: nothing of it is a failure",
    async (status) => {
      const { recovery, calls } = testRecovery();
      const { fixture, server } = await http(true);
      const forget = recoverTool({
        name: "forget",
        description: "",
        parameters: z.object({}),
        execute: () => {
          fixture.forget(status);
          return "ok";
        },
      });
      const scripted = model(
        [functionCall("lookup", { id: "1" }, { callId: "c1" })],
        [
          functionCall("forget", {}, { callId: "f1" }),
          functionCall("lookup", { id: "2" }, { callId: "c2" }),
          functionCall("lookup", { id: "3" }, { callId: "c3" }),
        ],
        [assistantMessage("done")],
      );
      const agent = new Agent({
        name: "A",
        model: scripted,
        mcpServers: [server],
        tools: [forget],
      });
      const oneByOne = { toolExecution: { maxFunctionToolConcurrency: 1 } };
      await run(agent, "go", recovery.run().runOptions(oneByOne));
      expect(["c2", "c3"].map((id) => modelSaw(scripted, id))).toEqual([
        "order 2: shipped",
        "order 3: shipped",
      ]);
      expect(calls().map((call) => [call.ok, call.attemptLog.length])).toEqual([
        [true, 1],
        [true, 1],
        [true, 1],
        [true, 1],
      ]);
      expect(fixture.behaviour.lookups).toBe(3);
    },
  );
});

describe("a server that was recovered twice", () => {
  it("answers and records each call once, with the settings of the last time", async () => {
    const { recovery, calls } = testRecovery();
    const { server } = await http();
    const again = recoverMcpServer(server, { defaults: { retry: false } });
    const { agent, scripted } = agentOn(again, ["lookup", { id: "denied" }]);
    await run(agent, "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false });
    expect(calls().map(({ callId, ok }) => [callId, ok])).toEqual([["c1", false]]);
  });
});

describe("annotations", () => {
  it("make a destructive tool a write: an unknown outcome is verified, not repeated", async () => {
    const { recovery, calls } = testRecovery();
    const { fixture, server } = await http();
    const { agent, scripted } = agentOn(server, ["remove", { id: "17" }]);
    await run(agent, "go", recovery.run().runOptions());
    expect(fixture.behaviour.removals).toBe(1);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false, retryable: false });
    expect(calls()[0]).toMatchObject({ decision: "verify", outcome: "unknown" });
  });
});

describe("time-outs", () => {
  it("limit one attempt, and a slow read is repeated", async () => {
    const { recovery } = testRecovery({ tools: { lookup: { timeoutMs: 40 } } });
    const { fixture, server } = await http();
    fixture.behaviour.delayMs = 200;
    const { agent, scripted } = agentOn(server, ["lookup", { id: "17" }]);
    await run(agent, "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      ok: false,
      error_type: "timeout",
      attempts: 3,
    });
  });
});

describe("without runOptions", () => {
  it("an MCP tool still recovers by itself", async () => {
    const { agent, scripted } = agentOn(await stdio(), ["lookup", { id: "denied" }]);
    await run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ ok: false });
  });
});
