import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  ParentCommand,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import {
  callContext,
  createRecovery,
  RecoveringToolNode,
  recoveryCondition,
} from "../src/index.ts";
import { messagesLoop, recoveredLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };
const thread = { configurable: { thread_id: "t" } };

function contents(state: { messages: readonly unknown[] }): unknown[] {
  return (state.messages as ToolMessage[])
    .filter((message) => message.getType() === "tool")
    .map(({ content }) => content);
}

describe("an interrupt inside a tool", () => {
  it("passes through untouched: no message, no error, no retry", async () => {
    const kept = keeping();
    let asked = 0;
    const ask = doing("ask", () => {
      asked += 1;
      return `said ${interrupt({ q: "ok?" })}`;
    });
    const model = new ScriptedModel([asks({ name: "ask" }), says("done")]);
    const recovery = createRecovery(kept.options);
    const graph = recoveredLoop(model, new RecoveringToolNode([ask], { recovery }), {
      checkpointer: new MemorySaver(),
    });
    const paused = await graph.invoke(hello, thread);
    expect(paused.__interrupt__?.map(({ value }) => value)).toEqual([{ q: "ok?" }]);
    expect(contents(paused)).toEqual([]);
    expect(asked).toBe(1);
    expect(kept.calls.map(({ errorType }) => errorType)).toEqual(["interrupted"]);
    const state = await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(contents(state)).toEqual(["said yes"]);
    expect(kept.runs).toMatchObject([
      { stopReason: "completed", counters: { errors: 0, calls: 1 } },
    ]);
  });

  it.each(["one task for all calls", "a task for each call"] as const)(
    "%s: a sibling that has run is not run again on resume, and its result is not lost",
    async (kind) => {
      const executed: string[] = [];
      const create = doing("create", () => {
        executed.push("create");
        return "created";
      });
      const ask = doing("ask", () => {
        executed.push("ask");
        return `said ${interrupt("go?")}`;
      });
      const model = new ScriptedModel([
        asks({ name: "create", id: "a" }, { name: "ask", id: "b" }),
        says("done"),
      ]);
      const node = new RecoveringToolNode([create, ask], { recovery: createRecovery() });
      const version = kind === "one task for all calls" ? "v1" : "v2";
      const agent = createReactAgent({
        llm: model,
        tools: node,
        version,
        checkpointer: new MemorySaver(),
      });
      await agent.invoke(hello, thread);
      const state = await agent.invoke(new Command({ resume: "yes" }), thread);
      expect(executed).toEqual(["create", "ask", "ask"]);
      expect(contents(state)).toEqual(["created", "said yes"]);
    },
  );

  it("a sibling that was still running keeps its artifact, or the command that it returned", async () => {
    const recovery = createRecovery({ clock: impatientClock(), defaults: { effect: "read" } });
    let tries = 0;
    const rows = doing(
      "rows",
      () => {
        tries += 1;
        if (tries === 1) throw httpError(503);
        return ["12 rows", { rows: 12 }];
      },
      { responseFormat: "content_and_artifact" },
    );
    const moved = new ToolMessage({ content: "moved", tool_call_id: "m" });
    const move = doing("move", async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Command({ update: { messages: [moved] } });
    });
    const ask = doing("ask", () => `said ${interrupt("go on?")}`);
    const model = new ScriptedModel([
      asks({ name: "rows", id: "r" }, { name: "move", id: "m" }, { name: "ask", id: "a" }),
      says("done"),
    ]);
    const node = new RecoveringToolNode([rows, move, ask], { recovery });
    const graph = messagesLoop(model, node, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "t" } };
    await graph.invoke(hello, thread);
    const { messages } = await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(messages.slice(2, 5)).toMatchObject([
      { content: "12 rows", artifact: { rows: 12 } },
      { content: "moved" },
      { content: "said yes" },
    ]);
    expect(tries).toBe(2);
  });

  it("a sibling that runs again in another process has the same idempotency key", async () => {
    const keys: unknown[] = [];
    const checkpointer = new MemorySaver();
    const build = () => {
      const create = doing("create", (config) => {
        keys.push(callContext(config)?.idempotencyKey);
        return "created";
      });
      const ask = doing("ask", () => `said ${interrupt("go?")}`);
      const model = new ScriptedModel((messages) =>
        messages.length === 1
          ? asks({ name: "create", id: "a" }, { name: "ask", id: "b" })
          : says("done"),
      );
      return messagesLoop(
        model,
        new RecoveringToolNode([create, ask], { recovery: createRecovery() }),
        { checkpointer },
      );
    };
    await build().invoke(hello, thread);
    await build().invoke(new Command({ resume: "yes" }), thread);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it("that was answered is not asked again when the host retries the tool", async () => {
    const answers: unknown[] = [];
    let tries = 0;
    const ask = doing("ask", () => {
      const answer = interrupt("go?");
      answers.push(answer);
      tries += 1;
      if (tries === 1) throw httpError(429);
      return `said ${answer}`;
    });
    const other = doing("other", () => `other said ${interrupt("and you?")}`);
    const model = new ScriptedModel([
      asks({ name: "ask", id: "a" }, { name: "other", id: "b" }),
      says("done"),
    ]);
    const recovery = createRecovery({ clock: impatientClock() });
    const graph = messagesLoop(model, new RecoveringToolNode([ask, other], { recovery }), {
      checkpointer: new MemorySaver(),
    });
    await graph.invoke(hello, thread);
    await graph.invoke(new Command({ resume: "first" }), thread);
    const state = await graph.invoke(new Command({ resume: "second" }), thread);
    expect(contents(state)).toEqual(["said first", "other said second"]);
    expect(answers.slice(0, 2)).toEqual(["first", "first"]);
  });

  it("without a checkpointer is a mistake of the host, told to the model as such", async () => {
    const ask = doing("ask", () => interrupt("go?"));
    const model = new ScriptedModel([asks({ name: "ask" }), says("done")]);
    const state = await messagesLoop(
      model,
      new RecoveringToolNode([ask], { recovery: createRecovery() }),
    ).invoke(hello);
    expect(parseObservation(contents(state)[0] as string)?.error_type).toBe("internal");
  });
});

