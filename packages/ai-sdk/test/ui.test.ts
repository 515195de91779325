import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type RecourseDataPart, ToolFault, uiOnError, withRecovery } from "../src/index.ts";
import { recoveryFor, sdks, shown } from "./kit.ts";

describe("uiOnError", () => {
  it("lets envelopes through, as text and on an error", () => {
    const text =
      '{"ok":false,"data":null,"error_type":"not_found","retryable":false,"message":"No."}';
    expect(uiOnError(text)).toBe(text);
    expect(uiOnError(Object.assign(new Error(text), { envelope: JSON.parse(text) }))).toBe(text);
  });

  it.each([
    new Error("connect ECONNREFUSED 10.0.0.3:5432"),
    "password authentication failed for user admin",
    undefined,
    { envelope: true, message: "not one" },
  ])("says one calm sentence of anything else (%s)", (error) => {
    expect(uiOnError(error)).toBe("Something went wrong.");
  });
});

describe.each(sdks)("a UI message stream (ai $version)", (sdk) => {
  const stream = async (bad: "thrown" | "invalid" | "unknown") => {
    const order = sdk.ai.tool({
      inputSchema: z.object({ id: z.number() }),
      execute: async (): Promise<string> => {
        throw ToolFault.notFound({ message: "There is no such order." });
      },
    });
    const calls = {
      thrown: { tool: "order", input: { id: 1 } },
      invalid: { tool: "order", input: { id: "x" } },
      unknown: { tool: "ordr", input: { id: 1 } },
    };
    const model = sdk.model([{ calls: [calls[bad]] }, { text: "no" }]);
    const run = recoveryFor().run();
    const result = sdk.ai.streamText({
      ...run.wire({ tools: { order }, stopWhen: sdk.ai.stepCountIs(3) }),
      model: model.model,
      prompt: "go",
    } as never);
    const texts: string[] = [];
    for await (const chunk of result.toUIMessageStream({
      onError: run.uiOnError,
    }) as AsyncIterable<{
      readonly type: string;
      readonly errorText?: string;
    }>) {
      if (chunk.errorText !== undefined) texts.push(chunk.errorText);
    }
    return { texts, told: shown(model)["call-1-0"]?.value };
  };

  it.each(["thrown", "invalid", "unknown"] as const)(
    "carries the text that the model read of a call that is %s",
    async (bad) => {
      const { texts, told } = await stream(bad);
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toBe(told);
    },
  );
});

describe.each(sdks)("data parts (ai $version)", (sdk) => {
  it("tell of a wait and of the end of a run, and stop when asked to", async () => {
    const parts: RecourseDataPart[] = [];
    let attempts = 0;
    const tools = {
      busy: withRecovery(
        sdk.ai.tool({
          inputSchema: z.object({}),
          execute: async (): Promise<string> => {
            attempts += 1;
            if (attempts < 2) throw Object.assign(new Error("busy"), { status: 503 });
            throw ToolFault.corruptState({ message: "secret of the operator" });
          },
        }),
        { effect: "read" },
      ),
    };
    const run = recoveryFor().run();
    const stop = run.writeTo({ write: (part) => void parts.push(part) });
    await sdk.ai.generateText({
      ...run.wire({ tools, stopWhen: sdk.ai.stepCountIs(3) }),
      model: sdk.model([{ calls: [{ tool: "busy" }] }]).model,
      prompt: "go",
    } as never);
    expect(parts.map(({ type }) => type)).toEqual(["data-recourse-wait", "data-recourse-stop"]);
    expect(JSON.stringify(parts)).not.toContain("operator");
    stop();
    run.stop("later");
    expect(parts).toHaveLength(2);
  });

  it("never break a run when the stream is closed", async () => {
    const run = recoveryFor().run();
    run.writeTo({
      write: () => {
        throw new Error("closed");
      },
    });
    run.stop();
    expect(run.halt?.reason).toBe("host");
  });
});
