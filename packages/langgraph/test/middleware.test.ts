import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { parseObservation } from "@recourse/core";
import { createMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { type RecoverMiddleware, recoverMiddleware } from "../src/middleware.ts";
import { type AgentState, agent, results, typesOf } from "./support/agents.ts";
import { messagesLoop } from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, impatientClock, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

describe.each(["v1", "v2"] as const)("createAgent (%s) with recoverMiddleware", (version) => {
  it("answers every call of a batch and goes on", async () => {
    const model = new ScriptedModel([
      asks(
        { name: "greet", args: { name: "Ana" }, id: "a" },
        { name: "greet", args: { name: 3 }, id: "b" },
        { name: "boom", id: "c" },
        { name: "gret", id: "d" },
      ),
      says("done"),
    ]);
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const tools = [greet, throwing("boom", httpError(404))];
    const middleware = recoverMiddleware({ recovery });
    const state = await agent({ model, tools, middleware, version }).invoke(hello);
    const byId = new Map(results(state).map((result) => [result.tool_call_id, result]));
    expect([...byId.keys()].sort()).toEqual(["a", "b", "c", "d"]);
    expect(byId.get("a")?.content).toBe("Hello Ana");
    const type = (id: string) => parseObservation(byId.get(id)?.content as string)?.error_type;
    expect([type("b"), type("c"), type("d")]).toEqual([
      "invalid_args",
      "not_found",
      "unknown_tool",
    ]);
    expect(byId.get("d")?.content).toContain("greet");
    expect(state.stopReason).toBe("completed");
    await kept.flushed();
    expect(kept.runs).toMatchObject([
      { stopReason: "completed", counters: { calls: 4, turns: 1 } },
    ]);
    expect((state.messages.at(-1) as AIMessage).content).toBe("done");
  });

  it("ends the run by itself, with the reason in the state and no call id open", async () => {
    const kept = keeping();
    const recovery = createRecovery({
      ...kept.options,
      tools: { config: { classify: () => "corrupt_state" } },
    });
    const model = new ScriptedModel([
      asks({ name: "config", id: "a" }, { name: "greet", args: { name: "Ana" }, id: "b" }),
      says("never said"),
    ]);
    const tools = [greet, throwing("config", new Error("half"))];
    const state = await agent({
      model,
      tools,
      middleware: recoverMiddleware({ recovery }),
      version,
    }).invoke(hello);
    expect(model.requests).toHaveLength(1);
    expect(state.stopReason).toBe("corrupt_state");
    expect(state.userMessage).toEqual(expect.any(String));
    expect(
      results(state)
        .map(({ tool_call_id }) => tool_call_id)
        .sort(),
    ).toEqual(["a", "b"]);
    await kept.flushed();
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["corrupt_state"]);
  });

  it("ends an endless identical call after its refusal", async () => {
    let executed = 0;
    const boom = doing("boom", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const recovery = createRecovery();
    const model = new ScriptedModel(() => asks({ name: "boom" }));
    const state = await agent({
      model,
      tools: [boom],
      middleware: recoverMiddleware({ recovery }),
      version,
    }).invoke(hello);
    expect(executed).toBe(2);
    expect(state.stopReason).toBe("no_progress");
    const asked = state.messages.filter(
      (message) => (message as AIMessage).getType() === "ai",
    ).length;
    expect(results(state)).toHaveLength(asked);
  });

  it("retries in code, where the agent's own tool node would have failed the whole run", async () => {
    let tries = 0;
    const flaky = doing("flaky", () => {
      tries += 1;
      if (tries < 3) throw httpError(429);
      return "here";
    });
    const recovery = createRecovery({ clock: impatientClock() });
    const model = new ScriptedModel([asks({ name: "flaky" }), says("done")]);
    const state = await agent({
      model,
      tools: [flaky],
      middleware: recoverMiddleware({ recovery }),
      version,
    }).invoke(hello);
    expect(results(state).map(({ content }) => content)).toEqual(["here"]);
    expect(tries).toBe(3);
  });

  it("starts afresh with the next user message on the same thread", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    let executed = 0;
    const look = doing("look", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((messages) => {
      const human = messages.findLastIndex((message) => message.getType() === "human");
      return messages.length - human > 4 ? says("enough") : asks({ name: "look" });
    });
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "t" } };
    const one = agent({
      model,
      tools: [look],
      middleware: recoverMiddleware({ recovery }),
      checkpointer,
      version,
    });
    await one.invoke(hello, config);
    const state = await one.invoke({ messages: [new HumanMessage("again")] }, config);
    expect(executed).toBe(4);
    expect(state.stopReason).toBe("completed");
    await kept.flushed();
    expect(new Set(kept.runs.map(({ runId }) => runId)).size).toBe(2);
  });
});

describe("recoverMiddleware without others around it", () => {
  const forms = {
    "as the list": (one: RecoverMiddleware) => one,
    "as one entry of a list": (one: RecoverMiddleware) => [one],
    "spread into a list": (one: RecoverMiddleware) => [...one],
    "as one entry beside another that wraps model calls": (one: RecoverMiddleware) => [
      one,
      createMiddleware({
        name: "passes",
        wrapModelCall: (request, handler) => handler(request),
      }),
    ],
  };
  it.each(Object.entries(forms))(
    "names the tools that exist and the effect that is undeclared, given %s",
    async (_, form) => {
      const kept = keeping();
      const recovery = createRecovery(kept.options);
      const model = new ScriptedModel([
        asks({ name: "gret", id: "a" }, { name: "boom", id: "b" }),
        says("done"),
      ]);
      const tools = [greet, throwing("boom", httpError(500))];
      const middleware = form(recoverMiddleware({ recovery }));
      const state = await agent({ model, tools, middleware }).invoke(hello);
      const unknown = results(state).find(({ tool_call_id }) => tool_call_id === "a");
      expect(parseObservation(unknown?.content as string)?.message).toMatch(
        /Nearest: greet\. Also available: boom/,
      );
      const warnings = kept.events.filter((event) => event.type === "warning");
      expect(warnings.map(({ code }) => code)).toEqual([expect.stringMatching(/effect/)]);
    },
  );
});

