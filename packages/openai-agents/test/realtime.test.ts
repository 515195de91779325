import { RealtimeAgent, RealtimeSession } from "@openai/agents/realtime";
import { ScriptedRealtimeTransport } from "@openai/agents/realtime/testing";
import { ToolFault } from "@recourse/core";
import { expect, it } from "vitest";
import { z } from "zod";
import { recoverTool } from "../src/index.ts";
import { envelope, testRecovery } from "./support.ts";

/** A session over the SDK's scripted transport, whose agent has one tool of ours. */
async function realtimeSession(execute: (n: number) => string, needsApproval = false) {
  const { recovery, calls, ends } = testRecovery();
  const made = recoverTool(
    {
      name: "t",
      description: "",
      parameters: z.object({ n: z.number() }),
      needsApproval,
      execute: ({ n }) => execute(n),
    },
    { effect: "read", recovery },
  );
  const transport = new ScriptedRealtimeTransport();
  const agent = new RealtimeAgent({ name: "A", instructions: "Help.", tools: [made as never] });
  const session = new RealtimeSession(agent, { transport, model: "gpt-realtime" });
  const errors: unknown[] = [];
  session.on("error", ({ error }) => void errors.push(error));
  await session.connect({ apiKey: "none" });
  let responses = 0;
  const outputs = (): string[] =>
    transport.calls.flatMap((call) =>
      call.method === "sendFunctionCallOutput"
        ? [(call as unknown as { output: string }).output]
        : [],
    );
  return {
    session,
    calls,
    ends,
    errors,
    /** What the model is told of one call, in a response of its own; `undefined` when nothing is. */
    async ask(args: string, name = "t"): Promise<string | undefined> {
      responses += 1;
      const before = outputs().length;
      const settled = before + errors.length;
      const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      transport.emit("usage_update", usage as never);
      const callId = `c${responses}`;
      const responseId = `r${responses}`;
      transport.emit("function_call", {
        type: "function_call",
        name,
        callId,
        arguments: args,
        responseId,
      });
      await expect.poll(() => outputs().length + errors.length).toBeGreaterThan(settled);
      return outputs()[before];
    },
    say(text: string): void {
      responses += 1;
      const content = [{ type: "input_text", text }];
      const itemId = `i${responses}`;
      const item = { type: "message", role: "user", itemId, status: "completed", content };
      transport.emit("item_update", item as never);
    },
  };
}

it("gives the model of a realtime session observations, each in the turn of its response", async () => {
  const { session, ask, calls } = await realtimeSession((n) => {
    if (n === 2) throw ToolFault.notFound({ message: "There is no 2." });
    return `did ${n}`;
  });
  expect(await ask('{"n":1}')).toBe("did 1");
  expect(envelope((await ask('{"n":2}')) ?? "")).toMatchObject({ error_type: "not_found" });
  expect(envelope((await ask('{"n":"x"}')) ?? "")).toMatchObject({ error_type: "invalid_args" });
  expect(calls().map(({ turn, ok }) => [turn, ok])).toEqual([
    [0, true],
    [1, false],
    [2, false],
  ]);
  session.close();
});

it("compares calls of a realtime session afresh once the user has spoken", async () => {
  const { session, ask, say } = await realtimeSession((n) => `did ${n}`);
  say("Is it there?");
  const answers = [await ask('{"n":1}'), await ask('{"n":1}')];
  say("And now?");
  answers.push(await ask('{"n":1}'), await ask('{"n":1}'));
  expect(answers).toEqual(["did 1", "did 1", "did 1", "did 1"]);
  expect(envelope((await ask('{"n":1}')) ?? "")).toMatchObject({ error_type: "repeated_call" });
  session.close();
});

it("begins a new run of a realtime session that was ended, once the user has spoken", async () => {
  const { session, ask, say, ends } = await realtimeSession((n) => {
    if (n === 0) throw ToolFault.corruptState({ message: "Half written." });
    return `did ${n}`;
  });
  say("Do it.");
  expect(envelope((await ask('{"n":0}')) ?? "")).toMatchObject({ error_type: "corrupt_state" });
  expect(envelope((await ask('{"n":1}')) ?? "")).toMatchObject({ error_type: "not_executed" });
  say("Try something else.");
  expect(await ask('{"n":1}')).toBe("did 1");
  expect(ends().map(({ stopReason }) => stopReason)).toEqual(["corrupt_state"]);
  session.close();
});

it("asks nobody about a call of a realtime session that cannot run", async () => {
  const { session, ask } = await realtimeSession((n) => `did ${n}`, true);
  let asked = 0;
  session.on("tool_approval_requested", (_context, _agent, request) => {
    asked += 1;
    void session.approve(request.approvalItem);
  });
  expect(envelope((await ask('{"n":"x"}')) ?? "")).toMatchObject({ error_type: "invalid_args" });
  expect(asked).toBe(0);
  expect(await ask('{"n":1}')).toBe("did 1");
  expect(asked).toBe(1);
  session.close();
});

it("leaves arguments that are not JSON and unknown tools to the realtime session", async () => {
  const { session, ask, errors } = await realtimeSession((n) => `did ${n}`);
  expect(await ask("{bad")).toBeUndefined();
  expect(errors).toHaveLength(1);
  expect(await ask('{"n":1}', "nope")).toBe("Tool nope not found");
  session.close();
});