describe("control flow that the prebuilt node swallows", () => {
  it("a command to the parent graph, thrown by a subgraph inside a tool, reaches the parent", async () => {
    const handoff = doing("handoff", () => {
      throw new ParentCommand(new Command({ graph: Command.PARENT, goto: "other" }));
    });
    const model = new ScriptedModel([asks({ name: "handoff" }), says("never said")]);
    const inner = messagesLoop(
      model,
      new RecoveringToolNode([handoff], { recovery: createRecovery() }),
    );
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("team", inner as never, { ends: ["other"] })
      .addNode("other", () => ({ messages: [new HumanMessage("the other has it")] }))
      .addEdge(START, "team" as never)
      .compile();
    const state = await outer.invoke(hello);
    expect(state.messages.at(-1)?.content).toBe("the other has it");
  });
});

describe("an abort by the caller", () => {
  it("ends a running tool and passes untouched; nothing is counted", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const never = doing("never", () => new Promise(() => {}));
    const node = new RecoveringToolNode([never], { recovery });
    const controller = new AbortController();
    const reason = Object.assign(new Error("user stop"), { name: "AbortError" });
    setTimeout(() => controller.abort(reason), 5);
    const running = node.invoke(
      { messages: [asks({ name: "never" })] },
      { signal: controller.signal },
    );
    await expect(running).rejects.toBe(reason);
    expect(kept.calls.map(({ errorType }) => errorType)).toEqual(["cancelled"]);
  });

  it("ends a wait between attempts at once, with the very reason", async () => {
    let tries = 0;
    const busy = doing("busy", () => {
      tries += 1;
      throw httpError(503, { "retry-after": "20" });
    });
    const node = new RecoveringToolNode([busy], { recovery: createRecovery() });
    const controller = new AbortController();
    const reason = Object.assign(new Error("user stop"), { name: "AbortError" });
    setTimeout(() => controller.abort(reason), 5);
    const running = node.invoke(
      { messages: [asks({ name: "busy" })] },
      { signal: controller.signal },
    );
    await expect(running).rejects.toBe(reason);
    expect(tries).toBe(1);
  });

  it("of the tool's own making is an ordinary failure", async () => {
    const recovery = createRecovery({ policy: { retry: false } });
    const own = throwing(
      "own",
      Object.assign(new Error("This operation was aborted"), { name: "AbortError" }),
    );
    const output = await new RecoveringToolNode([own], { recovery }).invoke({
      messages: [asks({ name: "own" })],
    });
    expect(parseObservation(output.messages[0].content)?.ok).toBe(false);
  });
});

describe("parallel branches by Send with a condition", () => {
  function branches(model: ScriptedModel, node: RecoveringToolNode) {
    return new StateGraph(MessagesAnnotation)
      .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", node)
      .addEdge(START, "agent")
      .addConditionalEdges("agent", (state) => {
        const last = state.messages.at(-1) as unknown as { tool_calls: object[] };
        return last.tool_calls.map((lg_tool_call) => new Send("tools", { ...state, lg_tool_call }));
      })
      .addConditionalEdges("tools", recoveryCondition, ["agent", "__end__"])
      .compile();
  }

  it("one branch that halts ends the run, though the others finished before", async () => {
    const slowly = doing("config", async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("half");
    });
    const recovery = createRecovery({ tools: { config: { classify: () => "corrupt_state" } } });
    const model = new ScriptedModel([
      asks({ name: "greet", args: { name: "Ana" }, id: "a" }, { name: "config", id: "b" }),
      says("never said"),
    ]);
    const graph = branches(model, new RecoveringToolNode([greet, slowly], { recovery }));
    const state = await graph.invoke(hello);
    expect(model.requests).toHaveLength(1);
    expect(contents(state)).toHaveLength(2);
  });

  // A branch that waited for one that has not begun would hold the slot that it waits for, and one
  // that led nowhere would end a graph that sends only some of the calls: see the limits.
  it("with fewer slots than calls the model may be called once more, and nothing is executed", async () => {
    let executed = 0;
    const again = doing("again", () => {
      executed += 1;
      return "done";
    });
    const half = doing("config", () => {
      throw new Error("half");
    });
    const recovery = createRecovery({ tools: { config: { classify: () => "corrupt_state" } } });
    const model = new ScriptedModel([
      asks(
        { name: "greet", args: { name: "Ana" }, id: "a" },
        { name: "greet", args: { name: "Bo" }, id: "b" },
        { name: "config", id: "c" },
      ),
      asks({ name: "again", id: "d" }),
      says("never said"),
    ]);
    const graph = branches(model, new RecoveringToolNode([greet, half, again], { recovery }));
    const state = await graph.invoke(hello, { maxConcurrency: 2 });
    expect(model.requests).toHaveLength(2);
    expect(executed).toBe(0);
    expect(parseObservation(contents(state).at(-1) as string)?.error_type).toBe("not_executed");
  });
});
