import { HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { parseObservation } from "@recourse/core";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  callContext,
  createRecovery,
  RecoveringToolNode,
  RunEndHandler,
  recoverTools,
  ToolFault,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

/** A graph or an agent, as far as a tool needs one. */
interface Invokable {
  invoke(input: never, config?: object): Promise<unknown>;
}

const hello = { messages: [new HumanMessage("hello")] };

describe("an agent inside a tool", () => {
  function inner(recovery: ReturnType<typeof createRecovery>, kind: "graph" | "agent") {
    const model = new ScriptedModel([asks({ name: "boom" }), says("inner done")]);
    const tools = [throwing("boom", httpError(404))];
    const graph =
      kind === "graph"
        ? messagesLoop(model, new RecoveringToolNode(tools, { recovery, agent: "helper" }))
        : createAgent({
            model,
            tools,
            middleware: recoverMiddleware({ recovery, agent: "helper" }),
          });
    return tool(
      async ({ task }) => {
        const { messages } = await graph.invoke({ messages: [new HumanMessage(task)] });
        return (messages.at(-1) as ToolMessage).content as string;
      },
      { name: "helper", description: "helps", schema: z.object({ task: z.string() }) },
    );
  }

  it.each(["graph", "agent"] as const)(
    "(a %s) has a child run with turns of its own",
    async (kind) => {
      const kept = keeping();
      const recovery = createRecovery(kept.options);
      const model = new ScriptedModel([
        asks({ name: "greet", args: { name: "Ana" } }),
        asks(
          { name: "helper", args: { task: "one" }, id: "h1" },
          { name: "helper", args: { task: "two" }, id: "h2" },
        ),
        says("done"),
      ]);
      const node = new RecoveringToolNode([greet, inner(recovery, kind)], { recovery });
      await messagesLoop(model, node).invoke(hello);
      const outer = kept.calls.filter(({ parentRunId }) => parentRunId === undefined);
      const children = kept.calls.filter(({ parentRunId }) => parentRunId !== undefined);
      expect(outer.map(({ tool: name, turn }) => [name, turn]).sort()).toEqual([
        ["greet", 0],
        ["helper", 1],
        ["helper", 1],
      ]);
      expect(children.length).toBeGreaterThan(0);
      for (const child of children) {
        expect(child).toMatchObject({
          parentRunId: outer[0]?.runId,
          agent: "helper",
          turn: 0,
          tool: "boom",
        });
      }
    },
  );

  it.each(["node", "tools", "agent"] as const)(
    "that was halted is one failed call of its parent (%s)",
    async (kind) => {
      const recovery = createRecovery();
      const stuck = createAgent({
        model: new ScriptedModel(() => asks({ name: "boom" })),
        tools: [throwing("boom", httpError(404))],
        middleware: recoverMiddleware({ recovery, agent: "researcher" }),
      } as never);
      const research = tool(
        async () => {
          const { messages } = await stuck.invoke(hello as never);
          return String(messages.at(-1)?.content);
        },
        { name: "research", description: "", schema: z.object({}) },
      );
      const model = new ScriptedModel([asks({ name: "research" }), says("done")]);
      const outer =
        kind === "agent"
          ? createAgent({ model, tools: [research], middleware: recoverMiddleware({ recovery }) })
          : messagesLoop(
              model,
              kind === "node"
                ? new RecoveringToolNode([research], { recovery })
                : new ToolNode(recoverTools([research], { recovery })),
            );
      const { messages } = (await outer.invoke(hello as never)) as { messages: ToolMessage[] };
      const read = messages.find((message) => message.getType() === "tool");
      expect(parseObservation(read?.content as string)).toMatchObject({
        ok: false,
        message: expect.stringContaining("The agent researcher was stopped (no_progress)"),
      });
      expect(messages.at(-1)?.content).toBe("done");
    },
  );

  it.each(["graph", "agent"] as const)(
    "(a %s) ends for itself where a RunEndHandler looks on, however it ends",
    async (kind) => {
      const controller = new AbortController();
      const { signal } = controller;
      const answers = {
        completed: () => says("inner done"),
        model_error: () => {
          throw new Error("no model");
        },
        cancelled: () => asks({ name: "hang" }),
      };
      const hang = doing("hang", () => {
        setTimeout(() => controller.abort(new Error("the user left")), 1);
        return new Promise(() => {});
      });
      const tools = [greet, hang];
      for (const [reason, answer] of Object.entries(answers)) {
        const kept = keeping();
        const recovery = createRecovery(kept.options);
        const asked = asks({ name: "greet", args: { name: "Ana" } });
        const model = new ScriptedModel((_messages, spoken) => (spoken === 0 ? asked : answer()));
        const graph =
          kind === "graph"
            ? messagesLoop(model, new RecoveringToolNode(tools, { recovery }))
            : createAgent({ model, tools, middleware: recoverMiddleware({ recovery }) });
        const helper = doing("helper", async (config) => {
          await graph.invoke(hello as never, config as object);
          return "helped";
        });
        const outer = new ScriptedModel([asks({ name: "helper" }), says("done")]);
        const loop = messagesLoop(outer, new RecoveringToolNode([helper], { recovery }));
        await loop.invoke(hello, { signal, callbacks: [new RunEndHandler()] }).catch(() => {});
        await kept.flushed();
        const child = kept.runs.find(({ parentRunId }) => parentRunId !== undefined);
        expect(child?.stopReason).toBe(reason);
        expect(kept.runs).toHaveLength(2);
      }
    },
  );

  it.each(["graph", "agent"] as const)(
    "(a %s) keeps its run id and idempotency keys when the host repeats the tool",
    async (kind) => {
      const kept = keeping();
      const clock = impatientClock();
      const recovery = createRecovery({ ...kept.options, clock, defaults: { effect: "read" } });
      const keys: (string | undefined)[] = [];
      const look = doing("look", (config) => keys.push(callContext(config)?.idempotencyKey));
      const graphOf = (): Invokable => {
        const model = new ScriptedModel([asks({ name: "look" }), says("inner done")]);
        return kind === "graph"
          ? messagesLoop(model, new RecoveringToolNode([look], { recovery }))
          : createAgent({ model, tools: [look], middleware: recoverMiddleware({ recovery }) });
      };
      let tries = 0;
      const helper = doing("helper", async (config) => {
        // Each attempt says the same twice, in messages that are new.
        for (let said = 0; said < 2; said += 1) {
          const go = { messages: [new HumanMessage("go")] };
          await graphOf().invoke(go as never, config as object);
        }
        tries += 1;
        if (tries === 1) throw httpError(503);
        return "helped";
      });
      const outer = new ScriptedModel([asks({ name: "helper" }), says("done")]);
      await messagesLoop(outer, new RecoveringToolNode([helper], { recovery })).invoke(hello);
      expect(keys).toHaveLength(4);
      expect(new Set(keys).size).toBe(2);
      expect(keys.slice(2)).toEqual(keys.slice(0, 2));
      const runs = kept.calls.filter((call) => call.tool === "look").map(({ runId }) => runId);
      expect(new Set(runs).size).toBe(2);
      expect(runs.slice(2)).toEqual(runs.slice(0, 2));
    },
  );

  it("that goes on after an interrupt and is halted then is a failed call all the same", async () => {
    const recovery = createRecovery({ defaults: { effect: "read" } });
    const corrupt = throwing("corrupt", ToolFault.corruptState({ message: "half of it" }));
    const ask = doing("ask", () => `said ${interrupt("go on?")}`);
    const inner = messagesLoop(
      new ScriptedModel([asks({ name: "ask" }), asks({ name: "corrupt" }), says("inner done")]),
      new RecoveringToolNode([ask, corrupt], { recovery }),
    );
    const helper = doing("helper", async (config) => {
      const { messages } = await inner.invoke(hello, config as object);
      return String(messages.at(-1)?.content);
    });
    const model = new ScriptedModel([asks({ name: "helper" }), says("done")]);
    const node = new RecoveringToolNode([helper], { recovery });
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "t" } };
    await graph.invoke(hello, thread);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(messages.at(-1)).toMatchObject({ name: "helper", status: "error" });
    expect(model.requests).toHaveLength(1);
  });

  it("that is a team has a run for each member, though all are asked the same", async () => {
    const kept = keeping();
    const recovery = createRecovery({ ...kept.options, defaults: { effect: "read" } });
    const keys: unknown[] = [];
    const look = doing("look", (config) => keys.push(callContext(config)?.idempotencyKey));
    const member = () => {
      const model = new ScriptedModel([asks({ name: "look" }), says("done")]);
      return messagesLoop(model, new RecoveringToolNode([look], { recovery })) as never;
    };
    const team = new StateGraph(MessagesAnnotation)
      .addNode("left", member())
      .addNode("right", member())
      .addEdge(START, "left")
      .addEdge(START, "right")
      .compile();
    const helper = doing("helper", async (config) => {
      await team.invoke(hello, config as object);
      return "helped";
    });
    const model = new ScriptedModel([asks({ name: "helper" }), says("done")]);
    await messagesLoop(model, new RecoveringToolNode([helper], { recovery })).invoke(hello);
    const runs = kept.calls.filter((call) => call.tool === "look").map(({ runId }) => runId);
    expect(new Set(runs).size).toBe(2);
    expect(new Set(keys).size).toBe(2);
  });

  it("shares the error budget of its parent", async () => {
    const recovery = createRecovery({ policy: { errors: 3 } });
    const model = new ScriptedModel((_messages, spoken) =>
      asks({ name: "helper", args: { task: `${spoken}` } }),
    );
    const failing = new ScriptedModel((_messages, spoken) =>
      spoken % 2 === 0 ? asks({ name: "boom", args: { spoken } }) : says("sorry"),
    );
    const helperGraph = messagesLoop(
      failing,
      new RecoveringToolNode([throwing("boom", httpError(404))], { recovery }),
    );
    const helper = tool(
      async ({ task }) => {
        await helperGraph.invoke({ messages: [new HumanMessage(task)] });
        throw httpError(404);
      },
      { name: "helper", description: "helps", schema: z.object({ task: z.string() }) },
    );
    const state = await messagesLoop(model, new RecoveringToolNode([helper], { recovery })).invoke(
      hello,
    );
    expect(state.messages.length).toBeLessThan(9);
  });
});

describe("a subgraph", () => {
  it("has a child run of the graph that contains it, once that has one", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const member = (name: string) =>
      messagesLoop(
        new ScriptedModel([asks({ name: "boom", args: { name } }), says("done")]),
        new RecoveringToolNode([throwing("boom", httpError(404))], { recovery, agent: name }),
      );
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("plan", () => ({ messages: [asks({ name: "greet", args: { name: "Ana" } })] }))
      .addNode("tools", new RecoveringToolNode([greet], { recovery }))
      .addNode("left", member("left") as never)
      .addNode("right", member("right") as never)
      .addEdge(START, "plan")
      .addEdge("plan", "tools")
      .addEdge("tools", "left")
      .addEdge("tools", "right")
      .compile();
    await graph.invoke(hello);
    const root = kept.calls.find(({ tool: name }) => name === "greet");
    const children = kept.calls.filter(({ tool: name }) => name === "boom");
    expect(children.map(({ agent }) => agent).sort()).toEqual(["left", "right"]);
    expect(new Set(children.map(({ runId }) => runId)).size).toBe(2);
    for (const child of children) expect(child.parentRunId).toBe(root?.runId);
  });
});
