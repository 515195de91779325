// Redis (fake RESP server), Kafka

import { versionOf } from "../lib/case.mjs";
import { A, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
// ---------- redis ----------
const RESP = {
  LOADING: [
    "LOADING Redis is loading the dataset in memory",
    A.notSent("still loading: command not executed"),
  ],
  BUSY: [
    "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
    A.notSent("busy: command not executed"),
  ],
  READONLY: [
    "READONLY You can't write against a read only replica.",
    L("upstream", "forbidden", false, "write sent to a replica", {
      accept: [
        ["auth", "forbidden", false],
        ["upstream", "transient", true],
        ["upstream", "transient", IDEM],
      ],
    }),
  ],
  NOAUTH: ["NOAUTH Authentication required.", A.auth("NOAUTH")],
  WRONGPASS: ["WRONGPASS invalid username-password pair or user is disabled.", A.auth("WRONGPASS")],
  NOPERM: ["NOPERM User default has no permissions to run the 'get' command", A.auth("NOPERM")],
  WRONGTYPE: [
    "WRONGTYPE Operation against a key holding the wrong kind of value",
    A.invalid("wrong kind of key for this command", [["conflict", "malformed-args", false]]),
  ],
  OOM: [
    "OOM command not allowed when used memory > 'maxmemory'.",
    L("upstream", "transient", true, "out of memory: not executed; may clear with eviction", {
      accept: [
        ["upstream", "forbidden", false],
        ["upstream", "transient", IDEM],
        ["rate_limited", "transient", true],
      ],
    }),
  ],
  ERR_SYNTAX: ["ERR syntax error", A.invalid("ERR syntax")],
  ERR_NOINT: ["ERR value is not an integer or out of range", A.invalid("ERR not an integer")],
  ERR_UNKNOWN: [
    "ERR unknown command 'FOO', with args beginning with: ",
    A.invalid("unknown command", [
      ["unknown_tool", "malformed-args", false],
      ["not_found", "not-found", false],
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
  ],
  MASTERDOWN: [
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    A.notSent("replica cut off"),
  ],
  CLUSTERDOWN: ["CLUSTERDOWN The cluster is down", A.notSent("cluster down")],
  TRYAGAIN: ["TRYAGAIN Multiple keys request during rehashing of slot", A.notSent("resharding")],
  MISCONF: [
    "MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.",
    L("upstream", "forbidden", false, "writes disabled until an operator acts", {
      accept: [
        ["upstream", "transient", true],
        ["corrupt_state", "corrupt-state", false],
        ["upstream", "transient", IDEM],
      ],
    }),
  ],
  NOSCRIPT: [
    "NOSCRIPT No matching script. Please use EVAL.",
    A.notFound("script not loaded", [["internal", "malformed-args", false]]),
  ],
  EXECABORT: [
    "EXECABORT Transaction discarded because of previous errors.",
    A.invalid("a queued command was wrong", [
      ["conflict", "malformed-args", false],
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
  ],
};
const fakeRedis = (env, msg) =>
  env.memo(`redis${msg}`, () =>
    env.tcp((s) =>
      s.on("data", (d) => {
        for (const cmd of String(d).split(/(?=\*\d+\r\n)/)) {
          if (!cmd.startsWith("*")) continue;
          const w = (cmd.split("\r\n")[2] ?? "").toUpperCase();
          if (w === "HELLO") s.write("-ERR unknown command HELLO\r\n");
          else if (["CLIENT", "AUTH", "SELECT", "INFO", "COMMAND"].includes(w)) s.write("+OK\r\n");
          else if (msg === "!hangup") s.destroy();
          else if (msg === "!slow") {
            /* silence */
          } else s.write(`-${msg}\r\n`);
        }
      }),
    ),
  );
{
  const base = {
    client: "ioredis",
    version: versionOf("ioredis"),
    load: () => import("ioredis"),
    call: "write",
  };
  const mk = (m, port, o = {}) => {
    const c = new m.Redis({
      host: "127.0.0.1",
      port,
      enableReadyCheck: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      lazyConnect: false,
      ...o,
    });
    c.on("error", () => {});
    return c;
  };
  for (const [k, [msg, label]] of Object.entries(RESP))
    cases.push({
      ...base,
      id: `ioredis/${k}`,
      how: `RESP error -${k}`,
      label,
      expect: (e) => e.message.startsWith(msg.split(" ")[0]),
      run: async (env, m) => {
        const c = mk(m, await fakeRedis(env, msg));
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    });
  cases.push(
    {
      ...base,
      id: "ioredis/refused",
      how: "closed port, maxRetriesPerRequest 0: MaxRetriesPerRequestError or connection is closed",
      label: L("upstream", "transient", true, "never connected", {
        accept: [["upstream", "transient", IDEM]],
      }),
      run: async (env, m) => {
        const c = mk(m, await env.closedPort());
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/refused-connect",
      how: "explicit connect() on a closed port",
      label: NET.refused,
      run: async (env, m) => {
        const c = mk(m, await env.closedPort(), { lazyConnect: true });
        let last;
        c.on("error", (e) => {
          last = e;
        });
        try {
          await c.connect();
        } catch (e) {
          throw last ?? e;
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/maxretries",
      how: "MaxRetriesPerRequestError",
      label: L("upstream", "transient", true, "gave up after reconnects", {
        accept: [
          ["upstream", "transient", IDEM],
          ["upstream", "forbidden", false],
        ],
      }),
      run: async (env, m) => {
        const c = mk(m, await env.closedPort(), {
          maxRetriesPerRequest: 1,
          retryStrategy: () => 20,
        });
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/offline-queue-off",
      how: "enableOfflineQueue false",
      label: L("upstream", "transient", true, "Stream isn't writeable: not sent", {
        accept: [
          ["upstream", "transient", IDEM],
          ["internal", "malformed-args", false],
        ],
      }),
      run: async (env, m) => {
        const c = mk(m, await env.closedPort(), {
          enableOfflineQueue: false,
          retryStrategy: () => 500,
        });
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/hangup",
      how: "server closes after the command",
      label: L("upstream", "transient", IDEM, "command was sent; reply lost", {
        accept: [["upstream", "transient", true]],
      }),
      run: async (env, m) => {
        const c = mk(m, await fakeRedis(env, "!hangup"));
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/commandTimeout",
      how: "commandTimeout 150",
      label: A.timeout("Command timed out"),
      run: async (env, m) => {
        const c = mk(m, await fakeRedis(env, "!slow"), { commandTimeout: 150 });
        try {
          return await c.set("k", "v");
        } finally {
          c.disconnect();
        }
      },
    },
    {
      ...base,
      id: "ioredis/disconnected-by-caller",
      how: "caller disconnects with a command in flight",
      label: A.cancelled("Connection is closed.", [
        ["upstream", "transient", true],
        ["upstream", "transient", IDEM],
        ["upstream", "forbidden", false],
      ]),
      run: async (env, m) => {
        const c = mk(m, await fakeRedis(env, "!slow"));
        const p = c.set("k", "v");
        setTimeout(() => c.disconnect(), 60);
        return p;
      },
    },
  );
}
// ---------- kafkajs ----------
{
  const base = {
    client: "kafkajs",
    version: versionOf("kafkajs"),
    load: () => import("kafkajs"),
    call: "write",
    limit: 8000,
  };
  const mk = (m, port, o = {}) =>
    new (m.default?.Kafka ?? m.Kafka)({
      clientId: "c",
      brokers: [`127.0.0.1:${port}`],
      logLevel: 0,
      connectionTimeout: 3000,
      requestTimeout: 300,
      retry: { retries: 0, initialRetryTime: 20 },
      ...o,
    });
  cases.push(
    {
      ...base,
      id: "kafkajs/refused",
      how: "closed port: KafkaJSNumberOfRetriesExceeded around KafkaJSConnectionError",
      label: NET.refused,
      run: async (env, m) => {
        const p = mk(m, await env.closedPort()).producer();
        await p.connect();
      },
    },
    {
      ...base,
      id: "kafkajs/timeout",
      how: "mute broker",
      label: L("timeout", "transient", true, "connection timeout: nothing produced", {
        accept: [
          ["timeout", "transient", IDEM],
          ["upstream", "transient", true],
          ["upstream", "transient", IDEM],
        ],
      }),
      run: async (env, m) => {
        const p = mk(m, await env.tcp(() => {})).admin();
        await p.connect();
        await p.listTopics();
      },
    },
    {
      ...base,
      id: "kafkajs/invalid-arg",
      how: "send without messages: KafkaJSNonRetriableError",
      label: A.invalid("Invalid messages array", [
        ["internal", "malformed-args", false],
        ["upstream", "forbidden", false],
      ]),
      run: async (_env, m) => {
        const p = mk(m, 1).producer();
        await p.send({ topic: "", messages: [{ value: "x" }] });
      },
    },
    {
      ...base,
      id: "kafkajs/disconnected",
      how: "send before connect",
      label: A.internal("The producer is disconnected: the tool's own bug", [
        ["upstream", "transient", true],
        ["upstream", "transient", IDEM],
      ]),
      run: async (env, m) => {
        const p = mk(m, await env.closedPort()).producer();
        await p.send({ topic: "t", messages: [{ value: "x" }] });
      },
    },
  );
}
