import { Agent, type RunContext, run, tool } from "@openai/agents";
import { assistantMessage } from "@openai/agents/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { createRecovery, recoverAgentTool, recoveringRunner, recoverTool } from "../src/index.ts";
import { model } from "./support.ts";

interface User {
  readonly name: string;
}

describe("types", () => {
  it("recoverTool infers what tool() infers", () => {
    const options = {
      name: "t",
      description: "",
      parameters: z.object({ id: z.string(), size: z.number().optional() }),
    };
    const ours = recoverTool({
      ...options,
      execute: (input, context, details) => {
        expectTypeOf(input).toEqualTypeOf<{ id: string; size?: number | undefined }>();
        expectTypeOf(context).toEqualTypeOf<RunContext<unknown> | undefined>();
        expectTypeOf(details?.signal).toEqualTypeOf<AbortSignal | undefined>();
        return "ok";
      },
    });
    const theirs = tool({ ...options, execute: () => "ok" });
    expectTypeOf(ours).toEqualTypeOf(theirs);
    const typed = recoverTool<typeof options.parameters, User>({
      ...options,
      execute: (_input, context) => context?.context.name ?? "",
    });
    expectTypeOf(typed.name).toEqualTypeOf<string>();
    new Agent<User>({ name: "A", tools: [typed] });
  });

  it("runs keep the agent's output type", async () => {
    const agent = new Agent({
      name: "A",
      model: model([assistantMessage('{"a":1}')], [assistantMessage('{"a":2}')]),
      outputType: z.object({ a: z.number() }),
    });
    const recovery = createRecovery();
    const first = await run(agent, "go", recovery.run().runOptions({ maxTurns: 3 }));
    expectTypeOf(first.finalOutput).toEqualTypeOf<{ a: number } | undefined>();
    const second = await recoveringRunner(recovery).run(agent, "go");
    expectTypeOf(second.finalOutput).toEqualTypeOf<{ a: number } | undefined>();
    expect([first.finalOutput?.a, second.finalOutput?.a]).toEqual([1, 2]);
  });

  it("recoverAgentTool gives what asTool gives", () => {
    const agent = new Agent({ name: "A" });
    const ours = recoverAgentTool(agent, { toolName: "a", toolDescription: "" });
    expectTypeOf(ours.on).toBeFunction();
    new Agent({ name: "B", tools: [ours] });
  });
});
