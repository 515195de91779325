import { run, ToolTimeoutError, tool } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault, withRecovery } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callContext, recoveringRunner, recoverTool } from "../src/index.ts";
import {
  agentWith,
  calls,
  envelope,
  model,
  modelSaw,
  testRecovery,
  unanswered,
} from "./support.ts";

const parameters = z.object({ city: z.string() });
const done = [assistantMessage("done")];

describe("texts that the user writes", () => {
  it("errorFunction writes the message, which is redacted, limited and recorded", async () => {
    const test = testRecovery();
    const seen: unknown[] = [];
    const secret = ["sk", "live", "4eC39HqLyjWDarjtT1zdp7dc"].join("_");
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      errorFunction: (_context, error, details) => {
        seen.push((error as Error).message, details?.toolCall?.callId);
        return `It broke with ${secret}. Ask for Bern.`;
      },
      execute: () => {
        throw new Error("boom");
      },
    });
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", test.recovery.run().runOptions());
    const text = modelSaw(scripted, "c1");
    expect(seen).toEqual(["boom", "c1"]);
    expect(String(envelope(text)["message"])).toContain("Ask for Bern.");
    expect(text).not.toContain(secret);
    expect(test.calls()).toMatchObject([{ errorType: "internal", contentChars: text.length }]);
  });

  it("errorFunction is also asked about arguments that do not fit", async () => {
    const { recovery } = testRecovery();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      errorFunction: () => "Give a city.",
      execute: () => "ok",
    });
    const scripted = calls({ town: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      error_type: "invalid_args",
      message: expect.stringContaining("Give a city."),
    });
  });

  it("errorFunction that says nothing leaves the text to us", async () => {
    const { recovery } = testRecovery();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      errorFunction: (() => undefined) as never,
      execute: () => {
        throw ToolFault.notFound({ message: "There is no such city." });
      },
    });
    const scripted = calls({ city: "Basel" }, { town: 1 });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(modelSaw(scripted, "c1")).toContain("There is no such city.");
    expect(modelSaw(scripted, "c2")).toContain("city");
    expect(modelSaw(scripted, "c2")).not.toContain("undefined");
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("mine");
      },
    ],
    ["gives no text", () => 7],
  ])("toolErrorFormatter that %s leaves the text to us", async (_title, toolErrorFormatter) => {
    const { recovery } = testRecovery();
    const made = recoverTool({ name: "t", description: "", parameters, execute: () => "ok" });
    const scripted = model([functionCall("nope", {}, { callId: "c1" })], done);
    const ours = recovery.run().runOptions({ toolErrorFormatter: toolErrorFormatter as never });
    await run(agentWith(scripted, made), "go", ours);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      error_type: "unknown_tool",
      message: expect.stringContaining("Available: t."),
    });
  });

  it("timeoutErrorFunction writes the message of a time-out", async () => {
    const { recovery } = testRecovery();
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        timeoutMs: 10,
        timeoutErrorFunction: (_context, error) => `Too slow: ${error.timeoutMs} ms.`,
        execute: () => new Promise<string>(() => undefined),
      },
      { retry: false },
    );
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      error_type: "timeout",
      message: expect.stringContaining("Too slow: 10 ms."),
    });
  });
});

describe("time-outs and aborts", () => {
  it("timeoutMs limits one attempt, and a read is tried again", async () => {
    const { recovery, calls: records } = testRecovery();
    let attempts = 0;
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        timeoutMs: 20,
        execute: () => (++attempts < 2 ? new Promise<string>(() => undefined) : "ok"),
      },
      { effect: "read" },
    );
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(modelSaw(scripted, "c1")).toBe("ok");
    expect(records()[0]?.attemptLog).toMatchObject([{ errorType: "timeout" }, {}]);
  });

  it("timeoutBehavior raise_exception still ends the SDK's run with its own error", async () => {
    const { recovery, ends } = testRecovery();
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        timeoutMs: 10,
        timeoutBehavior: "raise_exception",
        execute: () => new Promise<string>(() => undefined),
      },
      { retry: false },
    );
    const scripted = calls({ city: "Basel" });
    const failed = recoveringRunner(recovery).run(agentWith(scripted, made), "go");
    await expect(failed).rejects.toBeInstanceOf(ToolTimeoutError);
    expect(ends()).toMatchObject([{ stopReason: "stop_condition" }]);
  });

  it("an abort of the caller passes through and is not counted", async () => {
    const { recovery, ends, calls: records } = testRecovery();
    const controller = new AbortController();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: (_input, _context, details) =>
        new Promise<string>((_resolve, reject) => {
          details?.signal?.addEventListener("abort", () => reject(details.signal?.reason));
          controller.abort(new Error("enough"));
        }),
    });
    const scripted = calls({ city: "Basel" });
    const failed = recoveringRunner(recovery).run(agentWith(scripted, made), "go", {
      signal: controller.signal,
    });
    await expect(failed).rejects.toThrow("enough");
    expect(ends()).toMatchObject([{ stopReason: "cancelled", counters: { errors: 0 } }]);
    expect(records().every((record) => record.errorType === "cancelled")).toBe(true);
  });
});

