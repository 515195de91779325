/**
 * The model that answers in place of the real one when a run has been halted and the SDK asks for
 * another step all the same: on approval resume, where stop conditions are not consulted, and
 * where `stopWhen` was not wired. It says nothing, so the loop ends without a rejection and
 * without a request to the provider.
 */
export function haltedModel(specificationVersion: string): object {
  const finishReason = { unified: "other", raw: "recourse:halted" };
  const usage = {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  };
  return {
    specificationVersion,
    provider: "recourse",
    modelId: "halted",
    supportedUrls: {},
    doGenerate: async () => ({ content: [], finishReason, usage, warnings: [] }),
    doStream: async () => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: "stream-start", warnings: [] });
          controller.enqueue({ type: "finish", finishReason, usage });
          controller.close();
        },
      }),
    }),
  };
}
