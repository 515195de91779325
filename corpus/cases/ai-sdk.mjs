// The AI SDK against loopback servers, and its error classes

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
// AI SDK
{
  const client = "ai",
    load = async () => ({ ai: await import("ai"), p: await import("@ai-sdk/openai-compatible") });
  const base = { client, version: versionOf("ai"), load, call: "write", limit: 15000 };
  const gen = ({ ai, p }, baseURL, o = {}) =>
    ai.generateText({
      model: p.createOpenAICompatible({ name: "x", baseURL, apiKey: "k" }).chatModel("m"),
      prompt: "x",
      maxRetries: 0,
      ...o,
    });
  const b = (message, code) => ({ error: { message, type: "x", param: null, code } });
  for (const [s, label] of [
    [400, HTTP[400]],
    [401, HTTP[401]],
    [403, HTTP[403]],
    [404, HTTP[404]],
    [422, HTTP[422]],
    [500, HTTP[500]],
    [503, HTTP[503]],
  ])
    cases.push({
      ...base,
      id: `ai/http-${s}`,
      how: `generateText against ${s}`,
      label,
      run: async (env, m) => gen(m, await env.http({ status: s, body: b("no") })),
    });
  cases.push(
    {
      ...base,
      id: "ai/http-429",
      how: "429 with Retry-After",
      label: A.rate("429", 4000, { always: true }),
      run: async (env, m) =>
        gen(m, await env.http({ status: 429, headers: { "retry-after": "4" }, body: b("slow") })),
    },
    {
      ...base,
      id: "ai/quota",
      how: "429 insufficient_quota in responseBody",
      label: A.quota("quota"),
      run: async (env, m) =>
        gen(
          m,
          await env.http({
            status: 429,
            body: b("You exceeded your current quota", "insufficient_quota"),
          }),
        ),
    },
    {
      ...base,
      id: "ai/retry-error",
      how: "RetryError: three attempts against 500",
      label: A.unknownOutcome("retried by the SDK"),
      expect: (e) => e.name === "AI_RetryError",
      run: async (env, m) =>
        gen(m, await env.http({ status: 500, headers: { "retry-after-ms": "20" }, body: b("x") }), {
          maxRetries: 1,
        }),
      anyAfter: true,
    },
    {
      ...base,
      id: "ai/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => gen(m, `http://127.0.0.1:${await env.closedPort()}`),
    },
    {
      ...base,
      id: "ai/abort",
      how: "caller aborts",
      label: NET.abort,
      run: async (env, m) => {
        const c = new AbortController();
        setTimeout(() => c.abort(), 60);
        return gen(m, await env.http({ fault: "slow" }), { abortSignal: c.signal });
      },
    },
    {
      ...base,
      id: "ai/timeout",
      how: "AbortSignal.timeout",
      label: NET.timeout,
      run: async (env, m) =>
        gen(m, await env.http({ fault: "slow" }), { abortSignal: AbortSignal.timeout(150) }),
    },
    {
      ...base,
      id: "ai/html",
      how: "200 with an HTML page",
      label: NET.nonjson,
      run: async (env, m) =>
        gen(
          m,
          await env.http({
            status: 200,
            headers: { "content-type": "text/html" },
            body: "<html>sign in</html>",
          }),
        ),
    },
    {
      ...base,
      id: "ai/wrong-shape",
      how: "200 with JSON of another shape: TypeValidationError",
      label: A.futile("the service broke its contract", [["upstream", "transient", IDEM]]),
      run: async (env, m) => gen(m, await env.http({ status: 200, body: { hello: 1 } })),
    },
    {
      ...base,
      id: "ai/InvalidToolInputError",
      how: "class of the SDK",
      label: A.invalid("arguments"),
      run: async (_env, { ai }) => {
        throw new ai.InvalidToolInputError({
          toolName: "t",
          toolInput: "{",
          cause: new Error("x"),
        });
      },
    },
    {
      ...base,
      id: "ai/NoSuchToolError",
      how: "class of the SDK",
      label: A.unknownTool("tool"),
      run: async (_env, { ai }) => {
        throw new ai.NoSuchToolError({ toolName: "t", availableTools: [] });
      },
    },
    {
      ...base,
      id: "ai/LoadAPIKeyError",
      how: "class of the SDK",
      label: A.auth("key missing"),
      run: async (_env, { ai }) => {
        throw new ai.LoadAPIKeyError({ message: "API key is missing." });
      },
    },
    {
      ...base,
      id: "ai/APICallError-retryable",
      how: "no status, isRetryable true",
      label: A.unknownOutcome("marked", [["upstream", "transient", true]]),
      run: async (_env, { ai }) => {
        throw new ai.APICallError({
          message: "it broke",
          url: "http://x",
          requestBodyValues: {},
          isRetryable: true,
        });
      },
    },
    {
      ...base,
      id: "ai/APICallError-final",
      how: "no status, isRetryable false",
      label: A.futile("marked"),
      run: async (_env, { ai }) => {
        throw new ai.APICallError({
          message: "it broke",
          url: "http://x",
          requestBodyValues: {},
          isRetryable: false,
        });
      },
    },
  );
}
