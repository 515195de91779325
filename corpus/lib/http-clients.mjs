// The HTTP clients of the matrix: how each sends a request and what a tool would throw.
import { returned, SkipFault } from "./case.mjs";
import { abortAfter } from "./network.mjs";

const sig = (o) => (o.abortAfter ? abortAfter(o.abortAfter) : undefined);
const m = (o) => (o.write ? "POST" : "GET");
const bodyOf = (o) => (o.write ? { qty: 1 } : undefined);

/** every send() must reject (or call returned()) for the scenario to count as reproduced */
export const clients = (ALL, CORE, STATUS) => ({
  axios: {
    pkg: "axios",
    statuses: ALL,
    load: () => import("axios"),
    send:
      ({ default: axios }) =>
      (u, o) =>
        axios({
          url: u,
          method: m(o),
          data: bodyOf(o),
          timeout: o.timeout,
          signal: sig(o),
          responseType: o.fault === "nonjson" ? "json" : undefined,
          transitional: o.fault === "nonjson" ? { silentJSONParsing: false } : undefined,
        }),
  },
  ky: {
    pkg: "ky",
    statuses: ALL,
    load: () => import("ky"),
    send:
      ({ default: ky }) =>
      (u, o) =>
        ky(u, {
          method: m(o),
          json: bodyOf(o),
          timeout: o.timeout ?? false,
          signal: sig(o),
          retry: 0,
        }).json(),
  },
  // node-fetch and fetch do not throw on status: the usual hand-written wrapper keeps status + headers or, in the other style, only a message
  "node-fetch": {
    pkg: "node-fetch",
    statuses: CORE,
    load: () => import("node-fetch"),
    send: ({ default: f }) => fetchLike(f, "response"),
  },
  fetch: {
    pkg: "node",
    statuses: ALL,
    load: async () => ({}),
    send: () => fetchLike(globalThis.fetch, "status+headers"),
  },
  "fetch (message only)": {
    pkg: "node",
    statuses: [...Object.keys(STATUS), "429-plain"],
    faults: [],
    load: async () => ({}),
    send: () => fetchLike(globalThis.fetch, "message"),
  },
  "fetch (Response returned)": {
    pkg: "node",
    statuses: CORE,
    faults: [],
    load: async () => ({}),
    send: () => fetchLike(globalThis.fetch, "returned"),
  },
  got: {
    pkg: "got",
    statuses: CORE,
    load: () => import("got"),
    send:
      ({ default: got }) =>
      (u, o) =>
        got(u, {
          method: m(o),
          json: bodyOf(o),
          timeout: o.timeout ? { request: o.timeout } : {},
          signal: sig(o),
          retry: { limit: 0 },
        }).json(),
  },
  superagent: {
    pkg: "superagent",
    statuses: CORE,
    load: () => import("superagent"),
    send:
      ({ default: agent }) =>
      async (u, o) => {
        const r = agent(m(o), u);
        if (o.timeout) r.timeout({ response: o.timeout, deadline: o.timeout });
        if (o.abortAfter) setTimeout(() => r.abort(), o.abortAfter);
        if (o.fault === "nonjson")
          r.buffer(true).parse((res, cb) => {
            let t = "";
            res.on("data", (d) => {
              t += d;
            });
            res.on("end", () => {
              try {
                cb(null, JSON.parse(t));
              } catch (e) {
                cb(e);
              }
            });
          });
        return o.abortAfter
          ? new Promise((ok, no) => {
              r.on("abort", () => no(Object.assign(new Error("Aborted"), { code: "ABORTED" })));
              r.then(ok, no);
            })
          : r.send(bodyOf(o));
      },
  },
  ofetch: {
    pkg: "ofetch",
    statuses: CORE,
    load: () => import("ofetch"),
    send:
      ({ ofetch }) =>
      (u, o) =>
        ofetch(u, {
          method: m(o),
          body: bodyOf(o),
          timeout: o.timeout,
          signal: sig(o),
          retry: 0,
          parseResponse: o.fault === "nonjson" ? JSON.parse : undefined,
        }),
  },
  needle: {
    pkg: "needle",
    statuses: CORE,
    load: () => import("needle"),
    send:
      ({ default: needle }) =>
      async (u, o) => {
        const r = await needle(m(o).toLowerCase(), u, bodyOf(o) ?? {}, {
          json: true,
          response_timeout: o.timeout,
          read_timeout: o.timeout,
          open_timeout: 1000,
          follow_max: 5,
          signal: sig(o),
          parse_response: true,
        });
        if (r.statusCode >= 300) return returned(r);
        return r.body;
      },
  },
  wretch: {
    pkg: "wretch",
    statuses: CORE,
    load: () => import("wretch"),
    send:
      ({ default: wretch }) =>
      (u, o) => {
        const w = wretch(u).options({
          signal: o.timeout ? AbortSignal.timeout(o.timeout) : sig(o),
        });
        return (o.write ? w.post(bodyOf(o)) : w.get()).json();
      },
  },
  gaxios: {
    pkg: "gaxios",
    statuses: CORE,
    load: () => import("gaxios"),
    send: (g) => async (u, o) =>
      (
        await g.request({
          url: u,
          method: m(o),
          data: bodyOf(o),
          timeout: o.timeout,
          signal: sig(o),
          responseType: "json",
          retry: false,
        })
      ).data,
  },
  "undici.request": {
    pkg: "undici",
    statuses: CORE,
    load: () => import("undici"),
    send: (u8) => async (u, o) => {
      const r = await u8.request(u, {
        method: m(o),
        headers: o.write ? { "content-type": "application/json" } : {},
        body: o.write ? JSON.stringify(bodyOf(o)) : undefined,
        headersTimeout: o.timeout,
        bodyTimeout: o.timeout,
        signal: sig(o),
        dispatcher: o.status ? new u8.Agent().compose(u8.interceptors.responseError()) : undefined,
      });
      if (o.fault === "redirect") throw new SkipFault("undici.request does not follow redirects");
      return r.body.json();
    },
  },
  "node:http": {
    pkg: "node",
    statuses: ["404", "429-seconds", "503"],
    load: async () => ({ http: await import("node:http"), https: await import("node:https") }),
    send:
      ({ http, https }) =>
      (u, o) =>
        new Promise((ok, no) => {
          const rq = (u.startsWith("https") ? https : http).request(
            u,
            { method: m(o), signal: sig(o), timeout: o.timeout },
            (r) => {
              let b = "";
              r.on("data", (d) => {
                b += d;
              });
              r.on("error", no);
              r.on("aborted", () => no(new Error("aborted")));
              r.on("end", () => {
                if (r.statusCode >= 300)
                  return no(
                    Object.assign(new Error(`Request failed: ${r.statusCode} ${r.statusMessage}`), {
                      statusCode: r.statusCode,
                      headers: r.headers,
                    }),
                  );
                try {
                  ok(JSON.parse(b));
                } catch (e) {
                  no(e);
                }
              });
            },
          );
          rq.on("timeout", () => rq.destroy(new Error("request timed out")));
          rq.on("error", no);
          rq.end(o.write ? "{}" : undefined);
        }),
  },
});
function fetchLike(f, style) {
  return async (u, o) => {
    const r = await f(u, {
      method: m(o),
      headers: o.write ? { "content-type": "application/json" } : {},
      body: o.write ? JSON.stringify(bodyOf(o)) : undefined,
      signal: o.timeout ? AbortSignal.timeout(o.timeout) : sig(o),
    });
    if (!r.ok) {
      if (style === "returned") return returned(r);
      if (style === "response")
        throw Object.assign(new Error(`HTTP ${r.status} ${r.statusText}`), { response: r });
      if (style === "message")
        throw new Error(`Request failed with status ${r.status} ${r.statusText}`.trim());
      throw Object.assign(new Error(`HTTP ${r.status}: ${(await r.text()).slice(0, 200)}`), {
        status: r.status,
        headers: r.headers,
      });
    }
    return r.json();
  };
}
