/**
 * Types of wired settings, for the compiler only. The same file is compiled against ai 7 and, with
 * `tsconfig.ai6.json`, against ai 6.
 */
import {
  dynamicTool,
  generateText,
  hasToolCall,
  type InferAgentUIMessage,
  type InferUITools,
  type LanguageModel,
  Output,
  smoothStream,
  stepCountIs,
  streamText,
  ToolLoopAgent,
  type ToolLoopAgentSettings,
  tool,
  type UIMessage,
} from "ai";
import { z } from "zod";
import { createRecovery, type RecourseDataParts, withRecovery } from "../src/index.ts";

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(equal: Equal<A, B>): void;
declare const model: LanguageModel;

const tools = {
  weather: withRecovery(
    tool({
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => ({ city, celsius: 20 }),
    }),
    { effect: "read" },
  ),
  progress: tool({
    inputSchema: z.object({}),
    async *execute() {
      yield { percent: 50 };
      yield { percent: 100 };
    },
  }),
  ask: tool({ inputSchema: z.object({ question: z.string() }), outputSchema: z.boolean() }),
  dynamic: dynamicTool({ inputSchema: z.object({}), execute: async () => "anything" }),
};

const recovery = createRecovery({ tools: { weather: { timeoutMs: 5_000 } } });
const run = recovery.run({ attributes: { tenant: "a" } });

// The tools keep their types, and with them everything that is inferred from them.
const wrapped = run.tools(tools);
same<typeof wrapped, typeof tools>(true);
same<InferUITools<typeof wrapped>, InferUITools<typeof tools>>(true);

async function wired(): Promise<void> {
  const result = await generateText({
    model,
    prompt: "go",
    ...run.wire({
      tools,
      stopWhen: [stepCountIs(5), hasToolCall("ask")],
      prepareStep: async ({ stepNumber, steps }) => {
        same<typeof stepNumber, number>(true);
        for (const step of steps) for (const call of step.toolCalls) call.toolName satisfies string;
        return stepNumber > 2 ? { activeTools: ["weather"] } : undefined;
      },
    }),
  });
  for (const call of result.toolCalls) {
    if (call.dynamic) continue;
    if (call.toolName === "weather") same<typeof call.input, { city: string }>(true);
  }
  for (const part of result.toolResults) {
    if (part.dynamic) continue;
    if (part.toolName === "weather")
      same<typeof part.output, { city: string; celsius: number }>(true);
    if (part.toolName === "progress") same<typeof part.output, { percent: number }>(true);
  }
  // @ts-expect-error no tool is called so
  run.wire({ tools, prepareStep: () => ({ activeTools: ["nope"] }) });
}

// A step may be given another model, which the SDK types as any of hundreds of ids or an object.
async function otherModels(): Promise<void> {
  await generateText({
    model,
    prompt: "go",
    ...run.wire({
      tools,
      prepareStep: async ({ stepNumber, messages }) =>
        stepNumber > 0 ? { model, toolChoice: "required" } : { messages: messages.slice(-5) },
    }),
  });
  const agent = new ToolLoopAgent(
    recovery.agent({
      model,
      tools,
      prepareStep: ({ steps }) => (steps.length > 3 ? { model } : {}),
    }),
  );
  same<typeof agent.tools, typeof tools>(true);
}

// What is inferred from the tools or from a literal is so inside `wire`, too.
async function literals(): Promise<void> {
  const result = streamText({
    model,
    prompt: "go",
    ...run.wire({
      tools,
      toolChoice: "required",
      experimental_transform: smoothStream(),
      onChunk: ({ chunk }) => {
        if (chunk.type === "text-delta") chunk.text satisfies string;
      },
    }),
  });
  await result.consumeStream();
  // @ts-expect-error no tool is called so
  run.wire({ tools, activeTools: ["nope"] });
}

async function oneByOne(): Promise<void> {
  const result = streamText({
    model,
    prompt: "go",
    tools: run.tools(tools),
    stopWhen: run.stopWhen(stepCountIs(3)),
    prepareStep: run.prepareStep(),
    experimental_repairToolCall: run.repairToolCall(),
  });
  for await (const part of result.fullStream) {
    if (part.type === "tool-result" && !part.dynamic && part.toolName === "weather") {
      same<typeof part.output, { city: string; celsius: number }>(true);
    }
  }
  await generateText({
    model,
    prompt: "go",
    tools: run.tools(tools),
    stopWhen: run.stopWhen(),
    prepareStep: run.prepareStep(async ({ stepNumber }: { readonly stepNumber: number }) =>
      stepNumber > 0 ? { toolChoice: "none" as const } : undefined,
    ),
    experimental_repairToolCall: run.repairToolCall(async () => null),
  });
}

