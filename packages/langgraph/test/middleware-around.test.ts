import { HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { parseObservation } from "@recourse/core";
import {
  type AgentMiddleware,
  createMiddleware,
  humanInTheLoopMiddleware,
  toolRetryMiddleware,
} from "langchain";
import { describe, expect, it } from "vitest";
import { createRecovery } from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { agent, results, typesOf } from "./support/agents.ts";
import { asks, type Script, ScriptedModel, says } from "./support/scripted-model.ts";
import { doing, greet, httpError, keeping, throwing } from "./support/tools.ts";

const hello = { messages: [new HumanMessage("hello")] };

describe("around", () => {
  it("a call that cannot run is answered before a person is asked to approve it", async () => {
    const recovery = createRecovery();
    const approvals = humanInTheLoopMiddleware({ interruptOn: { greet: true } } as never);
    const model = new ScriptedModel([
      asks({ name: "greet", args: { name: 3 } }),
      asks({ name: "greet", args: { name: "Ana" } }),
      says("done"),
    ]);
    const one = agent({
      model,
      tools: [greet],
      middleware: recoverMiddleware({ recovery, around: [approvals] }),
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "t" } };
    const paused = await one.invoke(hello, config);
    expect(model.requests).toHaveLength(2);
    expect(typesOf(paused)).toEqual(["invalid_args"]);
    expect(paused.__interrupt__).toHaveLength(1);
    const state = await one.invoke(
      new Command({ resume: { decisions: [{ type: "approve" }] } }),
      config,
    );
    expect(results(state).at(-1)?.content).toBe("Hello Ana");
  });

  it("a person's rejection is recorded as rejected and counts as no error", async () => {
    const kept = keeping();
    const recovery = createRecovery(kept.options);
    const approvals = humanInTheLoopMiddleware({ interruptOn: { greet: true } } as never);
    const model = new ScriptedModel([
      asks({ name: "greet", args: { name: "Ana" } }),
      says("well then"),
    ]);
    const one = agent({
      model,
      tools: [greet],
      middleware: recoverMiddleware({ recovery, around: [approvals] }),
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "t" } };
    await one.invoke(hello, config);
    const decisions = [{ type: "reject", message: "no greetings today" }];
    const state = await one.invoke(new Command({ resume: { decisions } }), config);
    expect(results(state)[0]?.content).toBe("no greetings today");
    await kept.flushed();
    expect(kept.calls).toMatchObject([{ errorType: "rejected", ok: false }]);
    expect(kept.runs[0]?.counters.errors).toBe(0);
  });

  it("a rejection in another process counts as none either, and no call beside it stays open", async () => {
    const kept = keeping();
    const checkpointer = new MemorySaver();
    const script: Script = (messages) =>
      messages.at(-1)?.getType() === "human"
        ? asks({ name: "look", id: "l" }, { name: "greet", args: { name: "Ana" }, id: "g" })
        : says("well then");
    const inProcess = () => {
      const model = new ScriptedModel(script);
      const approvals = humanInTheLoopMiddleware({ interruptOn: { greet: true } } as never);
      const recovery = createRecovery(kept.options);
      const middleware = recoverMiddleware({ recovery, around: [approvals] });
      const tools = [greet, doing("look", () => "seen")];
      return { model, agent: agent({ model, tools, middleware, checkpointer }) };
    };
    const config = { configurable: { thread_id: "t" } };
    await inProcess().agent.invoke(hello, config);
    const later = inProcess();
    const decisions = [{ type: "reject", message: "no greetings today" }];
    await later.agent.invoke(new Command({ resume: { decisions } }), config);
    const sent = (later.model.requests.at(-1) ?? []).filter((one) => one.getType() === "tool");
    expect(sent.map((one) => (one as ToolMessage).tool_call_id)).toEqual(["g", "l"]);
    expect(parseObservation(String(sent[1]?.content))).toMatchObject({
      ok: false,
      retryable: true,
    });
    await kept.flushed();
    expect(kept.runs[0]?.counters).toMatchObject({ errors: 0, byErrorType: { rejected: 1 } });
  });

  it("catches what another middleware throws around a tool, which is fatal otherwise", async () => {
    const recovery = createRecovery();
    const broken = createMiddleware({
      name: "broken",
      wrapToolCall: () => {
        throw new Error("middleware bug");
      },
    });
    const model = new ScriptedModel([asks({ name: "greet", args: { name: "Ana" } }), says("done")]);
    const middleware = recoverMiddleware({ recovery, around: [broken] });
    const state = await agent({ model, tools: [greet], middleware }).invoke(hello);
    expect(typesOf(state)).toEqual(["internal"]);
  });

  it("warns of toolRetryMiddleware, which would multiply the attempts", () => {
    const kept = keeping();
    recoverMiddleware({ recovery: createRecovery(kept.options), around: [toolRetryMiddleware()] });
    const codes = kept.events.map((event) => event.type === "warning" && event.code);
    expect(codes).toEqual(["langgraph_tool_retry_middleware"]);
  });

  it("lets a tool that another middleware brings along run under the recovery", async () => {
    const recovery = createRecovery();
    const model = new ScriptedModel([asks({ name: "extra" }), says("done")]);
    const extra = throwing("extra", httpError(404));
    const brings = createMiddleware({
      name: "brings",
      wrapModelCall: (request, handler) =>
        handler({ ...request, tools: [...request.tools, extra] }),
      wrapToolCall: (request, handler) =>
        handler(request.toolCall.name === "extra" ? { ...request, tool: extra } : request),
    });
    const middleware = recoverMiddleware({ recovery, around: [brings] });
    const state = await agent({ model, tools: [greet], middleware }).invoke(hello);
    expect(typesOf(state)).toEqual(["not_found"]);
  });

  it("can be one entry of a list when nothing stands in around, and says so when it cannot", async () => {
    const recovery = createRecovery();
    const model = new ScriptedModel([asks({ name: "greet", args: { name: 3 } }), says("done")]);
    const state = await agent({
      model,
      tools: [greet],
      middleware: [recoverMiddleware({ recovery })],
    }).invoke(hello);
    expect(typesOf(state)).toEqual(["invalid_args"]);
    const other = createMiddleware({ name: "other" });
    const list = recoverMiddleware({ recovery, around: [other] });
    const entry = list as unknown as AgentMiddleware;
    expect(() => agent({ model, tools: [greet], middleware: [entry] })).toThrow(/gives a list/);
  });
});
