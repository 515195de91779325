// WebSocket handshakes and closes, by ws on both sides

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
const client = "ws",
  base = {
    client,
    version: versionOf(client),
    load: () => import("ws"),
    call: "write",
    limit: 15000,
  };
const dial = (m, url, o = {}) =>
  new Promise((_ok, no) => {
    const w = new m.WebSocket(url, o);
    w.on("error", no);
    w.on("close", (code, reason) =>
      no({ type: "close", code, reason: String(reason), wasClean: code !== 1006 }),
    );
    w.on("open", () => w.send('{"do":1}'));
  });
const closer = (env, m, code, reason) =>
  env.memo(`ws${code}`, async () => {
    const s = new m.WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((r) => s.on("listening", r));
    s.on("connection", (c) =>
      c.on("message", () => {
        if (code === "drop") c.terminate();
        else c.close(code, reason);
      }),
    );
    env.onClose(() => {
      for (const c of s.clients) c.terminate();
      s.close();
    });
    return s.address().port;
  });
for (const [s, label] of [
  [401, HTTP[401]],
  [403, HTTP[403]],
  [404, HTTP[404]],
  [429, A.rate("429")],
  [500, HTTP[500]],
  [503, HTTP[503]],
])
  cases.push({
    ...base,
    id: `ws/handshake-${s}`,
    how: `upgrade answered ${s}`,
    label,
    run: async (env, m) => dial(m, (await env.http({ status: s })).replace("http", "ws")),
  });
const CLOSES = [
  [1001, "going away", A.unknownOutcome("peer goes away", [["upstream", "transient", true]])],
  [1003, "text only", A.invalid("unsupported data", [["upstream", "forbidden", false]])],
  [1007, "bad utf8", A.invalid("invalid payload")],
  [
    1008,
    "policy",
    A.auth("policy violation", [
      ["invalid_args", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
  ],
  [1009, "too big", A.invalid("message too big")],
  [1011, "boom", A.unknownOutcome("internal error of the peer")],
  [1012, "restart", A.unknownOutcome("service restart", [["upstream", "transient", true]])],
  [1013, "later", A.notSent("try again later")],
  [4401, "Unauthorized", A.auth("4401")],
  [4403, "Forbidden", A.auth("4403")],
  [4429, "Too many", A.rate("4429")],
];
for (const [code, reason, label] of CLOSES)
  cases.push({
    ...base,
    id: `ws/close-${code}`,
    how: `closed with ${code}`,
    label,
    expect: (e) => e.code === code,
    run: async (env, m) => dial(m, `ws://127.0.0.1:${await closer(env, m, code, reason)}`),
  });
cases.push(
  {
    ...base,
    id: "ws/close-1006",
    how: "connection dropped",
    label: A.unknownOutcome("abnormal closure"),
    expect: (e) => e.code === 1006,
    run: async (env, m) => dial(m, `ws://127.0.0.1:${await closer(env, m, "drop")}`),
  },
  {
    ...base,
    id: "ws/refused",
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => dial(m, `ws://127.0.0.1:${await env.closedPort()}`),
  },
  {
    ...base,
    id: "ws/handshake-timeout",
    how: "handshakeTimeout 200",
    label: L("timeout", "transient", true, "no handshake: nothing sent", {
      accept: [["timeout", "transient", IDEM]],
    }),
    run: async (env, m) =>
      dial(m, (await env.http({ fault: "slow" })).replace("http", "ws"), { handshakeTimeout: 200 }),
  },
  {
    ...base,
    id: "ws/not-open",
    how: "send on a closed socket",
    label: A.notSent("WebSocket is not open", [
      ["internal", "malformed-args", false],
      ["upstream", "transient", IDEM],
    ]),
    run: async (env, m) => {
      const port = await closer(env, m, 1001, "x");
      const w = new m.WebSocket(`ws://127.0.0.1:${port}`);
      w.on("error", () => {});
      await new Promise((r) => w.on("open", r));
      w.terminate();
      await new Promise((r) => w.on("close", r));
      await new Promise((ok, no) => w.send("x", (e) => (e ? no(e) : ok())));
    },
  },
  {
    ...base,
    id: "ws/connecting",
    how: "send before open",
    label: A.internal("the tool did not wait", [["upstream", "transient", true]]),
    run: async (env, m) => {
      const w = new m.WebSocket(`ws://127.0.0.1:${await closer(env, m, 1001, "x")}`);
      w.on("error", () => {});
      try {
        w.send("x");
      } finally {
        w.terminate();
      }
    },
  },
  {
    ...base,
    id: "ws/max-payload",
    how: "message over maxPayload",
    label: A.invalid("too big", [["upstream", "forbidden", false]]),
    run: async (env, m) => {
      const port = await env.memo("wsbig", async () => {
        const s = new m.WebSocketServer({ host: "127.0.0.1", port: 0 });
        await new Promise((r) => s.on("listening", r));
        s.on("connection", (c) => c.send("x".repeat(5000)));
        env.onClose(() => {
          for (const c of s.clients) c.terminate();
          s.close();
        });
        return s.address().port;
      });
      return new Promise((_, no) => {
        const w = new m.WebSocket(`ws://127.0.0.1:${port}`, { maxPayload: 100 });
        w.on("error", no);
      });
    },
  },
);
