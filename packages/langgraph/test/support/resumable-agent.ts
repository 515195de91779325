/**
 * One process of a run that goes on in another: `node resumable-agent.ts <database> <answer?>`. Without an
 * answer it begins, fails twice and stops at a question; with one it goes on from the database
 * alone. Prints what it saw as one line of JSON.
 */
import { HumanMessage } from "@langchain/core/messages";
import { Command, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { callContext, createRecovery, RecoveringToolNode } from "../../src/index.ts";
import { messagesLoop, recoveredLoop } from "./graphs.ts";
import { asks, ScriptedModel, says } from "./scripted-model.ts";
import { doing, keeping } from "./tools.ts";

/** What a process of the run saw. */
export interface Report {
  readonly pid: number;
  readonly executed: readonly string[];
  /** The idempotency keys of the call beside the question. */
  readonly keys: readonly (string | undefined)[];
  readonly paused: boolean;
  readonly stopReason: string | null | undefined;
  /** The texts of the results so far. */
  readonly results: readonly unknown[];
  readonly runs: readonly { readonly runId: string; readonly counters: unknown }[];
}

const loops = { annotation: recoveredLoop, messages: messagesLoop };

async function main([database = "", state = "", answer]: readonly string[]): Promise<Report> {
  const executed: string[] = [];
  const keys: (string | undefined)[] = [];
  const boom = doing("boom", () => {
    executed.push("boom");
    throw new Error("kaputt");
  });
  const look = doing("look", (config) => {
    executed.push("look");
    keys.push(callContext(config)?.idempotencyKey);
    return "seen";
  });
  const ask = doing("ask", () => `the answer is ${interrupt("go on?")}`);
  const script = [
    [{ name: "boom" }],
    [{ name: "boom" }],
    [{ name: "look" }, { name: "ask" }],
    [{ name: "boom" }],
  ];
  const model = new ScriptedModel((messages) => {
    const next = script[messages.filter((message) => message.getType() === "ai").length];
    return next === undefined ? says("done") : asks(...next);
  });
  const kept = keeping();
  const recovery = createRecovery({
    ...kept.options,
    tools: { ask: { effect: "read" }, boom: { effect: "idempotent" }, look: { effect: "read" } },
  });
  const graph = loops[state as keyof typeof loops](
    model,
    new RecoveringToolNode([boom, look, ask], { recovery }),
    { checkpointer: SqliteSaver.fromConnString(database) },
  );
  const input =
    answer === undefined
      ? { messages: [new HumanMessage("hello")] }
      : new Command({ resume: answer });
  const final = await graph.invoke(input, { configurable: { thread_id: "t" } });
  await kept.flushed();
  return {
    pid: process.pid,
    executed,
    keys,
    paused: (final.__interrupt__ ?? []).length > 0,
    stopReason: final.stopReason,
    results: final.messages
      .filter((message) => message.getType() === "tool")
      .map(({ content }) => content),
    runs: kept.runs.map(({ runId, counters }) => ({ runId, counters })),
  };
}

process.stdout.write(JSON.stringify(await main(process.argv.slice(2))));
