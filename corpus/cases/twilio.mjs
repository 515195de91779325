// Twilio, against a loopback server

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];
// Twilio
{
  const client = "twilio",
    base = { client, version: versionOf(client), load: () => import("twilio"), call: "write" };
  const call = (m, url) => {
    const t = m.default ?? m;
    const c = t(`AC${"0".repeat(32)}`, "token", { autoRetry: false });
    return c
      .request({ method: "post", uri: `${url}/2010-04-01/Messages.json`, data: {} })
      .then((r) => {
        if (r.statusCode < 300) return r;
        const T = t.RestException ?? m.RestException;
        throw T
          ? new T(r)
          : Object.assign(new Error(r.body?.message), { status: r.statusCode, ...r.body });
      });
  };
  const b = (code, message, status) => ({
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  });
  const S = {
    20003: [401, "Authenticate", HTTP[401]],
    20404: [404, "The requested resource was not found", HTTP[404]],
    21211: [400, "The 'To' number is not a valid phone number", HTTP[400]],
    20429: [429, "Too Many Requests", A.rate("429")],
    63038: [
      429,
      "Account exceeded the daily messages limit",
      A.quota("429 that is a daily quota", [["rate_limited", "transient", true]]),
    ],
    20500: [500, "Internal Server Error", HTTP[500]],
    20503: [503, "Service unavailable", HTTP[503]],
    21610: [
      400,
      "Attempt to send to unsubscribed recipient",
      A.auth("recipient unsubscribed", [["invalid_args", "malformed-args", false]]),
    ],
  };
  for (const [k, [status, message, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `messages against ${status} code ${k}`,
      label,
      expect: (e) => e.status === status,
      run: async (env, m) =>
        call(m, await env.http({ status, body: b(Number(k), message, status) })),
    });
  cases.push({
    ...base,
    id: `${client}/refused`,
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => call(m, await closedUrl(env)),
  });
}
