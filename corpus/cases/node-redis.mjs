import { versionOf } from "../lib/case.mjs";
import { A, NET } from "../lib/labels.mjs";
export const cases = [];
// node-redis
{
  const client = "redis",
    base = {
      client,
      version: versionOf(client),
      load: () => import("redis"),
      call: "write",
      limit: 15000,
    };
  const fake = (env, msg) =>
    env.memo(`noderedis${msg}`, () =>
      env.tcp((s) =>
        s.on("data", (d) => {
          for (const cmd of String(d).split(/(?=\*\d+\r\n)/)) {
            const w = (cmd.split("\r\n")[2] ?? "").toUpperCase();
            if (!cmd.startsWith("*")) continue;
            if (w === "HELLO") s.write("-ERR unknown command HELLO\r\n");
            else if (["CLIENT", "AUTH", "SELECT", "INFO"].includes(w)) s.write("+OK\r\n");
            else if (msg === "!hangup") s.destroy();
            else if (msg !== "!slow") s.write(`-${msg}\r\n`);
          }
        }),
      ),
    );
  const run = async (m, port, o = {}) => {
    const c = m.createClient({
      RESP: 2,
      socket: { host: "127.0.0.1", port, reconnectStrategy: false, connectTimeout: 8000 },
      ...o,
    });
    c.on("error", () => {});
    try {
      await c.connect();
      return await c.set("k", "v");
    } finally {
      try {
        c.destroy();
      } catch {}
    }
  };
  const R = {
    WRONGTYPE: [
      "WRONGTYPE Operation against a key holding the wrong kind of value",
      A.invalid("wrong kind", [["conflict", "malformed-args", false]]),
    ],
    NOAUTH: ["NOAUTH Authentication required.", A.auth("NOAUTH")],
    OOM: [
      "OOM command not allowed when used memory > 'maxmemory'.",
      A.notSent("OOM", [["upstream", "forbidden", false]]),
    ],
    LOADING: ["LOADING Redis is loading the dataset in memory", A.notSent("LOADING")],
    MOVED: ["MOVED 3999 127.0.0.1:6381", A.notSent("MOVED", [["upstream", "forbidden", false]])],
    CROSSSLOT: ["CROSSSLOT Keys in request don't hash to the same slot", A.invalid("CROSSSLOT")],
    READONLY: [
      "READONLY You can't write against a read only replica.",
      A.futile("replica", [["auth", "forbidden", false]]),
    ],
    BUSYGROUP: ["BUSYGROUP Consumer Group name already exists", A.conflict("BUSYGROUP")],
    ERR: ["ERR value is not an integer or out of range", A.invalid("ERR")],
  };
  for (const [k, [msg, label]] of Object.entries(R))
    cases.push({
      ...base,
      id: `redis/${k}`,
      how: `RESP error -${k}`,
      label,
      expect: (e) => e.message.startsWith(msg.split(" ")[0]),
      run: async (env, m) => run(m, await fake(env, msg)),
    });
  cases.push(
    {
      ...base,
      id: "redis/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => run(m, await env.closedPort()),
    },
    {
      ...base,
      id: "redis/hangup",
      how: "server closes after the command",
      label: A.unknownOutcome("reply lost"),
      run: async (env, m) => run(m, await fake(env, "!hangup")),
    },
    {
      ...base,
      id: "redis/closed",
      how: "command on a client that never connected",
      label: A.notSent("The client is closed", [["internal", "malformed-args", false]]),
      run: async (_env, m) => m.createClient().set("k", "v"),
    },
  );
}
