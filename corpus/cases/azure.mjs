// The pipeline of the Azure SDK, against a loopback server

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];
// Azure
{
  const client = "@azure/core-rest-pipeline",
    base = {
      client,
      version: versionOf(client),
      load: () => import("@azure/core-rest-pipeline"),
      call: "read",
    };
  const call = async (m, url, o = {}) => {
    const p = m.createPipelineFromOptions({ retryOptions: { maxRetries: 0 } });
    const c = m.createDefaultHttpClient();
    const request = m.createPipelineRequest({ url, allowInsecureConnection: true, ...o });
    const response = await p.sendRequest(c, request);
    if (response.status >= 300) {
      const body = (() => {
        try {
          return JSON.parse(response.bodyAsText);
        } catch {
          return undefined;
        }
      })();
      throw new m.RestError(body?.error?.message ?? `Unexpected status code: ${response.status}`, {
        code: body?.error?.code,
        statusCode: response.status,
        request,
        response,
      });
    }
    return response;
  };
  const b = (status, code, message, headers) => ({
    status,
    headers,
    body: { error: { code, message } },
  });
  const S = {
    BlobNotFound: [b(404, "BlobNotFound", "The specified blob does not exist."), HTTP[404]],
    AuthorizationFailed: [
      b(403, "AuthorizationFailed", "The client does not have authorization to perform action"),
      HTTP[403],
    ],
    ServerBusy: [
      b(503, "ServerBusy", "The server is busy."),
      A.notSent("ServerBusy", [
        ["upstream", "transient", IDEM],
        ["rate_limited", "transient", true],
      ]),
    ],
    TooManyRequests: [
      b(429, "TooManyRequests", "Rate limit", { "x-ms-retry-after-ms": "2500" }),
      A.rate("x-ms-retry-after-ms", 2500, { header: "x-ms-retry-after-ms" }),
    ],
    BlobAlreadyExists: [
      b(409, "BlobAlreadyExists", "The specified blob already exists."),
      HTTP[409],
    ],
    ConditionNotMet: [
      b(
        412,
        "ConditionNotMet",
        "The condition specified using HTTP conditional header(s) is not met.",
      ),
      HTTP[412],
    ],
    OperationTimedOut: [
      b(500, "OperationTimedOut", "Operation could not be completed within the specified time."),
      L("timeout", "transient", IDEM, "OperationTimedOut as 500", {
        accept: [["upstream", "transient", IDEM]],
      }),
    ],
    InvalidQueryParameterValue: [
      b(400, "InvalidQueryParameterValue", "Value for one of the query parameters is invalid"),
      HTTP[400],
    ],
    QuotaExceeded: [
      b(
        409,
        "QuotaExceeded",
        "Operation could not be completed as it results in exceeding approved quota",
      ),
      A.quota("409 that is a quota", [["conflict", "malformed-args", false]]),
    ],
  };
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `azure/${k}`,
      how: `sendRequest against ${spec.status} ${k}`,
      label,
      expect: (e) => e.statusCode === spec.status,
      run: async (env, m) => call(m, await env.http(spec)),
    });
  cases.push(
    {
      ...base,
      id: "azure/refused",
      how: "closed port: REQUEST_SEND_ERROR around it",
      label: NET.refused,
      run: async (env, m) => call(m, await closedUrl(env)),
    },
    {
      ...base,
      id: "azure/hangup",
      how: "socket destroyed",
      label: NET.hangup,
      run: async (env, m) => call(m, await env.http({ fault: "hangup" })),
    },
    {
      ...base,
      id: "azure/timeout",
      how: "timeout 250: an AbortError",
      label: A.timeout("the pipeline turns its time-out into an AbortError", [
        ["cancelled", "-", false],
      ]),
      run: async (env, m) => call(m, await env.http({ fault: "slow" }), { timeout: 250 }),
    },
    {
      ...base,
      id: "azure/abort",
      how: "caller aborts",
      label: NET.abort,
      run: async (env, m) => {
        const c = new AbortController();
        setTimeout(() => c.abort(), 60);
        return call(m, await env.http({ fault: "slow" }), { abortSignal: c.signal });
      },
    },
  );
}
