import { generateText, isStepCount, type ToolSet, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { endedBy, type Sent, type Situation } from "../situation.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Response = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

function asks({ tool: toolName, args }: Situation): Response {
  return {
    content: [{ type: "tool-call", toolCallId: "call-1", toolName, input: args }],
    finishReason: { unified: "tool-calls", raw: "tool-calls" },
    usage,
    warnings: [],
  };
}

function says(text: string): Response {
  const finishReason = { unified: "stop", raw: "stop" } as const;
  return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
}

/** `generateText` with tools, two steps. */
export async function aiSdk(situation: Situation): Promise<Sent> {
  let asked = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      asked += 1;
      return asked === 1 ? asks(situation) : says("done");
    },
  });
  try {
    await generateText({
      model,
      prompt: "go",
      tools: toolsOf(situation),
      stopWhen: isStepCount(2),
    });
  } catch (error) {
    return endedBy(error);
  }
  for (const { role, content } of model.doGenerateCalls.at(-1)?.prompt ?? []) {
    if (role !== "tool") continue;
    for (const part of content) {
      if (part.type !== "tool-result") continue;
      const { output } = part;
      if (!("value" in output)) return { ended: `sends ${output.type}` };
      const { value } = output;
      return { text: typeof value === "string" ? value : JSON.stringify(value) };
    }
  }
  return { ended: "the run ends; the model is not told" };
}

function toolsOf({ tools }: Situation): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters, execute }) => [
      name,
      tool({ description, inputSchema: parameters, execute: async (args) => execute(args) }),
    ]),
  );
}
