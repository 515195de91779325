import { Agent, type FunctionTool, handoff, RunContext, RunState, run, tool } from "@openai/agents";
import { assistantMessage, functionCall, modelError } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  contextOfState,
  forkContext,
  isHandlerOutput,
  isHandoffText,
  lastResponseCalls,
  readSdkText,
  reportParsedInput,
  revealingDetails,
  SDK_TEXT,
  sdkFailureText,
  toolExecutionOf,
  watchCalls,
  watchedContext,
  withoutTimeoutMark,
  withSignal,
} from "../src/sdk-internals.ts";
import { model, resultOf } from "./support.ts";

type Details = Parameters<FunctionTool<unknown>["invoke"]>[2];

const parameters = z.object({ city: z.string() });

/** Runs one call of a tool of the SDK and gives the text of its result. */
async function resultText(made: unknown, args: string, options: object = {}): Promise<string> {
  const scripted = model([functionCall("t", args, { callId: "c1" })], [assistantMessage("done")]);
  const agent = new Agent({ name: "A", model: scripted, tools: [made as never] });
  const result = await run(agent, "go", options);
  return resultOf(result.history, "c1");
}

/** Details of a real call, as the SDK hands them to `invoke`. */
async function realDetails(options: object = {}, toolOptions: object = {}) {
  let seen: { context: RunContext<unknown>; details: NonNullable<Details> } | undefined;
  const made = tool({
    name: "t",
    description: "",
    parameters,
    execute: () => "ok",
    ...(toolOptions as object),
  }) as unknown as FunctionTool<unknown>;
  const bare = made.invoke;
  made.invoke = (context, input, details) => {
    seen = { context, details: details as NonNullable<Details> };
    return bare(context, input, details);
  };
  await resultText(made, '{"city":"Bern"}', options);
  if (seen === undefined) throw new Error("the tool was not invoked");
  return seen;
}

describe("the SDK's own texts", () => {
  it("stand where no hook is asked", async () => {
    const failing = tool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        throw new Error("boom");
      },
    });
    expect(await resultText(failing, "{bad")).toBe(SDK_TEXT.badJson);
    expect(await resultText(failing, '{"city":"Bern"}')).toBe(SDK_TEXT.toolFailed);
    const slow = tool({
      name: "t",
      description: "",
      parameters,
      timeoutMs: 5,
      execute: () => new Promise<string>(() => undefined),
    });
    expect(readSdkText(await resultText(slow, '{"city":"Bern"}'))).toBe("timeout");
    const missing = await resultText(
      tool({ name: "other", description: "", parameters, execute: () => "ok" }),
      "{}",
      { toolNotFoundBehavior: "return_error_to_model" },
    );
    expect(readSdkText(missing)).toBe("unknown_tool");
    const rejected = await rejectedText();
    expect(rejected).toBe(SDK_TEXT.rejected);
  });

  it("of an error is what sdkFailureText asks for", async () => {
    const error = new Error("no quota");
    const failing = tool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        throw error;
      },
    });
    expect(await sdkFailureText(error)).toBe(await resultText(failing, '{"city":"Bern"}'));
  });

  it("of a handoff is told from a tool's own", async () => {
    const b = new Agent({ name: 'B "2"', model: model([assistantMessage("done")]) });
    const a = Agent.create({
      name: "A",
      model: model([functionCall("to_b", {}, { callId: "h1" })]),
      handoffs: [handoff(b, { toolNameOverride: "to_b" })],
    });
    const { history } = await run(a, "go");
    expect(isHandoffText(resultOf(history, "h1"))).toBe(true);
    expect(isHandoffText('{"assistant":"B","seats":2}')).toBe(false);
  });

  it("are told from a tool's own", () => {
    expect(readSdkText("An error occurred")).toBeUndefined();
    expect(readSdkText(SDK_TEXT.redacted)).toBe("failed");
  });
});

async function rejectedText(): Promise<string> {
  const scripted = model(
    [functionCall("t", { city: "Bern" }, { callId: "c1" })],
    [assistantMessage("done")],
  );
  const agent = new Agent({
    name: "A",
    model: scripted,
    tools: [
      tool({ name: "t", description: "", parameters, needsApproval: true, execute: () => "ok" }),
    ],
  });
  const waiting = await run(agent, "go");
  for (const item of waiting.interruptions) waiting.state.reject(item);
  return resultOf((await run(agent, waiting.state)).history, "c1");
}

describe("the details of a tool call", () => {
  it("carry the very toolExecution object of the run options", async () => {
    const toolExecution = { maxFunctionToolConcurrency: 2 };
    const { details } = await realDetails({ toolExecution });
    expect(toolExecutionOf(details)).toBe(toolExecution);
    expect(toolExecutionOf(undefined)).toBeUndefined();
  });

  it("keep their hidden properties in a copy with another signal", async () => {
    const toolExecution = {};
    const { details } = await realDetails({ toolExecution });
    const { signal } = new AbortController();
    const copy = withSignal(details, () => signal);
    expect(copy.signal).toBe(signal);
    expect(copy.toolCall).toBe(details.toolCall);
    expect(toolExecutionOf(copy)).toBe(toolExecution);
    expect(Object.keys(copy).sort()).toEqual(["resumeState", "signal", "toolCall"]);
  });

  it("carry one mark that switches off a tool's own time-out, and it can be taken away", async () => {
    const { details, context } = await realDetails({}, { timeoutMs: 5 });
    const slow = tool({
      name: "t",
      description: "",
      parameters,
      timeoutMs: 5,
      execute: () => new Promise<string>((done) => setTimeout(() => done("late"), 40)),
    });
    const input = '{"city":"Bern"}';
    expect(await slow.invoke(context as never, input, details)).toBe("late");
    const text = await slow.invoke(context as never, input, withoutTimeoutMark(details));
    expect(readSdkText(String(text))).toBe("timeout");
  });

  it("take the parsed arguments for customDataExtractor", async () => {
    const seen: unknown[] = [];
    const made = tool({
      name: "t",
      description: "",
      parameters,
      customDataExtractor: ({ input }) => {
        seen.push(input);
        return {};
      },
      execute: () => "ok",
    }) as unknown as FunctionTool<unknown>;
    made.invoke = async (_context, _input, details) => {
      reportParsedInput(details, { city: "parsed" });
      return "ok";
    };
    await resultText(made, '{"city":"raw"}');
    expect(seen).toEqual([{ city: "parsed" }]);
  });
});

