import { HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createRecovery } from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { asks, ScriptedModel } from "./support/scripted-model.ts";
import { greet, type Kept, keeping } from "./support/tools.ts";

/** An agent that is to answer with a city, and what it answers. */
function answering(cities: readonly unknown[], middleware: object) {
  const responseFormat = toolStrategy(z.object({ city: z.string() }));
  const name = responseFormat[0]?.name ?? "";
  const model = new ScriptedModel([
    asks({ name: "greet", args: { name: "Ana" } }),
    ...cities.map((city) => asks({ name, args: { city } })),
  ]);
  const options = { model, tools: [greet], responseFormat, middleware };
  const agent = createAgent(options as never);
  return agent.invoke({ messages: [new HumanMessage("hello")] } as never) as Promise<object>;
}

const warnings = ({ events }: Kept): unknown[] =>
  events.flatMap((event) => (event.type === "warning" ? event.code : []));

describe("a structured answer by toolStrategy", () => {
  it("is left to langchain, whose pseudo tools are no calls of ours", async () => {
    const kept = keeping();
    const recovery = createRecovery({ ...kept.options, defaults: { effect: "read" } });
    const state = await answering(["Rome"], recoverMiddleware({ recovery }));
    expect(state).toMatchObject({ structuredResponse: { city: "Rome" }, stopReason: "completed" });
    expect(kept.calls.map(({ tool }) => tool)).toEqual(["greet"]);
    expect(warnings(kept)).toEqual([]);
  });

  it("that does not fit cannot be asked for again beside two hooks after the model, ours or others; that is named", async () => {
    const others = [
      createMiddleware({ name: "first", afterModel: () => undefined }),
      createMiddleware({ name: "second", afterAgent: () => undefined }),
    ];
    const kept = keeping();
    const recovery = createRecovery({ ...kept.options, defaults: { effect: "read" } });
    for (const middleware of [others, recoverMiddleware({ recovery })]) {
      await expect(answering([3, "Rome"], middleware)).rejects.toThrow('"jumpTo"');
    }
    expect(warnings(kept)).toEqual(["langgraph_structured_retry"]);
  });
});
