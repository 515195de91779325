import * as ai7 from "ai";
import * as test7 from "ai/test";
import * as ai6 from "ai6";
import * as test6 from "ai6/test";
import type { AiSdkRecovery, AiSdkRun, RecoveryOptions } from "../src/index.ts";
import { createRecovery } from "../src/index.ts";
import type { ContentPartLike, MessageLike, StepLike } from "../src/sdk-types.ts";

/** One response of the scripted model. */
export interface Response {
  readonly calls?: readonly ScriptedCall[];
  readonly text?: string;
  readonly finish?: string;
  /** Parts handed through as they are, such as a provider's own tool results. */
  readonly parts?: readonly object[];
  readonly error?: unknown;
}

export interface ScriptedCall {
  readonly tool: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly input?: unknown;
  readonly id?: string;
}

/** What the model was sent, request by request. */
export interface Model {
  readonly model: never;
  readonly prompts: readonly (readonly MessageLike[])[];
}

/** One version of the SDK, typed loosely: the types have their own tests. */
export interface Sdk {
  readonly version: 6 | 7;
  readonly ai: typeof ai7;
  readonly model: (script: readonly Response[], provider?: string) => Model;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The mock model of one version. */
export type MockClass = new (options: object) => object;

/** A model of one version that answers by a script. */
export function scripted(Mock: MockClass): Sdk["model"] {
  return (script, provider = "mock") => {
    const prompts: MessageLike[][] = [];
    const next = (prompt: MessageLike[]): { content: object[]; finishReason: object } => {
      const response = script[prompts.length] ?? { text: "done" };
      prompts.push(prompt);
      if (response.error !== undefined) throw response.error;
      return contentOf(response, prompts.length);
    };
    const model = new Mock({
      provider,
      modelId: "scripted",
      doGenerate: async ({ prompt }: { prompt: MessageLike[] }) => ({
        ...next(prompt),
        usage,
        warnings: [],
      }),
      doStream: async ({ prompt }: { prompt: MessageLike[] }) => {
        const { content, finishReason } = next(prompt);
        const chunks = [
          { type: "stream-start", warnings: [] },
          ...content.flatMap(asChunks),
          { type: "finish", finishReason, usage },
        ];
        return {
          stream: ai7.simulateReadableStream({
            chunks,
            initialDelayInMs: null,
            chunkDelayInMs: null,
          }),
        };
      },
    });
    return { model: model as never, prompts };
  };
}

function contentOf(
  response: Response,
  request: number,
): { content: object[]; finishReason: object } {
  const calls = (response.calls ?? []).map(({ tool, input = {}, id }, index) => ({
    type: "tool-call",
    toolCallId: id ?? `call-${request}-${index}`,
    toolName: tool,
    input: typeof input === "string" ? input : JSON.stringify(input),
  }));
  const text = response.text === undefined ? [] : [{ type: "text", text: response.text }];
  const unified = response.finish ?? (calls.length > 0 ? "tool-calls" : "stop");
  return {
    content: [...text, ...calls, ...(response.parts ?? [])],
    finishReason: { unified, raw: unified },
  };
}

function asChunks(part: object): object[] {
  const { type, text } = part as { readonly type: string; readonly text?: string };
  if (type !== "text") return [part];
  return [
    { type: "text-start", id: "t" },
    { type: "text-delta", id: "t", delta: text },
    { type: "text-end", id: "t" },
  ];
}

export const sdks: readonly Sdk[] = [
  { version: 7, ai: ai7, model: scripted(test7.MockLanguageModelV4 as never) },
  { version: 6, ai: ai6 as never, model: scripted(test6.MockLanguageModelV3 as never) },
];

/** What a run of the SDK came to, the same for every way of starting one. */
export interface Ended {
  readonly text: string;
  readonly steps: readonly StepLike[];
  readonly parts: readonly ContentPartLike[];
  readonly error?: unknown;
}

/** Settings for the SDK, whichever function they go to. */
export type Settings = Readonly<Record<string, unknown>>;

/** A way of starting a run, wired by `recovery` or bare without it. */
export interface Entry {
  readonly name: string;
  readonly start: (sdk: Sdk, settings: Settings, recovery?: AiSdkRecovery) => Promise<Started>;
}

export interface Started extends Ended {
  readonly run: AiSdkRun;
}

const generate: Entry["start"] = async (sdk, settings, recovery) => {
  const { run, wired } = wire(settings, recovery);
  return { run, ...(await settle(() => sdk.ai.generateText(wired as never))) };
};

const stream: Entry["start"] = async (sdk, settings, recovery) => {
  const { run, wired } = wire(settings, recovery);
  return {
    run,
    ...(await settle(async () =>
      collect(sdk.ai.streamText({ onError: quiet, ...wired } as never)),
    )),
  };
};

const agentGenerate: Entry["start"] = async (sdk, settings, recovery) => {
  const { agent, call, found } = makeAgent(sdk, settings, recovery);
  const ended = await settle(() => agent.generate(call as never));
  return { run: found.run as AiSdkRun, ...ended };
};

const agentStream: Entry["start"] = async (sdk, settings, recovery) => {
  const { agent, call, found } = makeAgent(sdk, settings, recovery);
  const ended = await settle(async () => collect(await agent.stream(call as never)));
  return { run: found.run as AiSdkRun, ...ended };
};

/** The four ways into the SDK's loop. */
export const entries: readonly Entry[] = [
  { name: "generateText", start: generate },
  { name: "streamText", start: stream },
  { name: "ToolLoopAgent.generate", start: agentGenerate },
  { name: "ToolLoopAgent.stream", start: agentStream },
];

/** Every version with every way in. */
export const matrix: readonly {
  readonly title: string;
  readonly sdk: Sdk;
  readonly entry: Entry;
}[] = sdks.flatMap((sdk) =>
  entries.map((entry) => ({ title: `ai ${sdk.version}, ${entry.name}`, sdk, entry })),
);

function quiet(): void {}

function wire(settings: Settings, recovery?: AiSdkRecovery): { run: AiSdkRun; wired: object } {
  const all = { prompt: "go", ...settings };
  if (recovery === undefined) return { run: undefined as never, wired: strip(all) };
  const run = (settings["run"] as AiSdkRun | undefined) ?? recovery.run();
  const { run: _, ...rest } = all as Settings & { run?: unknown };
  if (rest["messages"] !== undefined) delete (rest as { prompt?: unknown }).prompt;
  return { run, wired: run.wire(rest as never) };
}

function strip(settings: Settings): object {
  const { run: _, ...rest } = settings;
  if (rest["messages"] !== undefined) delete (rest as { prompt?: unknown }).prompt;
  return rest;
}

function makeAgent(sdk: Sdk, settings: Settings, recovery?: AiSdkRecovery) {
  const found: { run?: AiSdkRun } = {};
  const { messages, prompt = "go", abortSignal, run, ...rest } = settings;
  const agent = new sdk.ai.ToolLoopAgent(
    (recovery === undefined
      ? rest
      : recovery.agent(rest, {
          onRun: (made) => {
            found.run = made;
          },
          ...(run === undefined ? {} : { resume: () => run as AiSdkRun }),
        })) as never,
  );
  const call = {
    ...(messages === undefined ? { prompt } : { messages }),
    ...(abortSignal === undefined ? {} : { abortSignal }),
  };
  return { agent, call, found };
}

interface SdkResult {
  readonly text: string | PromiseLike<string>;
  readonly steps: readonly StepLike[] | PromiseLike<readonly StepLike[]>;
}

async function collect(result: unknown): Promise<SdkResult> {
  const { fullStream, steps, text } = result as {
    readonly fullStream: AsyncIterable<{ readonly type: string; readonly error?: unknown }>;
    readonly steps: PromiseLike<readonly StepLike[]>;
    readonly text: PromiseLike<string>;
  };
  const settled = Promise.all([steps, text]);
  settled.catch(quiet);
  for await (const part of fullStream) if (part.type === "error") throw part.error;
  const [allSteps, allText] = await settled;
  return { steps: allSteps, text: allText };
}

async function settle(start: () => unknown): Promise<Ended> {
  try {
    const result = (await start()) as SdkResult;
    const steps = await result.steps;
    return { text: await result.text, steps, parts: partsOfSteps(steps) };
  } catch (error) {
    return { text: "", steps: [], parts: [], error };
  }
}

function partsOfSteps(steps: readonly StepLike[]): readonly ContentPartLike[] {
  return steps.flatMap((step) => step.content as readonly ContentPartLike[]);
}

/** The tool results that the model was sent in its last request, by call id. */
export function shown(
  model: Model,
): Readonly<Record<string, { type: string; value?: unknown; reason?: string }>> {
  const result: Record<string, { type: string; value?: unknown }> = {};
  for (const message of model.prompts.at(-1) ?? []) {
    if (message.role !== "tool") continue;
    for (const part of message.content as { toolCallId: string; output: { type: string } }[]) {
      result[part.toolCallId] = part.output as never;
    }
  }
  return result;
}

/** The envelope that the model was sent for a call. */
export function envelope(model: Model, id: string): Readonly<Record<string, unknown>> {
  const output = shown(model)[id];
  return JSON.parse(String(output?.value)) as Record<string, unknown>;
}

/** A recovery that waits for nothing. */
export function recoveryFor(options: RecoveryOptions = {}): AiSdkRecovery {
  return createRecovery({
    policy: { retry: { baseMs: 0, jitter: 0 }, ...options.policy },
    ...options,
  });
}
