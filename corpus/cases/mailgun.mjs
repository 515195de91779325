// Mailgun: a failed connection is a status 400 whose message is the error's code

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];
const client = "mailgun.js",
  base = { client, version: versionOf(client), load: () => import("mailgun.js"), call: "write" };
const call = (m, url, o = {}) =>
  new m.default(FormData)
    .client({ username: "api", key: "k", url, ...o })
    .messages.create("example.com", { from: "a@example.com", to: ["b@example.com"], text: "x" });
const S = {
  400: [{ message: "to parameter is not a valid address. please check documentation" }, HTTP[400]],
  401: ["Forbidden", HTTP[401]],
  404: [{ message: "Domain not found: example.com" }, HTTP[404]],
  429: [
    { message: "Domain example.com is not allowed to send: recipient limit exceeded" },
    A.rate("429"),
  ],
  500: [{ message: "Internal Server Error" }, HTTP[500]],
};
for (const [status, [body, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${status}`,
    how: `messages.create against ${status}`,
    label,
    expect: (e) => e.status === Number(status),
    run: async (env, m) => call(m, await env.http({ status: Number(status), body })),
  });
for (const c of connectionCases(base, call))
  cases.push({
    ...c,
    expect: (e) => e.status === 400,
    // Axios' code for its own time-out is that of a broken connection.
    ...(c.id.endsWith("/timeout") && {
      label: A.timeout("told as ECONNABORTED", [["upstream", "transient", IDEM]]),
    }),
  });
