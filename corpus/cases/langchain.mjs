// LangChain core: its marks and its caller

import { versionOf } from "../lib/case.mjs";
import { A, HTTP } from "../lib/labels.mjs";
export const cases = [];
// LangChain
{
  const base = {
    client: "@langchain/core",
    version: versionOf("@langchain/core"),
    load: async () => ({
      errors: await import("@langchain/core/errors"),
      caller: await import("@langchain/core/utils/async_caller"),
    }),
    call: "write",
    limit: 15000,
  };
  const call = ({ caller }, f) => new caller.AsyncCaller({ maxRetries: 0 }).call(f);
  cases.push(
    {
      ...base,
      id: "langchain/marked-retryable",
      how: "stampRetryable(error, true)",
      label: A.unknownOutcome("marked"),
      run: async (_e, m) => {
        throw m.errors.stampRetryable(new Error("it broke"), true);
      },
    },
    {
      ...base,
      id: "langchain/marked-final",
      how: "stampRetryable(error, false)",
      label: A.futile("marked"),
      run: async (_e, m) => {
        throw m.errors.stampRetryable(new Error("it broke"), false);
      },
    },
    {
      ...base,
      id: "langchain/caller-quota",
      how: "AsyncCaller turns insufficient_quota into InsufficientQuotaError",
      label: A.quota("quota"),
      run: async (_e, m) =>
        call(m, async () => {
          throw Object.assign(new Error("429"), { status: 429, code: "insufficient_quota" });
        }),
    },
    {
      ...base,
      id: "langchain/caller-404",
      how: "AsyncCaller stamps a 404",
      label: HTTP[404],
      run: async (_e, m) =>
        call(m, async () => {
          throw Object.assign(new Error("no"), { status: 404 });
        }),
    },
    {
      ...base,
      id: "langchain/caller-429",
      how: "AsyncCaller, capacity",
      label: A.rate("429"),
      run: async (_e, m) =>
        call(m, async () => {
          throw Object.assign(new Error("slow down"), { status: 429 });
        }),
    },
    {
      ...base,
      id: "langchain/ContextOverflowError",
      how: "class",
      label: A.invalid("too long"),
      run: async (_e, m) => {
        throw new m.errors.ContextOverflowError("too many tokens");
      },
    },
    {
      ...base,
      id: "langchain/ModelAbortError",
      how: "class",
      label: A.cancelled("aborted"),
      run: async (_e, m) => {
        throw new m.errors.ModelAbortError("stopped");
      },
    },
  );
}
