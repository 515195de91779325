// Groq: the whole body under `error`, its own status 498, and 413 under the code of a rate limit

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];
const client = "groq-sdk",
  base = { client, version: versionOf(client), load: () => import("groq-sdk"), call: "write" };
const call = (m, baseURL, o = {}) =>
  new m.default({ apiKey: "k", baseURL, maxRetries: 0, ...o }).chat.completions.create({
    model: "m",
    messages: [{ role: "user", content: "x" }],
  });
const body = (message, type, code) => ({ error: { message, type, code } });
const S = {
  "tool-use-failed": [
    400,
    body(
      "Failed to call a function. Please adjust your prompt.",
      "invalid_request_error",
      "tool_use_failed",
    ),
    HTTP[400],
  ],
  restricted: [
    403,
    body("Organization has been restricted.", "invalid_request_error", "organization_restricted"),
    HTTP[403],
  ],
  "too-large": [
    413,
    body(
      "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 8123",
      "tokens",
      "rate_limit_exceeded",
    ),
    A.invalid("this very request never fits the limit"),
  ],
  "too-large-429": [
    429,
    body(
      "Request too large for m on tokens per min (TPM): Limit 10000, Requested 12000.",
      "tokens",
      "rate_limit_exceeded",
    ),
    A.invalid("OpenAI's way to say the same", [["rate_limited", "transient", true]]),
  ],
  capacity: [
    498,
    body("Flex tier capacity exceeded for model `m`", "capacity_exceeded", "capacity_exceeded"),
    A.notSent("no capacity now", [
      ["rate_limited", "transient", true],
      ["upstream", "transient", IDEM],
    ]),
  ],
  "per-day": [
    429,
    body(
      "Rate limit reached on tokens per day (TPD). Please try again in 7m12s.",
      "tokens",
      "rate_limit_exceeded",
    ),
    A.rate("429, the wait in the text", 432000, { always: true }),
  ],
};
for (const [k, [status, answer, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `chat.completions.create against ${status}`,
    label,
    expect: (e) => e.status === status,
    run: async (env, m) => call(m, await env.http({ status, body: answer })),
  });
cases.push(...connectionCases(base, call));
