/** A mock model's class, of either version. */
export type Mock = new (options: object) => object;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that asks for one call a step, each with other arguments, and then says that it is done. */
export function scriptedModel(Model: Mock, steps: number): object {
  let request = 0;
  const answer = async (): Promise<object> => {
    request += 1;
    return request <= steps
      ? {
          content: [
            {
              type: "tool-call",
              toolCallId: `call-${request}`,
              toolName: "add",
              input: JSON.stringify({ a: request, b: 2 }),
            },
          ],
          finishReason: { unified: "tool-calls", raw: "tool_calls" },
          usage,
          warnings: [],
        }
      : {
          content: [{ type: "text", text: "done" }],
          finishReason: { unified: "stop", raw: "stop" },
          usage,
          warnings: [],
        };
  };
  return new Model({ doGenerate: answer });
}