describe("a drop-in for tool()", () => {
  it("shows the model the same tool", async () => {
    const options = {
      name: "t",
      description: "Weather.",
      parameters: z.object({ city: z.string(), unit: z.enum(["C", "F"]).optional() }),
      execute: () => "ok",
    };
    const seen = [];
    for (const make of [tool, recoverTool]) {
      const scripted = model(done);
      await run(agentWith(scripted, make(options)), "go");
      seen.push(scripted.calls[0]?.request.tools);
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  it("accepts the nulls that strict mode makes of optional fields", async () => {
    const { recovery } = testRecovery();
    const inputs: unknown[] = [];
    const made = recoverTool({
      name: "t",
      description: "",
      parameters: z.object({ city: z.string(), unit: z.enum(["C", "F"]).optional() }),
      execute: (input) => {
        inputs.push(input);
        return "ok";
      },
    });
    const scripted = calls({ city: "Basel", unit: null });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(modelSaw(scripted, "c1")).toBe("ok");
    expect(inputs).toEqual([{ city: "Basel" }]);
  });

  it("checks arguments of a JSON schema, which the SDK does not", async () => {
    const { recovery } = testRecovery();
    let executed = 0;
    const made = recoverTool({
      name: "t",
      description: "",
      strict: false,
      parameters: {
        type: "object",
        properties: { nr: { type: "integer" } },
        required: ["nr"],
        additionalProperties: true,
      },
      execute: () => String(++executed),
    });
    const scripted = calls({ nr: "many" }, { nr: 2 });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(modelSaw(scripted, "c2")).toBe("1");
  });

  it.each([
    ["a text", "plain", "plain"],
    ["an object", { a: 1 }, '{"a":1}'],
    ["a number", 7, "7"],
    ["a bigint inside", { n: 12n }, '{"n":"12"}'],
    ["a cycle", cyclic(), expect.not.stringContaining("[object")],
  ])("hands on %s", async (_title, value, expected) => {
    const { recovery } = testRecovery();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => value as never,
    });
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(modelSaw(scripted, "c1")).toEqual(expected);
  });

  it("hands on structured content untouched", async () => {
    const { recovery } = testRecovery();
    const value = { type: "image", image: { url: "https://example.com/a.png" } };
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => value as never,
    });
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    const input = scripted.calls.at(-1)?.request.input as { output?: unknown }[] | undefined;
    const output = input?.find((item) => "output" in item)?.output;
    expect(output).toMatchObject([{ type: "input_image", image: "https://example.com/a.png" }]);
  });

  it("gives the tool an idempotency key and its attempt", async () => {
    const { recovery } = testRecovery();
    const keys: unknown[] = [];
    const made = withRecovery(
      recoverTool({
        name: "t",
        description: "",
        parameters,
        execute: (_input, _context, details) => {
          const context = callContext(details);
          keys.push([context?.idempotencyKey, context?.attempt]);
          if (keys.length === 1) throw Object.assign(new Error("x"), { code: "ECONNREFUSED" });
          return "ok";
        },
      }),
      { effect: "write" },
    );
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(keys).toEqual([
      [expect.any(String), 1],
      [(keys[0] as unknown[])[0], 2],
    ]);
  });

  it("keeps guardrails: what one refuses is an envelope and no result", async () => {
    const { recovery, calls: records } = testRecovery();
    let executed = 0;
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      inputGuardrails: [
        {
          name: "no",
          run: async () => ({ behavior: { type: "rejectContent", message: "Not allowed here." } }),
        },
      ],
      execute: () => String(++executed),
    });
    const scripted = calls({ city: "Basel" });
    await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(executed).toBe(0);
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({
      error_type: "rejected",
      message: expect.stringContaining("Not allowed here."),
    });
    expect(records()).toMatchObject([{ errorType: "rejected" }]);
  });
});

describe("a batch of calls", () => {
  it("gives every id one result, whatever each call comes to", async () => {
    const { recovery, calls: records } = testRecovery();
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: ({ city }) => {
          if (city === "bad") throw ToolFault.notFound({ message: "No such city." });
          return city;
        },
      },
      { effect: "read" },
    );
    const scripted = model(
      [
        functionCall("t", { city: "a" }, { callId: "c1" }),
        functionCall("t", { city: "bad" }, { callId: "c2" }),
        functionCall("t", "{", { callId: "c3" }),
        functionCall("t", { town: "x" }, { callId: "c4" }),
        functionCall("nope", {}, { callId: "c5" }),
      ],
      done,
    );
    const result = await run(agentWith(scripted, made), "go", recovery.run().runOptions());
    expect(unanswered(result.history)).toEqual([]);
    const types = ["c1", "c2", "c3", "c4", "c5"].map((id) => {
      const text = modelSaw(scripted, id);
      return text.startsWith("{") ? envelope(text)["error_type"] : text;
    });
    expect(types).toEqual(["a", "not_found", "invalid_args", "invalid_args", "unknown_tool"]);
    expect(
      records()
        .map((record) => [record.index, record.callId])
        .sort(),
    ).toEqual([
      [0, "c1"],
      [1, "c2"],
      [2, "c3"],
      [3, "c4"],
      [4, "c5"],
    ]);
  });
});

function cyclic(): object {
  const value: Record<string, unknown> = { name: "x" };
  value["self"] = value;
  return value;
}
