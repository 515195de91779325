import { Agent, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery, unanswered } from "./support.ts";

const parameters = z.object({ n: z.number() });
const done = [assistantMessage("done")];
const call = (name: string, callId: string, args: unknown = { n: 1 }) =>
  functionCall(name, args as never, { callId });

/** One response in which every kind of call waits beside the others. */
const batch = [
  call("nope", "unknown"),
  call("pay", "first", { n: 1 }),
  call("find", "missing", { n: 0 }),
  call("pay", "second", { n: 2 }),
  call("find", "garbage", "{bad"),
  call("pay", "misfit", { n: "x" }),
  call("find", "found", { n: 7 }),
];

function agentOf(scripted: ReturnType<typeof model>, paid: number[] = []): Agent {
  const find = recoverTool(
    {
      name: "find",
      description: "",
      parameters,
      execute: ({ n }) => {
        if (n === 0) throw ToolFault.notFound({ message: "No row." });
        return `row ${n}`;
      },
    },
    { effect: "read" },
  );
  const pay = recoverTool(
    {
      name: "pay",
      description: "",
      parameters,
      needsApproval: true,
      execute: ({ n }) => {
        paid.push(n);
        return `paid ${n}`;
      },
    },
    { effect: "write" },
  );
  const guarded = recoverTool({
    name: "guarded",
    description: "",
    parameters,
    inputGuardrails: [
      { name: "g", run: async () => ({ behavior: { type: "rejectContent", message: "No." } }) },
    ],
    execute: () => "ok",
  });
  return new Agent({ name: "A", model: scripted, tools: [find, pay, guarded] });
}

const waitingFor = (state: RunState<unknown, Agent>): (string | undefined)[] =>
  state.getInterruptions().map(({ rawItem }) => (rawItem as { callId?: string }).callId);

describe("a response whose calls are answered one by one, each in another process", () => {
  it.each(["history", "snapshot"])(
    "gives each call its own answer, the counters from the %s",
    async (from) => {
      const first = testRecovery();
      const before = first.recovery.run();
      const started = await run(agentOf(model(batch)), "go", before.runOptions());
      let saved = { state: started.state.toString(), run: JSON.stringify(before) };

      const resume = async (scripted: ReturnType<typeof model>, approves: boolean) => {
        const paid: number[] = [];
        const { recovery, calls } = testRecovery();
        const agent = agentOf(scripted, paid);
        const state = await RunState.fromString(agent, saved.state);
        const ours = from === "snapshot" ? recovery.resume(JSON.parse(saved.run)) : recovery.run();
        const [asked] = state.getInterruptions();
        if (asked === undefined) throw new Error("nobody was asked");
        if (approves) state.approve(asked);
        else state.reject(asked, { message: "Too much." });
        const result = await run(agent, ours.bindState(state), ours.runOptions());
        saved = { state: result.state.toString(), run: JSON.stringify(ours) };
        return { result, paid, ours, calls };
      };

      const approved = await resume(model(), true);
      expect(approved.paid).toEqual([1]);
      expect(waitingFor(approved.result.state)).toEqual(["second"]);

      const scripted = model(done);
      const rejected = await resume(scripted, false);
      expect(rejected.paid).toEqual([]);
      expect(rejected.result.finalOutput).toBe("done");
      expect(unanswered(rejected.result.history)).toEqual([]);
      const texts = Object.fromEntries(
        batch.map(({ callId }) => [callId, modelSaw(scripted, callId)]),
      );
      expect(texts["first"]).toBe("paid 1");
      expect(texts["found"]).toBe("row 7");
      const types = ["unknown", "missing", "second", "garbage", "misfit"].map(
        (id) => envelope(texts[id] ?? "")["error_type"],
      );
      expect(types).toEqual([
        "unknown_tool",
        "not_found",
        "rejected",
        "invalid_args",
        "invalid_args",
      ]);
      // Wherever a call was answered, it keeps its place: known tools, then unknown ones.
      const records = [first, approved, rejected].flatMap(({ calls }) => calls());
      expect(records.map(({ callId, turn, index }) => [index, turn, callId]).sort()).toEqual([
        [0, 0, "first"],
        [1, 0, "missing"],
        [2, 0, "second"],
        [3, 0, "garbage"],
        [4, 0, "misfit"],
        [5, 0, "found"],
        [6, 0, "unknown"],
      ]);
      expect(rejected.ours.counters).toMatchObject({ calls: 7, errors: 4 });
    },
  );
});

describe("a turn that goes on elsewhere", () => {
  /** Runs with `run()` until somebody is asked, and makes the same run anew from text. */
  async function cut(from: string, ...responses: (typeof batch)[]) {
    const first = testRecovery().recovery.run();
    const waiting = await run(agentOf(model(...responses)), "go", first.runOptions());
    const { recovery, calls } = testRecovery();
    const scripted = model(done);
    const agent = agentOf(scripted);
    const state = await RunState.fromString(agent, waiting.state.toString());
    const ours =
      from === "snapshot" ? recovery.resume(JSON.parse(JSON.stringify(first))) : recovery.run();
    return { scripted, agent, state, ours, calls };
  }

  it.each(["history", "snapshot"])(
    "is a turn of its own also where none of its calls was settled, from the %s",
    async (from) => {
      const { agent, state, ours, calls } = await cut(
        from,
        [call("find", "before")],
        [call("pay", "garbage", "{bad")],
      );
      for (const item of state.getInterruptions()) state.approve(item);
      await run(agent, ours.bindState(state), ours.runOptions());
      expect(calls().map(({ callId, turn }) => [callId, turn])).toEqual([["garbage", 1]]);
    },
  );

  it.each(["history", "snapshot"])(
    "has the words of guardrails and persons as observations, from the %s",
    async (from) => {
      const { scripted, agent, state, ours, calls } = await cut(from, [
        call("guarded", "refused"),
        call("pay", "rejected", { n: 1 }),
        call("pay", "later", { n: 2 }),
      ]);
      const [asked] = state.getInterruptions();
      if (asked === undefined) throw new Error("nobody was asked");
      state.reject(asked, { message: "Too much." });
      const halfway = await run(agent, ours.bindState(state), ours.runOptions());
      const again = testRecovery().recovery.run();
      const last = await RunState.fromString(agent, halfway.state.toString());
      for (const item of last.getInterruptions()) last.approve(item);
      await run(agent, again.bindState(last), again.runOptions());
      for (const id of ["refused", "rejected"]) {
        expect(envelope(modelSaw(scripted, id))).toMatchObject({ error_type: "rejected" });
      }
      expect(modelSaw(scripted, "later")).toBe("paid 2");
      expect(again.counters.byErrorType).toEqual({ rejected: 2 });
      expect(calls()).toEqual([]);
    },
  );

  it("knows from the history that arguments have failed the same way before", async () => {
    const { scripted, agent, state, ours } = await cut(
      "history",
      [call("pay", "first", { n: "x" })],
      [call("pay", "second", { n: "y" }), call("pay", "asked")],
    );
    for (const item of state.getInterruptions()) state.reject(item);
    await run(agent, ours.bindState(state), ours.runOptions());
    expect(envelope(modelSaw(scripted, "second"))).toMatchObject({ retryable: false });
    const third = model([call("pay", "third", { n: "z" })], done);
    await run(agentOf(third), "again", ours.runOptions());
    expect(envelope(modelSaw(third, "third"))).toMatchObject({ retryable: false });
  });
});
