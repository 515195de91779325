import { Agent, run } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery, unanswered } from "./support.ts";

/** Behaviours behind public bug reports of the SDK and of its users. */
const done = [assistantMessage("done")];

function agentOf(scripted: ReturnType<typeof model>, ...tools: unknown[]): Agent {
  return new Agent({ name: "A", model: scripted, tools: tools as never });
}

describe("bug reports", () => {
  it("openai-agents-js#799: the model reads which field is wrong and how", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("t", { name: 123 }, { callId: "c1" })], done);
    const parameters = z.object({ name: z.string() });
    const made = recoverTool({ name: "t", description: "", parameters, execute: () => "ok" });
    await run(agentOf(scripted, made), "go", recovery.run().runOptions());
    const { message } = envelope(modelSaw(scripted, "c1"));
    for (const word of ["name", "string", "number"]) expect(message).toContain(word);
  });

  it("openai-agents-js#723: broken JSON does not end the run", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("t", '{"{"ids":[1]}', { callId: "c1" })], done);
    const parameters = z.object({ ids: z.array(z.number()) });
    const made = recoverTool({ name: "t", description: "", parameters, execute: () => "ok" });
    const result = await run(agentOf(scripted, made), "go", recovery.run().runOptions());
    expect(result.finalOutput).toBe("done");
    const seen = envelope(modelSaw(scripted, "c1"));
    expect(seen).toMatchObject({ error_type: "invalid_args", retryable: true });
    expect(seen["message"]).toContain("JSON");
  });

  it("openai-agents-js#492: the second misfit of the same shape is not for the model to repair", async () => {
    const { recovery } = testRecovery();
    const scripted = model(
      [functionCall("t", { qty: "many" }, { callId: "c1" })],
      [functionCall("t", { qty: "lots" }, { callId: "c2" })],
      done,
    );
    const parameters = z.object({ qty: z.number().int() });
    let executed = 0;
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => String(++executed),
    });
    await run(agentOf(scripted, made), "go", recovery.run().runOptions());
    expect(executed).toBe(0);
    expect(envelope(modelSaw(scripted, "c1"))["retryable"]).toBe(true);
    expect(envelope(modelSaw(scripted, "c2"))["retryable"]).toBe(false);
  });

  it("openai-agents-python#673: every call of a batch has its result, whatever one comes to", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [
        functionCall("close_position", { id: 9 }, { callId: "a" }),
        functionCall("quote", {}, { callId: "b" }),
      ],
      done,
    );
    const close = recoverTool({
      name: "close_position",
      description: "",
      parameters: z.object({ id: z.number() }),
      execute: () => ({ tx: "0xabc" }) as never,
    });
    const quote = recoverTool(
      {
        name: "quote",
        description: "",
        parameters: z.object({}),
        execute: () => {
          throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        },
      },
      { retry: { maxAttempts: 1 } },
    );
    const result = await run(agentOf(scripted, close, quote), "go", recovery.run().runOptions());
    expect(unanswered(result.history)).toEqual([]);
    expect(modelSaw(scripted, "a")).toBe('{"tx":"0xabc"}');
    expect(calls().map((call) => [call.callId, call.ok])).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });

  it("langchainjs#9843: an unknown tool is answered with the names that exist", async () => {
    const { recovery } = testRecovery();
    const scripted = model(
      [functionCall("nonexistent_tool", { foo: "bar" }, { callId: "c1" })],
      done,
    );
    const made = recoverTool({
      name: "get_weather",
      description: "",
      parameters: z.object({}),
      execute: () => "ok",
    });
    await run(agentOf(scripted, made), "go", recovery.run().runOptions());
    const { message } = envelope(modelSaw(scripted, "c1"));
    expect(message).toContain("nonexistent_tool");
    expect(message).toContain("get_weather");
  });

  it("nakama#594: an abort while waiting for a retry is the abort, not a tool's error", async () => {
    const { recovery, ends } = testRecovery({ policy: { retry: { baseMs: 5_000 } } });
    const controller = new AbortController();
    const reason = Object.assign(new Error("user stop"), { name: "AbortError" });
    let executed = 0;
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters: z.object({}),
        execute: () => {
          executed += 1;
          setTimeout(() => controller.abort(reason), 5);
          throw Object.assign(new Error("x"), { name: "HTTPError", status: 503 });
        },
      },
      { effect: "read" },
    );
    const scripted = model([functionCall("t", {}, { callId: "c1" })], done);
    const running = recoveringRunner(recovery).run(agentOf(scripted, made), "go", {
      signal: controller.signal,
    });
    await expect(running).rejects.toBe(reason);
    expect(executed).toBe(1);
    expect(ends()).toMatchObject([{ stopReason: "cancelled", counters: { errors: 0 } }]);
  });

  it("openai-agents-js#665: after a halt the history can be sent again as it is", async () => {
    const { recovery } = testRecovery();
    const ours = recovery.run();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters: z.object({}),
      execute: () => {
        ours.stop();
        return "ok";
      },
    });
    const halted = await run(
      agentOf(model([functionCall("t", {}, { callId: "c1" })]), made),
      "go",
      ours.runOptions(),
    );
    const scripted = model(done);
    const again = await run(
      agentOf(scripted, made),
      [...halted.history, { role: "user", content: "go on" }],
      recovery.run().runOptions(),
    );
    expect(again.finalOutput).toBe("done");
    expect(unanswered(scripted.calls[0]?.request.input as never)).toEqual([]);
  });
});
