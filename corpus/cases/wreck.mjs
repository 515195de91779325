// @hapi/wreck, whose errors are Boom's: the answer is under `data.res`, the status under `output`

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, NET } from "../lib/labels.mjs";
import { connectionCases } from "../lib/network.mjs";
export const cases = [];
const client = "@hapi/wreck",
  base = { client, version: versionOf(client), load: () => import("@hapi/wreck"), call: "write" };
const call = (m, url, o = {}) => m.default.post(url, { payload: "{}", json: true, ...o });
const S = {
  404: [{ status: 404, body: { message: "no such order" } }, HTTP[404]],
  422: [{ status: 422, body: { message: "qty must be positive" } }, HTTP[422]],
  429: [
    { status: 429, headers: { "retry-after": "5" }, body: { message: "slow down" } },
    A.rate("429, Retry-After in the answer", 5000),
  ],
  500: [{ status: 500, body: { message: "oops" } }, HTTP[500]],
  "503-after": [
    { status: 503, headers: { "retry-after": "9" }, body: "down" },
    A.busy("503 with Retry-After", 9000),
  ],
  "not-json": [
    { status: 200, headers: { "content-type": "application/json" }, body: "<html>" },
    NET.nonjson,
  ],
};
for (const [k, [spec, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `POST against ${spec.status}`,
    label,
    expect: (e) => e.isBoom === true,
    run: async (env, m) => call(m, await env.http(spec)),
  });
cases.push(
  {
    ...base,
    id: `${client}/redirects`,
    how: "a redirect loop",
    call: "read",
    label: NET.redirect,
    run: async (env, m) => m.default.get(await env.http({ fault: "redirect" }), { redirects: 3 }),
  },
  ...connectionCases(base, call),
);
