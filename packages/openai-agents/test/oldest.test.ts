import { readFileSync } from "node:fs";
import {
  Agent,
  type MCPServer,
  MemorySession,
  RunContext,
  RunState,
  run,
  tool,
} from "@openai/agents";
import { assistantMessage, functionCall, type ScriptedModelInput } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  RunHaltedError,
  recoverAgentTool,
  recoveringRunner,
  recoverMcpServer,
  recoverTool,
} from "../src/index.ts";
import { SDK_TEXT } from "../src/sdk-internals.ts";
import { envelope, model, modelSaw, resultOf, testRecovery, unanswered } from "./support.ts";

// Whoever imports the SDK in this file gets the oldest version that the peer range admits. The
// scripted model is the newest one's: there was none yet.
vi.mock("@openai/agents", () => import("openai-agents-oldest"));

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];
const call = (args: unknown, callId: string, name = "t") =>
  functionCall(name, args as never, { callId });

/** A tool that fails by its argument: 0 is not found, -1 leaves things half written. */
const troubled = () =>
  recoverTool(
    {
      name: "t",
      description: "",
      parameters,
      execute: ({ n }) => {
        if (n === 0) throw ToolFault.notFound({ message: "There is no 0." });
        if (n === -1) throw ToolFault.corruptState({ message: "Half written." });
        return `did ${n}`;
      },
    },
    { effect: "read" },
  );

function agentWith(tools: object[], ...steps: ScriptedModelInput[]) {
  const scripted = model(...steps);
  return { scripted, agent: new Agent({ name: "A", model: scripted, tools: tools as never }) };
}

