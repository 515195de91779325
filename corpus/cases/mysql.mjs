import { versionOf } from "../lib/case.mjs";
import { A, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
// mysql2
{
  const client = "mysql2",
    base = {
      client,
      version: versionOf(client),
      load: () => import("mysql2/promise"),
      call: "write",
      limit: 15000,
    };
  const packet = (seq, payload) => {
    const h = Buffer.alloc(4);
    h.writeUIntLE(payload.length, 0, 3);
    h[3] = seq;
    return Buffer.concat([h, payload]);
  };
  const greeting = packet(
    0,
    Buffer.concat([
      Buffer.from([10]),
      Buffer.from("8.4.0\0"),
      Buffer.from([1, 0, 0, 0]),
      Buffer.from("abcdefgh\0"),
      Buffer.from([0xff, 0xf7, 0xff, 2, 0, 0xff, 0xdf, 21]),
      Buffer.alloc(10),
      Buffer.from("ijklmnopqrst\0"),
      Buffer.from("mysql_native_password\0"),
    ]),
  );
  const ok = (seq) => packet(seq, Buffer.from([0, 0, 0, 2, 0, 0, 0]));
  const fail = (seq, errno, state, message) => {
    const n = Buffer.alloc(3);
    n[0] = 0xff;
    n.writeUInt16LE(errno, 1);
    return packet(seq, Buffer.concat([n, Buffer.from(`#${state}${message}`)]));
  };
  const server = (env, at, errno, state, message) =>
    env.memo(`mysql${at}${errno}`, () =>
      env.tcp((s) => {
        if (at === "mute") return;
        if (at === "greet") return void s.end(fail(0, errno, state, message));
        s.write(greeting);
        let authed = false;
        s.on("data", (d) => {
          if (!authed) {
            authed = true;
            s.write(at === "auth" ? fail(d[3] + 1, errno, state, message) : ok(d[3] + 1));
          } else if (d[4] === 3) {
            if (at === "hangup") s.destroy();
            else if (at !== "slow") s.write(fail(1, errno, state, message));
          } else if (d[4] === 1) s.end();
        });
      }),
    );
  const run = async (m, port, o = {}, q = {}) => {
    const c = await m.createConnection({
      host: "127.0.0.1",
      port,
      user: "u",
      password: "p",
      connectTimeout: 8000,
      ...o,
    });
    c.on?.("error", () => {});
    try {
      return await c.query({ sql: "insert into t values (1)", ...q });
    } finally {
      c.destroy();
    }
  };
  const Q = {
    ER_DUP_ENTRY: [
      1062,
      "23000",
      "Duplicate entry '1' for key 'PRIMARY'",
      A.conflict("unique violation"),
    ],
    ER_LOCK_DEADLOCK: [
      1213,
      "40001",
      "Deadlock found when trying to get lock; try restarting transaction",
      A.locked("deadlock victim"),
    ],
    ER_LOCK_WAIT_TIMEOUT: [
      1205,
      "HY000",
      "Lock wait timeout exceeded; try restarting transaction",
      A.locked("lock wait", { accept: [["timeout", "transient", true]] }),
    ],
    ER_NO_SUCH_TABLE: [
      1146,
      "42S02",
      "Table 'd.t' doesn't exist",
      A.notFound("no such table", [["invalid_args", "malformed-args", false]]),
    ],
    ER_PARSE_ERROR: [1064, "42000", "You have an error in your SQL syntax", A.invalid("syntax")],
    ER_BAD_FIELD_ERROR: [
      1054,
      "42S22",
      "Unknown column 'x' in 'field list'",
      A.invalid("unknown column"),
    ],
    ER_DATA_TOO_LONG: [1406, "22001", "Data too long for column 'a'", A.invalid("too long")],
    ER_NO_REFERENCED_ROW_2: [
      1452,
      "23000",
      "Cannot add or update a child row",
      A.invalid("foreign key", [
        ["conflict", "malformed-args", false],
        ["not_found", "not-found", false],
      ]),
    ],
    ER_BAD_NULL_ERROR: [1048, "23000", "Column 'a' cannot be null", A.invalid("not null")],
    ER_TABLEACCESS_DENIED_ERROR: [
      1142,
      "42000",
      "INSERT command denied to user",
      A.auth("no grant"),
    ],
    ER_OPTION_PREVENTS_STATEMENT: [
      1290,
      "HY000",
      "The MySQL server is running with the --read-only option",
      A.auth("read only", [
        ["upstream", "forbidden", false],
        ["upstream", "transient", true],
      ]),
    ],
    ER_QUERY_TIMEOUT: [
      3024,
      "HY000",
      "Query execution was interrupted, maximum statement execution time exceeded",
      L("timeout", "transient", true, "stopped by the server", {
        accept: [["timeout", "transient", IDEM]],
      }),
    ],
    ER_SERVER_SHUTDOWN: [
      1053,
      "08S01",
      "Server shutdown in progress",
      A.unknownOutcome("shutdown", [["upstream", "transient", true]]),
    ],
    ER_USER_LIMIT_REACHED: [
      1226,
      "42000",
      "User 'u' has exceeded the 'max_questions' resource",
      A.rate("per hour limit", undefined, {
        accept: [
          ["quota_exhausted", "forbidden", false],
          ["upstream", "transient", true],
        ],
      }),
    ],
    ER_DISK_FULL: [
      1021,
      "HY000",
      "Disk full; waiting for someone to free some space...",
      A.futile("disk full"),
    ],
    ER_CRASHED_ON_USAGE: [
      1194,
      "HY000",
      "Table 't' is marked as crashed and should be repaired",
      A.corrupt("damaged table"),
    ],
  };
  for (const [k, [errno, state, message, label]] of Object.entries(Q))
    cases.push({
      ...base,
      id: `mysql2/${k}`,
      how: `server answers ERR ${errno}`,
      label,
      expect: (e) => e.errno === errno,
      run: async (env, m) => run(m, await server(env, "query", errno, state, message)),
    });
  cases.push(
    {
      ...base,
      id: "mysql2/ER_ACCESS_DENIED_ERROR",
      how: "ERR 1045 to the handshake",
      label: A.auth("wrong password"),
      run: async (env, m) =>
        run(m, await server(env, "auth", 1045, "28000", "Access denied for user 'u'@'localhost'")),
    },
    {
      ...base,
      id: "mysql2/ER_CON_COUNT_ERROR",
      how: "ERR 1040 as greeting",
      label: A.notSent("too many connections", [["rate_limited", "transient", true]]),
      run: async (env, m) =>
        run(m, await server(env, "greet", 1040, "08004", "Too many connections")),
    },
    {
      ...base,
      id: "mysql2/ER_BAD_DB_ERROR",
      how: "ERR 1049 to the handshake",
      label: A.notFound("unknown database", [["auth", "forbidden", false]]),
      run: async (env, m) =>
        run(m, await server(env, "auth", 1049, "42000", "Unknown database 'nope'")),
    },
    {
      ...base,
      id: "mysql2/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => run(m, await env.closedPort()),
    },
    {
      ...base,
      id: "mysql2/hangup",
      how: "socket closed after the query: PROTOCOL_CONNECTION_LOST",
      label: A.unknownOutcome("reply lost"),
      run: async (env, m) => run(m, await server(env, "hangup")),
    },
    {
      ...base,
      id: "mysql2/connect-timeout",
      how: "server that never greets",
      label: L("timeout", "transient", true, "no greeting: nothing sent", {
        accept: [
          ["timeout", "transient", IDEM],
          ["upstream", "transient", true],
        ],
      }),
      run: async (env, m) => run(m, await server(env, "mute"), { connectTimeout: 300 }),
    },
    {
      ...base,
      id: "mysql2/query-timeout",
      how: "query timeout: PROTOCOL_SEQUENCE_TIMEOUT",
      label: A.timeout("the statement may still run"),
      run: async (env, m) => run(m, await server(env, "slow"), {}, { timeout: 300 }),
    },
    {
      ...base,
      id: "mysql2/pool-queue",
      how: "pool with a full queue",
      label: A.notSent("queue limit reached", [
        ["rate_limited", "transient", true],
        ["internal", "malformed-args", false],
      ]),
      run: async (env, m) => {
        const p = m.createPool({
          host: "127.0.0.1",
          port: await server(env, "slow"),
          user: "u",
          password: "p",
          connectionLimit: 1,
          queueLimit: 1,
        });
        for (let taken = 0; taken < 2; taken++) p.query("select 1").catch(() => {});
        try {
          return await p.query("select 1");
        } finally {
          p.end().catch(() => {});
        }
      },
    },
  );
}