// Callbacks stand inside `wire`, where their events have types without an annotation.
async function callbacks(): Promise<void> {
  const settings = run.wire({
    tools,
    onFinish: ({ text, steps }) => {
      same<typeof text, string>(true);
      for (const { toolCalls } of steps)
        for (const call of toolCalls) call.toolName satisfies string;
    },
    onStepFinish: ({ finishReason }) => void (finishReason satisfies string),
    onError: ({ error }) => void same<typeof error, unknown>(true),
    onAbort: ({ steps, reason }) => {
      same<typeof reason, unknown>(true);
      for (const { toolResults } of steps)
        for (const result of toolResults) {
          if (result.dynamic || result.toolName !== "weather") continue;
          same<typeof result.output, { city: string; celsius: number }>(true);
        }
    },
  });
  await streamText({ model, prompt: "go", ...settings }).consumeStream();
  await generateText({
    model,
    prompt: "go",
    ...run.wire({ tools, onFinish: async ({ text }) => void (text satisfies string) }),
  });
  // @ts-expect-error a callback is a function
  run.wire({ tools, onAbort: "nothing" });
  // @ts-expect-error an abort tells of no text
  run.wire({ tools, onAbort: ({ text }) => text });
}

// Agents keep their call options, their tools and the messages inferred from them.
const agent = new ToolLoopAgent(recovery.agent({ model, tools, stopWhen: stepCountIs(9) }));
const bareAgent = new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(9) });
same<InferAgentUIMessage<typeof agent>, InferAgentUIMessage<typeof bareAgent>>(true);
same<typeof agent, typeof bareAgent>(true);

const agentWithOptions = new ToolLoopAgent(
  recovery.agent({
    model,
    tools,
    callOptionsSchema: z.object({ tenant: z.string() }),
    prepareCall: ({ options, ...rest }) => ({
      ...rest,
      instructions: options.tenant,
    }),
  }),
);
async function calls(): Promise<void> {
  const { text } = await agentWithOptions.generate({ prompt: "go", options: { tenant: "a" } });
  text satisfies string;
}

// What an agent's own callbacks are given has types without an annotation, and costs it none.
const busyAgent = new ToolLoopAgent(
  recovery.agent({
    model,
    tools,
    prepareStep: ({ stepNumber }) => (stepNumber > 1 ? { activeTools: ["weather"] } : undefined),
    onStepFinish: ({ toolResults }) => {
      for (const result of toolResults) {
        if (result.dynamic || result.toolName !== "weather") continue;
        same<typeof result.output, { city: string; celsius: number }>(true);
      }
    },
    onFinish: ({ text }) => void (text satisfies string),
  }),
);
same<InferAgentUIMessage<typeof busyAgent>, InferAgentUIMessage<typeof bareAgent>>(true);
same<typeof busyAgent.tools, typeof bareAgent.tools>(true);
// @ts-expect-error no tool is called so
recovery.agent({ model, tools, prepareStep: () => ({ activeTools: ["nope"] }) });

// Agents keep what they put out, with options of their calls and without.
const output = Output.object({ schema: z.object({ total: z.number() }) });
const adder = new ToolLoopAgent(
  recovery.agent({
    model,
    tools,
    output,
    prepareCall: (call) => ({ ...call, instructions: "add" }),
  }),
);
const tenantAdder = new ToolLoopAgent(
  recovery.agent({
    model,
    tools,
    output,
    callOptionsSchema: z.object({ tenant: z.string() }),
    prepareStep: ({ stepNumber }) => (stepNumber > 1 ? { activeTools: ["weather"] } : undefined),
    prepareCall: ({ options, ...rest }) => ({ ...rest, instructions: options.tenant }),
  }),
);
async function outputs(): Promise<void> {
  const added = await adder.generate({ prompt: "go" });
  same<typeof added.output, { total: number }>(true);
  // @ts-expect-error its calls have no options
  await adder.generate({ prompt: "go", options: { tenant: "a" } });
  const ofTenant = await tenantAdder.generate({ prompt: "go", options: { tenant: "a" } });
  same<typeof ofTenant.output, { total: number }>(true);
  // @ts-expect-error its calls have options
  await tenantAdder.generate({ prompt: "go" });
}

// Settings that were put together elsewhere are as good.
declare const elsewhere: ToolLoopAgentSettings<never, typeof tools>;
same<InferAgentUIMessage<typeof fromElsewhere>, InferAgentUIMessage<typeof bareAgent>>(true);
const fromElsewhere = new ToolLoopAgent(recovery.agent(elsewhere));

// The data parts of a run, for `useChat` and `createUIMessageStream`.
type ChatMessage = UIMessage<never, RecourseDataParts, InferUITools<typeof tools>>;
declare const part: ChatMessage["parts"][number];
if (part.type === "data-recourse-stop") part.data.message satisfies string;

void [wired, otherModels, literals, oneByOne, callbacks, calls, outputs];