describe("the oldest version of the SDK in the peer range", () => {
  it("is the one that is tested here", () => {
    const { devDependencies, peerDependencies } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    ) as Record<string, Readonly<Record<string, string>>>;
    const [, version] = devDependencies?.["openai-agents-oldest"]?.split("agents@") ?? [];
    expect(peerDependencies?.["@openai/agents"]).toMatch(`>=${version} `);
    expect(RunContext.prototype).not.toHaveProperty("_validateToolInvocation");
  });

  it("gives an observation for every kind of failure", async () => {
    const { recovery, calls, ends } = testRecovery();
    const { scripted, agent } = agentWith(
      [troubled()],
      [
        call({ n: 1 }, "c1"),
        call({ n: 0 }, "c2"),
        call({ n: "x" }, "c3"),
        call("{bad", "c4"),
        call({}, "c5", "nope"),
      ],
      done,
    );
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c1")).toBe("did 1");
    const types = ["c2", "c3", "c4", "c5"].map(
      (id) => envelope(modelSaw(scripted, id))["error_type"],
    );
    expect(types).toEqual(["not_found", "invalid_args", "invalid_args", "unknown_tool"]);
    expect(result.finalOutput).toBe("done");
    expect(unanswered(result.history)).toEqual([]);
    expect(calls()).toHaveLength(5);
    expect(ends().map(({ stopReason }) => stopReason)).toEqual(["completed"]);
  });

  it("asks nobody about arguments that cannot run, and writes what a person said", async () => {
    const { recovery } = testRecovery();
    const asking = recoverTool(
      { name: "t", description: "", parameters, needsApproval: true, execute: () => "ok" },
      { effect: "write" },
    );
    const { scripted, agent } = agentWith(
      [asking],
      [call({ n: "x" }, "c1"), call({ n: 1 }, "c2")],
      done,
    );
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go");
    expect(waiting.interruptions).toHaveLength(1);
    for (const item of waiting.interruptions) waiting.state.reject(item);
    await runner.run(agent, waiting.state);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ error_type: "rejected" });
  });

  it.each(["history", "snapshot"])(
    "answers a call that waited in another process with its own result, from the %s",
    async (from) => {
      const paid: number[] = [];
      const pay = () =>
        recoverTool({
          name: "pay",
          description: "",
          parameters,
          needsApproval: true,
          execute: ({ n }) => `paid ${paid.push(n)}`,
        });
      const first = testRecovery().recovery.run();
      const batch = [
        call({}, "c1", "nope"),
        call({ n: 1 }, "c2", "pay"),
        call("{bad", "c3"),
        call({ n: "x" }, "c4", "pay"),
        call({ n: 2 }, "c5", "pay"),
      ];
      const before = await run(
        agentWith([troubled(), pay()], batch).agent,
        "go",
        first.runOptions(),
      );
      const { scripted, agent } = agentWith([troubled(), pay()], done);
      const state = await RunState.fromString(agent, before.state.toString());
      const { recovery } = testRecovery();
      const ours =
        from === "snapshot" ? recovery.resume(JSON.parse(JSON.stringify(first))) : recovery.run();
      for (const item of state.getInterruptions()) state.approve(item);
      await run(agent, ours.bindState(state), ours.runOptions());
      expect(paid).toEqual([1, 2]);
      expect(["c2", "c5"].map((id) => modelSaw(scripted, id))).toEqual(["paid 1", "paid 2"]);
      const types = ["c1", "c3", "c4"].map((id) => envelope(modelSaw(scripted, id))["error_type"]);
      expect(types).toEqual(["unknown_tool", "invalid_args", "invalid_args"]);
    },
  );

  it.each([false, true])("ends a halted run with the user's words (stream: %s)", async (stream) => {
    const { recovery, ends } = testRecovery();
    const { scripted, agent } = agentWith([troubled()], [call({ n: -1 }, "c1")], done);
    const session = new MemorySession();
    const options = { session, stream } as { session: MemorySession; stream: true };
    const result = await recoveringRunner(recovery).run(agent, "go", options);
    if (stream) await result.completed;
    expect(scripted.calls).toHaveLength(1);
    expect(unanswered(result.history)).toEqual([]);
    expect(typeof result.finalOutput).toBe("string");
    await expect.poll(() => ends().map(({ stopReason }) => stopReason)).toEqual(["corrupt_state"]);
    expect(JSON.stringify(await session.getItems())).toContain("corrupt_state");
  });

  it("asks onHalt for structured output, else rejects with the report", async () => {
    const halting = () =>
      new Agent({
        name: "A",
        model: model([call({ n: -1 }, "c1")], done),
        outputType: z.object({ a: z.string() }),
        tools: [troubled()],
      });
    const { recovery } = testRecovery();
    const typed = recoveringRunner(recovery, { onHalt: () => ({ a: "stopped" }) });
    expect((await typed.run(halting(), "go")).finalOutput).toEqual({ a: "stopped" });
    const failing = recoveringRunner(recovery).run(halting(), "go");
    const error = await failing.catch((thrown: unknown) => thrown);
    expect(RunHaltedError.isInstance(error) && error.stopReason).toBe("corrupt_state");
  });

  it("keeps apart runs that share a context", async () => {
    const { recovery, calls } = testRecovery();
    const context = { user: "u" };
    const runner = recoveringRunner(recovery);
    const results = await Promise.all(
      [1, 2].map(() => {
        const steps = ["c1", "c2"].map((id) => [call({ n: 1 }, id)]);
        return runner.run(agentWith([troubled()], ...steps, done).agent, "go", { context });
      }),
    );
    expect(results.map(({ finalOutput }) => finalOutput)).toEqual(["done", "done"]);
    expect(new Set(calls().map(({ runId }) => runId)).size).toBe(2);
    expect(context).toEqual({ user: "u" });
  });

  it("recovers the tools of a server", async () => {
    const { recovery, calls } = testRecovery();
    const server = recoverMcpServer({
      name: "orders",
      cacheToolsList: false,
      connect: async () => undefined,
      close: async () => undefined,
      invalidateToolsCache: async () => undefined,
      listTools: async () => [
        {
          name: "lookup",
          inputSchema: {
            type: "object",
            properties: { id: { type: "string" } },
            required: ["id"],
            additionalProperties: false,
          },
          annotations: { readOnlyHint: true },
        },
      ],
      callTool: async (_name: string, { id }: { id: string }) => {
        if (id === "gone") throw Object.assign(new Error("no such order"), { status: 404 });
        return [{ type: "text", text: `order ${id}` }];
      },
    } as unknown as MCPServer);
    const scripted = model(
      [call({ id: "1" }, "c1", "lookup"), call({ id: "2" }, "c2", "lookup")],
      [call({ id: "gone" }, "c3", "lookup"), call({ id: 4 }, "c4", "lookup")],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, mcpServers: [server] });
    await run(agent, "go", recovery.run().runOptions());
    expect(["c1", "c2"].map((id) => modelSaw(scripted, id))).toEqual(["order 1", "order 2"]);
    expect(envelope(modelSaw(scripted, "c3"))).toMatchObject({ error_type: "not_found" });
    expect(envelope(modelSaw(scripted, "c4"))).toMatchObject({ error_type: "invalid_args" });
    expect(
      calls()
        .map(({ callId, ok }) => [callId, ok])
        .sort(),
    ).toEqual([
      ["c1", true],
      ["c2", true],
      ["c3", false],
      ["c4", false],
    ]);
  });

  it("counts a failed agent as one failed call", async () => {
    const { recovery, calls } = testRecovery();
    const { agent: inner } = agentWith([troubled()], [call({ n: -1 }, "i1")], done);
    const research = recoverAgentTool(inner, { toolName: "research", toolDescription: "" });
    const { scripted, agent } = agentWith(
      [research],
      [call({ input: "go" }, "c1", "research")],
      done,
    );
    await recoveringRunner(recovery).run(agent, "go");
    expect(scripted.calls).toHaveLength(1);
    expect(calls().map(({ tool: name, errorType }) => [name, errorType])).toEqual([
      ["t", "corrupt_state"],
      ["research", "corrupt_state"],
    ]);
  });

  it("keeps its own text for bad arguments in the history, and tells the arguments of no unknown tool", async () => {
    const { recovery, calls } = testRecovery({ recordArgs: true });
    const { scripted, agent } = agentWith(
      [troubled()],
      [call("{bad", "c1"), call({ n: 1 }, "c2", "nope")],
      done,
    );
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(resultOf(result.history, "c1")).toBe(SDK_TEXT.badJson);
    expect(calls().find(({ callId }) => callId === "c2")?.args).toEqual({});
  });

  it("changes nothing in mode off", async () => {
    const bare = tool({ name: "t", description: "", parameters, execute: ({ n }) => `did ${n}` });
    const steps = [[call({ n: 1 }, "c1"), call("{bad", "c2")], done];
    const without = await run(agentWith([bare], ...steps).agent, "go");
    const { recovery } = testRecovery({ mode: "off" });
    const off = await recoveringRunner(recovery).run(agentWith([troubled()], ...steps).agent, "go");
    expect(off.history).toEqual(without.history);
  });

  it("carries a handoff out in place of asking a person: that call is dropped", async () => {
    const { recovery } = testRecovery();
    const executed: number[] = [];
    const asking = recoverTool({
      name: "t",
      description: "",
      parameters,
      needsApproval: true,
      execute: ({ n }) => String(executed.push(n)),
    });
    const scripted = model([call({ n: 1 }, "c1"), call({}, "h", "transfer_to_B")], done);
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: [asking],
      handoffs: [new Agent({ name: "B", model: scripted })],
    });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.interruptions).toEqual([]);
    expect(executed).toEqual([]);
    expect(result.finalOutput).toBe("done");
    expect(JSON.stringify(result.history)).not.toContain('"c1"');
  });
});
