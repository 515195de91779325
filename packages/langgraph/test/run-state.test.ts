import { HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createRecovery as createCore, parseObservation } from "@recourse/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecovery, RecoveringToolNode, type SavedRun, ToolFault } from "../src/index.ts";
import { mergeSavedRuns } from "../src/saved-run.ts";
import {
  type Loop,
  type LoopState,
  messagesLoop,
  recoveredLoop,
  schemaLoop,
  zodLoop,
} from "./support/graphs.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, keeping } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };
const thread = { configurable: { thread_id: "t" } };

function types(state: LoopState): (string | undefined)[] {
  return state.messages
    .filter((message) => message.getType() === "tool")
    .map(({ content }) => parseObservation(content as string)?.error_type);
}

/** Another process: the same graph built anew, with nothing but the checkpointer in common. */
function elsewhere<T>(build: () => T): T {
  return build();
}

describe("the recovery channel", () => {
  const recovery = createCore({ clock: { ...frozen(), now: () => 0 } });

  function frozen() {
    return { setTimeout: () => 0, clearTimeout: () => {}, random: () => 0 };
  }

  async function branch(id: string, indexes: readonly number[], turns: number): Promise<SavedRun> {
    const run = createCore(recovery.options).run({ id });
    for (let turn = 0; turn < turns; turn += 1) {
      for (const index of turn === turns - 1 ? indexes : [0, 1, 2]) {
        await run.call(
          { id: `${turn}.${index}`, tool: "t", args: { index }, turn, index },
          () => index,
        );
      }
    }
    const keys = Array.from({ length: turns }, (_, turn) => `m${turn}`);
    return { runId: id, keys, snapshot: run.toJSON() };
  }

  it("merges what parallel branches know in any order and however often", async () => {
    const branches = fc.array(
      fc.record({
        run: fc.constantFrom("r1", "r2"),
        indexes: fc.subarray([0, 1, 2], { minLength: 1 }),
        turns: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(branches, fc.integer(), async (given, seed) => {
        const saved = await Promise.all(
          given.map(({ run, indexes, turns }) => branch(run, indexes, turns)),
        );
        const merged = saved.reduce<SavedRun | null>(mergeSavedRuns, null);
        const shuffled = saved
          .map((value, at) => ({ value, key: Math.sin(seed + at) }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
        const again = [...shuffled, ...saved].reduce<SavedRun | null>(mergeSavedRuns, null);
        expect(again).toEqual(merged);
        expect(JSON.parse(JSON.stringify(merged))).toEqual(merged);
      }),
      { numRuns: 200 },
    );
  });
});

describe.each([
  ["with the recovery channel", recoveredLoop],
  ["with the recovery channel in a StateSchema", schemaLoop],
  ["with the recovery channel in a zod state", zodLoop],
  ["derived from the messages", messagesLoop],
] as const)("a run that moves, %s", (_title, loop) => {
  it("keeps its counters over an interrupt that is answered elsewhere", async () => {
    const checkpointer = new MemorySaver();
    let executed = 0;
    const build = (): Loop => {
      const boom = doing("boom", () => {
        executed += 1;
        throw new Error("kaputt");
      });
      const ask = doing("ask", () => interrupt("go on?"));
      const script = [
        asks({ name: "boom" }),
        asks({ name: "boom" }),
        asks({ name: "ask" }),
        asks({ name: "boom" }),
      ];
      const model = new ScriptedModel((messages) => {
        const spoken = messages.filter((message) => message.getType() === "ai").length;
        return script[spoken] ?? says("done");
      });
      const node = new RecoveringToolNode([boom, ask], {
        recovery: createRecovery({ tools: { ask: { effect: "read" } } }),
      });
      return loop(model, node, { checkpointer });
    };
    await elsewhere(build).invoke(hello, thread);
    const state = await elsewhere(build).invoke(new Command({ resume: "yes" }), thread);
    expect(executed).toBe(2);
    expect(types(state).at(-1)).toBe("repeated_call");
  });

  it("begins again where time travel begins again", async () => {
    const checkpointer = new MemorySaver();
    let executed = 0;
    const boom = doing("boom", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((messages) => {
      const spoken = messages.filter((message) => message.getType() === "ai").length;
      return spoken < 3 ? asks({ name: "boom" }) : says("done");
    });
    const node = new RecoveringToolNode([boom], {
      recovery: createRecovery({ tools: { ask: { effect: "read" } } }),
    });
    const graph = loop(model, node, { checkpointer });
    const first = await graph.invoke(hello, thread);
    expect(types(first)).toEqual(["internal", "internal", "repeated_call"]);
    let past: object | undefined;
    for await (const snapshot of graph.getStateHistory(thread)) {
      const spoken = (snapshot.values.messages ?? []).filter(
        ({ getType }) => getType !== undefined,
      );
      if (spoken.length === 3) past = snapshot.config;
    }
    // One failed call lies behind this checkpoint: one more is executed, the next refused.
    const second = await graph.invoke(null, past);
    expect(executed).toBe(3);
    expect(types(second)).toEqual(["internal", "internal", "repeated_call"]);
  });

  it("forks at the first response without the memory of the abandoned branch", async () => {
    const checkpointer = new MemorySaver();
    let executed = 0;
    const boom = doing("boom", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((messages) => {
      const spoken = messages.filter((message) => message.getType() === "ai").length;
      return spoken < 2 ? asks({ name: "boom" }) : says("done");
    });
    const node = new RecoveringToolNode([boom], {
      recovery: createRecovery({ tools: { ask: { effect: "read" } } }),
    });
    const graph = loop(model, node, { checkpointer });
    await graph.invoke(hello, thread);
    let past: object | undefined;
    for await (const snapshot of graph.getStateHistory(thread)) {
      if (snapshot.values.messages?.length === 1 && snapshot.next.includes("agent"))
        past = snapshot.config;
    }
    const second = await graph.invoke(null, past);
    expect(executed).toBe(4);
    expect(types(second)).toEqual(["internal", "internal"]);
  });

  it("goes on where time travel begins under another recovery, though the first run was halted", async () => {
    const checkpointer = new MemorySaver();
    let fails = true;
    const look = doing("look", () => {
      if (fails) throw new Error("kaputt");
      return "seen";
    });
    const model = new ScriptedModel((messages) =>
      messages.at(-1)?.content === "seen" ? says("done") : asks({ name: "look" }),
    );
    const build = () =>
      loop(model, new RecoveringToolNode([look], { recovery: createRecovery() }), { checkpointer });
    const graph = build();
    const halted = await graph.invoke(hello, thread);
    expect(halted.messages.at(-1)?.getType()).toBe("tool");
    let past: object | undefined;
    for await (const snapshot of graph.getStateHistory(thread)) {
      if (snapshot.values.messages?.length === 3) past = snapshot.config;
    }
    fails = false;
    const { messages } = await elsewhere(build).invoke(null, past);
    expect(messages.at(-1)?.content).toBe("done");
  });

  it("starts afresh with the next user message", async () => {
    const kept = keeping();
    let executed = 0;
    const look = doing("look", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((messages) => {
      const human = messages.findLastIndex((message) => message.getType() === "human");
      return messages.length - human > 4 ? says("enough") : asks({ name: "look" });
    });
    const recovery = createRecovery(kept.options);
    const graph = loop(model, new RecoveringToolNode([look], { recovery }), {
      checkpointer: new MemorySaver(),
    });
    await graph.invoke(hello, thread);
    const state = await graph.invoke({ messages: [new HumanMessage("again")] }, thread);
    expect(executed).toBe(4);
    expect(types(state)).toEqual(Array(4).fill("internal"));
    expect(new Set(kept.calls.map(({ runId }) => runId)).size).toBe(2);
  });

  it("keeps apart what runs at the same time on two threads and without any", async () => {
    let executed = 0;
    const look = doing("look", async () => {
      executed += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      throw new Error("kaputt");
    });
    const build = () =>
      new ScriptedModel((_messages, spoken) =>
        spoken < 2 ? asks({ name: "look" }) : says("enough"),
      );
    const recovery = createRecovery();
    const node = new RecoveringToolNode([look], { recovery });
    const checkpointer = new MemorySaver();
    const same = { messages: [new HumanMessage({ id: "h1", content: "hello" })] };
    const states = await Promise.all([
      loop(build(), node, { checkpointer }).invoke(same, { configurable: { thread_id: "t1" } }),
      loop(build(), node, { checkpointer }).invoke(same, { configurable: { thread_id: "t2" } }),
      loop(build(), node).invoke(same),
      loop(build(), node).invoke(same),
    ]);
    expect(executed).toBe(8);
    for (const state of states) expect(types(state)).toEqual(["internal", "internal"]);
  });
});

describe("the end of a run in the state", () => {
  it("is gone when the thread is invoked again, even if no tool is called", async () => {
    const recovery = createRecovery();
    const boom = doing("boom", () => {
      throw new Error("kaputt");
    });
    const model = new ScriptedModel((messages) => {
      const last = messages.findLast((message) => message.getType() === "human");
      return last?.content === "hello" ? asks({ name: "boom" }) : says("fine");
    });
    const node = new RecoveringToolNode([boom], { recovery });
    const graph = recoveredLoop(model, node, { checkpointer: new MemorySaver() });
    const first = await graph.invoke(hello, thread);
    expect(first.stopReason).toBe("no_progress");
    expect(first.userMessage).toEqual(expect.any(String));
    const second = await graph.invoke({ messages: [new HumanMessage("thanks")] }, thread);
    expect(second.stopReason).toBe("completed");
    expect(second.userMessage).toBeNull();
  });
});

describe("a field of the user's own that is called `recovery`", () => {
  it.each(["fine", { plan: "b" }])("keeps its value (%j)", async (own) => {
    const State = Annotation.Root({
      ...MessagesAnnotation.spec,
      recovery: Annotation<unknown>,
      stopReason: Annotation<unknown>,
    });
    const broken = doing("broken", () => {
      throw ToolFault.corruptState({ message: "half of it" });
    });
    const graph = new StateGraph(State)
      .addNode("tools", new RecoveringToolNode([broken], { recovery: createRecovery() }))
      .addEdge(START, "tools")
      .compile();
    const messages = [new HumanMessage("hello"), asks({ name: "broken" })];
    const state = await graph.invoke({ messages, recovery: own, stopReason: "mine" });
    expect(state).toMatchObject({ recovery: own, stopReason: "mine" });
    expect(types(state as LoopState)).toEqual(["corrupt_state"]);
  });
});

describe("a run that nobody comes back to", () => {
  it.each(["completed", "corrupt_state"])("is let go after a thousand others (%s)", async (end) => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const one = doing("one", () => {
      if (end === "corrupt_state") throw ToolFault.corruptState({ message: "half of it" });
      return "done";
    });
    const node = new RecoveringToolNode([one], { recovery });
    for (let thread = 0; thread < 1_003; thread += 1) {
      const asked = asks({ name: "one" });
      asked.id = `response ${thread}`;
      const messages = [new HumanMessage({ content: "hello", id: `request ${thread}` }), asked];
      const config: object = { configurable: { thread_id: `${end} ${thread}` } };
      await node.invoke({ messages }, config);
    }
    await kept.flushed();
    expect(kept.runs.map(({ stopReason }) => stopReason)).toEqual([end, end, end]);
  });
});
