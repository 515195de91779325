// General purpose HTTP clients x HTTP statuses x network faults. All servers are loopback.

import { versionOf } from "../lib/case.mjs";
import { ERRBODY } from "../lib/harness.mjs";
import { clients } from "../lib/http-clients.mjs";
import { A, HTTP, IDEM, NET } from "../lib/labels.mjs";

const json = (status, headers = {}, body = ERRBODY(status)) => ({ status, headers, body });
const STATUS = {
  400: json(400),
  401: json(401, { "www-authenticate": 'Bearer error="invalid_token"' }),
  403: json(403),
  404: json(404),
  405: json(405, { allow: "GET" }),
  408: json(408),
  409: json(409),
  410: json(410),
  412: json(412),
  413: json(413),
  415: json(415),
  422: json(422),
  423: json(423),
  425: json(425),
  500: json(500),
  501: json(501),
  502: {
    status: 502,
    headers: { "content-type": "text/html" },
    body: "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>",
  },
  503: json(503),
  504: { status: 504, headers: { "content-type": "text/plain" }, body: "upstream request timeout" },
  529: json(529),
};
const SPECIAL = {
  "429-plain": [json(429), A.rate("429 without Retry-After")],
  "429-seconds": [json(429, { "retry-after": "7" }), A.rate("429, Retry-After in seconds", 7000)],
  "429-date": [
    json(429, { "retry-after": "@date+40" }),
    A.rate("429, Retry-After as an HTTP date", 40000, { retryAfterTol: 3000 }),
  ],
  "429-ms": [
    json(429, { "retry-after-ms": "1500" }),
    A.rate("429, retry-after-ms header", 1500, { header: "retry-after-ms" }),
  ],
  "429-reset-epoch": [
    json(429, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "@epoch+60" }),
    A.rate("429 with x-ratelimit-reset in epoch seconds", 60000, {
      retryAfterTol: 3000,
      header: "x-ratelimit-reset",
    }),
  ],
  "503-seconds": [
    json(503, { "retry-after": "3" }),
    A.busy("503 with Retry-After: refused for now", 3000),
  ],
  "403-ratelimit": [
    json(
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "@epoch+45" },
      { message: "API rate limit exceeded for 127.0.0.1." },
    ),
    A.rate(
      "403 whose x-ratelimit-remaining is 0 is a rate limit, not a permission problem",
      45000,
      { retryAfterTol: 3000, header: "x-ratelimit-reset" },
    ),
  ],
};
const ALL = [...Object.keys(STATUS), ...Object.keys(SPECIAL)];
const CORE = [
  "400",
  "401",
  "403",
  "404",
  "409",
  "422",
  "429-seconds",
  "403-ratelimit",
  "500",
  "503",
];
const FAULTS = {
  refused: { label: NET.refused, url: async (env) => `http://127.0.0.1:${await env.closedPort()}` },
  reset: { label: NET.reset, url: (env) => env.http({ fault: "reset" }), write: true },
  hangup: { label: NET.hangup, url: (env) => env.http({ fault: "hangup" }), write: true },
  midbody: { label: NET.midbody, url: (env) => env.http({ fault: "midbody" }), write: true },
  timeout: {
    label: NET.timeout,
    url: (env) => env.http({ fault: "slow" }),
    opts: { timeout: 250 },
    write: true,
  },
  "timeout-body": {
    label: NET.timeoutBody,
    url: (env) => env.http({ fault: "slow-body" }),
    opts: { timeout: 250 },
  },
  dns: { label: NET.dns, url: async () => "http://tool-api.corpus.invalid" },
  tls: { label: NET.tls, url: (env) => env.https({ status: 200, body: {} }) },
  "tls-to-plain-port": {
    label: NET.proto,
    url: async (env) => (await env.http({ status: 200, body: {} })).replace("http:", "https:"),
  },
  redirect: { label: NET.redirect, url: (env) => env.http({ fault: "redirect" }) },
  abort: { label: NET.abort, url: (env) => env.http({ fault: "slow" }), opts: { abortAfter: 60 } },
  nonjson: {
    label: NET.nonjson,
    url: (env) =>
      env.http({
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!DOCTYPE html><html><body>Please sign in</body></html>",
      }),
  },
  garbage: {
    label: NET.garbage,
    url: (env) =>
      env.memo(
        "garbage",
        async () =>
          `http://127.0.0.1:${await env.tcp((s) => {
            s.once("data", () => s.end("220 smtp.example ESMTP ready\r\n"));
          })}`,
      ),
  },
  "bad-url": {
    label: A.invalid("the URL (an argument) does not parse", [
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
    url: async () => "not a url at all",
  },
};
const ALSO_302 = [
  ["invalid_args", "malformed-args", false],
  ["not_found", "not-found", false],
];
const CANT_TELL = [["cancelled", "-", false]];
// shapes that hide what happened: the preferred label stays the truth, the label the shape suggests is accepted too
const OVERRIDE = {
  "node:http/redirect": A.futile("node:http does not follow: only a 302 is seen", ALSO_302),
  "needle/bad-url": A.notSent("needle takes the text for a host name", [
    ["invalid_args", "malformed-args", false],
    ["not_found", "not-found", false],
  ]),
  "needle/timeout": A.timeout("needle destroys the socket: the time-out shows as a hang-up", [
    ["upstream", "transient", IDEM],
  ]),
  "needle/timeout-body": A.timeout("needle destroys the socket", [["upstream", "transient", IDEM]]),
  "node-fetch/timeout": A.timeout(
    "node-fetch drops signal.reason: same AbortError as a caller abort",
    CANT_TELL,
  ),
  "node-fetch/timeout-body": A.timeout(
    "node-fetch drops signal.reason: same AbortError as a caller abort",
    CANT_TELL,
  ),
};
/** What is no failure for a client: undici.request does not follow redirects; the others have no time-out for a stalled body. */
const NOT_A_FAULT = new Set([
  "undici.request/redirect",
  "ky/timeout-body",
  "needle/midbody",
  "needle/nonjson",
  "gaxios/nonjson",
  "ofetch/timeout-body",
  "wretch/timeout-body",
  "superagent/timeout-body",
]);
const CLIENTS = clients(ALL, CORE, STATUS);
export const cases = [];
for (const [client, c] of Object.entries(CLIENTS)) {
  const version = c.pkg === "node" ? process.version : versionOf(c.pkg);
  for (const s of c.statuses) {
    const [spec, label] = SPECIAL[s] ?? [STATUS[s], HTTP[s]];
    const status = spec.status;
    cases.push({
      id: `${client}/http-${s}`,
      client,
      version,
      how: `${s.startsWith("409") || s.startsWith("5") || s === "422" ? "POST" : "GET"} to a loopback server answering ${status}`,
      call: s.startsWith("409") || s.startsWith("5") || s === "422" ? "write" : "read",
      label,
      load: c.load,
      run: async (env, mod) =>
        c.send(mod)(`${await env.http(spec)}/v1/things/42`, {
          write: s.startsWith("409") || s.startsWith("5") || s === "422",
          status,
        }),
      expect: (e) => mentions(e, status),
    });
  }
  for (const f of c.faults ?? Object.keys(FAULTS)) {
    if (NOT_A_FAULT.has(`${client}/${f}`)) continue;
    const F = FAULTS[f];
    cases.push({
      id: `${client}/${f}`,
      client,
      version,
      how: `${F.write ? "POST" : "GET"}, fault: ${f}`,
      call: F.write ? "write" : "read",
      label: OVERRIDE[`${client}/${f}`] ?? F.label,
      load: c.load,
      limit: 60000,
      run: async (env, mod) =>
        c.send(mod)((await F.url(env)) + (f === "bad-url" ? "" : "/v1/things/42"), {
          write: F.write,
          fault: f,
          ...F.opts,
        }),
    });
  }
}
function mentions(e, status) {
  const seen = [
    e?.status,
    e?.statusCode,
    e?.response?.status,
    e?.response?.statusCode,
    e?.message,
    e?.code,
  ];
  return seen.some((v) => v === status || (typeof v === "string" && v.includes(String(status))));
}