describe("asking a person when a run halts", () => {
  const tools = [throwing("config", new Error("half"))];
  const config = { configurable: { thread_id: "t" } };

  function asking(model: ScriptedModel, kept = keeping()) {
    const recovery = createRecovery({
      ...kept.options,
      tools: { config: { classify: () => "corrupt_state" } },
    });
    const middleware = recoverMiddleware({ recovery, askHuman: true });
    return { kept, one: agent({ model, tools, middleware, checkpointer: new MemorySaver() }) };
  }

  it("interrupts with the incident, and ends when the person says so", async () => {
    const model = new ScriptedModel([asks({ name: "config" }), says("never said")]);
    const { one, kept } = asking(model);
    const paused = await one.invoke(hello, config);
    expect(paused.__interrupt__?.[0]?.value).toMatchObject({
      type: "recourse_halted",
      incident: { stopReason: "corrupt_state" },
    });
    await kept.flushed();
    expect(kept.runs).toEqual([]);
    const state = await one.invoke(new Command({ resume: { action: "end" } }), config);
    expect(state.stopReason).toBe("corrupt_state");
    expect(model.requests).toHaveLength(1);
    expect(kept.runs).toHaveLength(1);
  });

  it("goes on with the person's words in a fresh run", async () => {
    const model = new ScriptedModel([asks({ name: "config" }), says("thank you")]);
    const { one, kept } = asking(model);
    await one.invoke(hello, config);
    const resume = { action: "continue", message: "I repaired it; go on." };
    const state = await one.invoke(new Command({ resume }), config);
    expect((state.messages.at(-1) as AIMessage).content).toBe("thank you");
    expect(model.requests[1]?.at(-1)?.content).toBe("I repaired it; go on.");
    expect(state.stopReason).toBe("completed");
    await kept.flushed();
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual(["corrupt_state", "completed"]);
  });

  it("ends without asking where there is no checkpointer to wait in", async () => {
    const recovery = createRecovery({ tools: { config: { classify: () => "corrupt_state" } } });
    const model = new ScriptedModel([asks({ name: "config" }), says("never said")]);
    const middleware = recoverMiddleware({ recovery, askHuman: true });
    const state = await agent({ model, tools, middleware }).invoke(hello);
    expect(state.stopReason).toBe("corrupt_state");
  });
});

describe("a tool that there is not", () => {
  it("is refused when it is asked for a third time, as by the node", async () => {
    const model = new ScriptedModel((_messages, spoken) =>
      spoken < 3 ? asks({ name: "nobody" }) : says("done"),
    );
    const middleware = recoverMiddleware({ recovery: createRecovery() });
    const state = await agent({ model, tools: [greet], middleware }).invoke(hello);
    const ours = new RecoveringToolNode([greet], { recovery: createRecovery() });
    const inGraph = await messagesLoop(
      new ScriptedModel((_messages, spoken) =>
        spoken < 3 ? asks({ name: "nobody" }) : says("done"),
      ),
      ours,
    ).invoke(hello);
    expect(typesOf(state)).toEqual(["unknown_tool", "unknown_tool", "repeated_call"]);
    expect(typesOf(inGraph)).toEqual(typesOf(state));
  });
});

describe("one middleware of several agents at once", () => {
  it("tells each model its own tools", async () => {
    const middleware = recoverMiddleware({ recovery: createRecovery() });
    const states = await Promise.all(
      ["first", "second", "third"].map((name) => {
        const model = new ScriptedModel([asks({ name: "nobody" }), says("done")]);
        const tools = [doing(name, () => "done")];
        return agent({ model, tools, middleware }).invoke(hello);
      }),
    );
    const told = states.map((state) => String(results(state)[0]?.content));
    expect(told.map((text) => /Available: (\w+)\./.exec(text)?.[1])).toEqual([
      "first",
      "second",
      "third",
    ]);
  });
});

describe("beside the rest of createAgent", () => {
  it("is refused by langchain when it is put in twice, by its name", () => {
    const recovery = createRecovery();
    const middleware = [...recoverMiddleware({ recovery }), ...recoverMiddleware({ recovery })];
    expect(() =>
      agent({ model: new ScriptedModel([says("hi")]), tools: [greet], middleware }),
    ).toThrow(/RecourseRecovery is defined multiple times/);
  });

  it.each(["observe", "off"] as const)(
    "in mode %s the agent behaves as without us",
    async (mode) => {
      const script = [
        asks(
          { name: "greet", args: { name: 3 }, id: "a" },
          { name: "boom", id: "b" },
          { name: "nope", id: "c" },
        ),
        says("done"),
      ];
      const tools = [greet, throwing("boom", httpError(404))];
      const bare = await agent({ model: new ScriptedModel(script), tools, middleware: [] }).invoke(
        hello,
      );
      const recovery = createRecovery({ mode });
      const middleware = recoverMiddleware({ recovery });
      const ours = await agent({ model: new ScriptedModel(script), tools, middleware }).invoke(
        hello,
      );
      const plain = (state: AgentState) =>
        results(state).map(({ content, status, tool_call_id, name }) => {
          // langchain puts a stack of its own into this text, whose lines differ by the caller.
          return { content: String(content).split("\n    at ")[0], status, tool_call_id, name };
        });
      expect(plain(ours)).toEqual(plain(bare));
    },
  );
});
