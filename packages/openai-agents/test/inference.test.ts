import {
  Agent,
  type CallModelInputFilter,
  MCPServerStdio,
  type RunContext,
  type RunState,
  run,
  type ToolErrorFormatter,
  tool,
} from "@openai/agents";
import { assistantMessage } from "@openai/agents/testing";
import type { HaltReason, RunReport } from "@recourse/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  type AgentsRecovery,
  type AgentsRun,
  agentsRecovery,
  createRecovery,
  RunHaltedError,
  recoverAgentTool,
  recoveringRunner,
  recoverMcpServer,
  recoverTool,
  recoveryRunOf,
} from "../src/index.ts";
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

  it("recoverTool takes every kind of parameters that tool() takes", () => {
    const json = {
      name: "j",
      description: "",
      strict: false as const,
      parameters: {
        type: "object" as const,
        properties: { id: { type: "string" as const } },
        required: ["id" as const],
        additionalProperties: true as const,
      },
      execute: (input: unknown) => String(input),
    };
    expectTypeOf(recoverTool(json)).toEqualTypeOf(tool(json));
    const shaped = {
      name: "s",
      description: "",
      parameters: z.object({ id: z.string() }),
      outputSchema: z.object({ found: z.boolean() }),
    };
    const ours = recoverTool({ ...shaped, execute: ({ id }) => ({ found: id !== "" }) });
    const theirs = tool({ ...shaped, execute: ({ id }) => ({ found: id !== "" }) });
    expectTypeOf(ours).toEqualTypeOf(theirs);
    // @ts-expect-error the output does not fit its schema
    recoverTool({ ...shaped, execute: () => ({ found: "yes" }) });
    // @ts-expect-error there is no such setting
    expect(() => recoverTool(json, { retries: 3 })).toThrow("retries");
  });

  it("recoverAgentTool gives what asTool gives", () => {
    const agent = new Agent<User>({ name: "A" });
    const options = { toolName: "a", toolDescription: "" };
    expectTypeOf(recoverAgentTool(agent, options)).toEqualTypeOf(agent.asTool(options));
    const typed = { ...options, parameters: z.object({ topic: z.string() }) };
    const ours = recoverAgentTool(agent, typed);
    expectTypeOf(ours).toEqualTypeOf(agent.asTool(typed));
    new Agent<User>({ name: "B", tools: [ours] });
  });

  it("recoverMcpServer gives the class that it was given", () => {
    const server = new MCPServerStdio({ name: "s", command: "none" });
    expectTypeOf(recoverMcpServer(server)).toEqualTypeOf<MCPServerStdio>();
  });

  it("run options give callbacks the types that they have in run()", () => {
    const ours = createRecovery().run();
    const options = ours.runOptions({
      stream: true,
      toolErrorFormatter: (args) => args.toolName,
      callModelInputFilter: ({ modelData }) => modelData,
      sessionInputCallback: (history, items) => [...history, ...items],
    });
    expectTypeOf(options.stream).toEqualTypeOf<true>();
    expectTypeOf(options.toolErrorFormatter).parameters.toEqualTypeOf<
      Parameters<ToolErrorFormatter>
    >();
    expectTypeOf(options.callModelInputFilter).parameters.toEqualTypeOf<
      Parameters<CallModelInputFilter>
    >();
    expect(options.toolErrorFormatter).toBeTypeOf("function");
  });

  it("a run keeps the types of options and states, and is found by its result", async () => {
    const ours = createRecovery().run();
    expectTypeOf(ours.runOptions()).toEqualTypeOf<Record<never, never>>();
    const streaming = ours.runOptions({ stream: true, context: { name: "x" } });
    expectTypeOf(streaming).toEqualTypeOf<{ stream: true; context: { name: string } }>();
    expectTypeOf(ours.bindState<RunState<User, Agent<User>>>).returns.toEqualTypeOf<
      RunState<User, Agent<User>>
    >();
    expectTypeOf(recoveryRunOf).returns.toEqualTypeOf<AgentsRun | undefined>();
    expectTypeOf(agentsRecovery).returns.toEqualTypeOf<AgentsRecovery>();
    const agent = new Agent({ name: "A", model: model([assistantMessage("hi")]) });
    const streamed = await recoveringRunner(createRecovery()).run(agent, "go", { stream: true });
    expectTypeOf(streamed.completed).toEqualTypeOf<Promise<void>>();
    await streamed.completed;
    expect(recoveryRunOf(streamed)?.id).toEqual(expect.any(String));
  });

  it("RunHaltedError tells why the run was ended", () => {
    expectTypeOf<RunHaltedError["stopReason"]>().toEqualTypeOf<HaltReason>();
    expectTypeOf<RunHaltedError["report"]>().toEqualTypeOf<RunReport>();
    expectTypeOf(RunHaltedError.isInstance).guards.toEqualTypeOf<RunHaltedError>();
  });
});