describe("a run's context", () => {
  it.each([
    ["made by us", () => watchedContext({})],
    ["made by the user", () => new RunContext<unknown>({})],
  ])("%s shows every call of a response before any is executed", async (_title, make) => {
    const seen: string[] = [];
    const context = make();
    watchCalls(context, { note: (call) => void seen.push(`${call.callId} ${call.arguments}`) });
    const scripted = model(
      [
        functionCall("t", { city: "Bern" }, { callId: "c1" }),
        functionCall("nope", { a: 1 }, { callId: "c2" }),
        functionCall("t", "{bad", { callId: "c3" }),
      ],
      [assistantMessage("done")],
    );
    let before: string[] = [];
    const made = tool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        before = [...new Set(seen)];
        return "ok";
      },
    });
    const result = await run(new Agent({ name: "A", model: scripted, tools: [made] }), "go", {
      context: context as never,
      toolNotFoundBehavior: "return_error_to_model",
    });
    expect(before).toEqual(['c1 {"city":"Bern"}', "c3 {bad", 'c2 {"a":1}']);
    expect(Object.keys(context)).toEqual(Object.keys(new RunContext({})));
    expect(JSON.parse(result.state.toString()).context.context).toEqual({});
  });

  it("can be forked, sharing usage, and is found on a saved state", async () => {
    const scripted = model([assistantMessage("done")]);
    const context = new RunContext<unknown>({ a: 1 });
    const result = await run(new Agent({ name: "A", model: scripted }), "go", {
      context: context as never,
    });
    expect(contextOfState(result.state)).toBe(context);
    const fork = forkContext(context);
    expect(fork).not.toBe(context);
    expect(fork.usage).toBe(context.usage);
    expect(fork.context).toBe(context.context);
  });
});

describe("a saved state that waits for a person", () => {
  it("tells the calls of its response in the order in which they were shown", async () => {
    const made = tool({ name: "t", description: "", parameters, execute: () => "ok" });
    const asking = tool({
      name: "ask",
      description: "",
      parameters,
      needsApproval: true,
      execute: () => "ok",
    });
    const b = new Agent({ name: "B" });
    const scripted = model([
      functionCall("transfer_to_B", {}, { callId: "c1" }),
      functionCall("nope", { a: 1 }, { callId: "c2" }),
      functionCall("ask", { city: "Bern" }, { callId: "c3" }),
      functionCall("t", "{bad", { callId: "c4" }),
    ]);
    const seen: string[] = [];
    const context = watchedContext({});
    watchCalls(context, { note: ({ callId }) => void seen.push(callId) });
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: [made, asking],
      handoffs: [b],
    });
    const { state } = await run(agent, "go", {
      context: context as never,
      toolNotFoundBehavior: "return_error_to_model",
    });
    const order = ["c3", "c4", "c2", "c1"];
    expect([...new Set(seen)]).toEqual(order);
    for (const saved of [state, await RunState.fromString(agent, state.toString())]) {
      const calls = lastResponseCalls(saved);
      expect(calls.map(({ callId }) => callId)).toEqual(order);
      expect(calls[1]).toEqual({ callId: "c4", name: "t", arguments: "{bad" });
    }
  });
});

describe("a nested run's error", () => {
  it("comes out of an agent's tool once the run has begun", async () => {
    const failing = new Agent({ name: "B", model: model(modelError(new Error("no quota"))) });
    const made = failing.asTool({ toolName: "t", toolDescription: "" });
    const { context, details } = await realDetails();
    const input = '{"input":"go"}';
    const { signal } = new AbortController();
    const callContext = { signal, attempt: 1, idempotencyKey: "k" };
    const hidden = revealingDetails(details, callContext, () => false);
    expect(await made.invoke(context as never, input, hidden)).toBe(SDK_TEXT.toolFailed);
    let begun = false;
    const again = new Agent({ name: "B", model: model(modelError(new Error("no quota"))) }).asTool({
      toolName: "t",
      toolDescription: "",
      runOptions: {
        callModelInputFilter: ({ modelData }) => {
          begun = true;
          return modelData;
        },
      },
    });
    const shown = revealingDetails(details, callContext, () => begun);
    await expect(again.invoke(context as never, input, shown)).rejects.toThrow("no quota");
  });

  it("can be told from a final output that a handler gave", async () => {
    const agent = new Agent({ name: "A", model: model([assistantMessage("done")]) });
    const handled = await run(agent, "go", {
      maxTurns: 0,
      errorHandlers: { maxTurns: () => ({ finalOutput: "stopped" }) },
    });
    expect(isHandlerOutput(handled)).toBe(true);
    expect(isHandlerOutput(await run(agent, "go"))).toBe(false);
  });
});
