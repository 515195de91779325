import { HumanMessage } from "@langchain/core/messages";
import { type BaseCheckpointSaver, Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { parseObservation } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { createRecovery, RecoveringToolNode } from "../src/index.ts";
import { recoveredLoop } from "./support/graphs.ts";
import { postgresPrograms, startPostgres } from "./support/postgres.ts";
import { asks, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, keeping } from "./support/tools.ts";

const thread = { configurable: { thread_id: "t" } };

/** Two failures, a question that waits, an answer in another process, and the third is refused. */
async function crossesProcesses(checkpointer: BaseCheckpointSaver): Promise<void> {
  let executed = 0;
  const kept = keeping();
  const build = () => {
    const boom = doing("boom", () => {
      executed += 1;
      throw new Error("kaputt");
    });
    const ask = doing("ask", () => interrupt("go on?"));
    const script = [{ name: "boom" }, { name: "boom" }, { name: "ask" }, { name: "boom" }];
    const model = new ScriptedModel((messages) => {
      const next = script[messages.filter((message) => message.getType() === "ai").length];
      return next === undefined ? says("done") : asks(next);
    });
    const recovery = createRecovery({ ...kept.options, tools: { ask: { effect: "read" } } });
    return recoveredLoop(model, new RecoveringToolNode([boom, ask], { recovery }), {
      checkpointer,
    });
  };
  await build().invoke({ messages: [new HumanMessage("hello")] }, thread);
  const paused = await build().getState(thread);
  expect(paused.values.recovery?.snapshot.counters).toMatchObject({ turns: 2, errors: 2 });
  const state = await build().invoke(new Command({ resume: "yes" }), thread);
  expect(executed).toBe(2);
  const last = state.messages.findLast((message) => message.getType() === "tool");
  expect(parseObservation(last?.content as string)?.error_type).toBe("repeated_call");
  expect(state.stopReason).toBe("completed");
  expect(kept.runs).toMatchObject([{ counters: { turns: 4, calls: 4, errors: 3, refused: 1 } }]);
}

describe("a run in another process", () => {
  it("goes on from the memory checkpointer", async () => {
    await crossesProcesses(new MemorySaver());
  });

  it("goes on from SQLite", async () => {
    await crossesProcesses(SqliteSaver.fromConnString(":memory:"));
  });

  const programs = postgresPrograms();
  const title = "goes on from PostgreSQL";
  if (programs === undefined) {
    it.skip(`${title} (skipped: no initdb and pg_ctl on this machine)`, () => {});
  } else {
    it(title, { timeout: 60_000 }, async () => {
      const server = await startPostgres(programs);
      const checkpointer = PostgresSaver.fromConnString(server.url);
      try {
        await checkpointer.setup();
        await crossesProcesses(checkpointer);
      } finally {
        await checkpointer.end();
        server.stop();
      }
    });
  }
});
