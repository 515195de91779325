import { versionOf } from "../lib/case.mjs";
import { A, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
// MongoDB
{
  const client = "mongodb",
    base = {
      client,
      version: versionOf(client),
      load: () => import("mongodb"),
      call: "write",
      limit: 15000,
    };
  const E = (id, how, label, make) => ({
    ...base,
    id: `mongodb/${id}`,
    how,
    label,
    run: async (_env, m) => {
      throw make(m);
    },
  });
  const srv = (o) => (m) => new m.MongoServerError({ ok: 0, ...o });
  cases.push(
    {
      ...base,
      id: "mongodb/refused",
      how: "closed port: MongoServerSelectionError",
      label: NET.refused,
      run: async (env, m) => {
        const c = new m.MongoClient(`mongodb://127.0.0.1:${await env.closedPort()}/d`, {
          serverSelectionTimeoutMS: 300,
        });
        try {
          return await c.db("d").collection("t").insertOne({ a: 1 });
        } finally {
          c.close().catch(() => {});
        }
      },
    },
    {
      ...base,
      id: "mongodb/bad-uri",
      how: "MongoParseError",
      label: A.futile("connection string", [
        ["invalid_args", "malformed-args", false],
        ["internal", "malformed-args", false],
      ]),
      run: async (_env, m) => new m.MongoClient("mongodb://"),
    },
    {
      ...base,
      id: "mongodb/closed",
      how: "operation after close()",
      label: A.internal("client closed by the tool", [["upstream", "transient", true]]),
      run: async (env, m) => {
        const c = new m.MongoClient(`mongodb://127.0.0.1:${await env.closedPort()}/d`, {
          serverSelectionTimeoutMS: 200,
        });
        await c.connect().catch(() => {});
        await c.close();
        return c.db("d").collection("t").insertOne({ a: 1 });
      },
    },
    E(
      "11000",
      "duplicate key",
      A.conflict("E11000"),
      srv({
        code: 11000,
        codeName: "DuplicateKey",
        errmsg: "E11000 duplicate key error collection: d.t index: _id_",
      }),
    ),
    E(
      "112-label",
      "WriteConflict labelled TransientTransactionError",
      A.locked("rolled back"),
      srv({
        code: 112,
        codeName: "WriteConflict",
        errmsg: "WriteConflict",
        errorLabels: ["TransientTransactionError"],
      }),
    ),
    E(
      "RetryableWriteError",
      "NotWritablePrimary labelled",
      A.notSent("not primary", [["upstream", "transient", IDEM]]),
      srv({
        code: 10107,
        codeName: "NotWritablePrimary",
        errmsg: "not primary",
        errorLabels: ["RetryableWriteError"],
      }),
    ),
    E(
      "UnknownTransactionCommitResult",
      "commit of unknown result",
      A.unknownOutcome("commit may have happened"),
      srv({
        code: 64,
        codeName: "WriteConcernFailed",
        errmsg: "waiting for replication timed out",
        errorLabels: ["UnknownTransactionCommitResult"],
      }),
    ),
    E(
      "50",
      "MaxTimeMSExpired",
      A.timeout("maxTimeMS", [["timeout", "transient", true]]),
      srv({ code: 50, codeName: "MaxTimeMSExpired", errmsg: "operation exceeded time limit" }),
    ),
    E(
      "13",
      "Unauthorized",
      A.auth("13"),
      srv({ code: 13, codeName: "Unauthorized", errmsg: "command insert requires authentication" }),
    ),
    E(
      "18",
      "AuthenticationFailed",
      A.auth("18"),
      srv({ code: 18, codeName: "AuthenticationFailed", errmsg: "Authentication failed." }),
    ),
    E(
      "121",
      "DocumentValidationFailure",
      A.invalid("121"),
      srv({
        code: 121,
        codeName: "DocumentValidationFailure",
        errmsg: "Document failed validation",
      }),
    ),
    E(
      "26",
      "NamespaceNotFound",
      A.notFound("26"),
      srv({ code: 26, codeName: "NamespaceNotFound", errmsg: "ns not found" }),
    ),
    E(
      "2",
      "BadValue",
      A.invalid("2"),
      srv({ code: 2, codeName: "BadValue", errmsg: "unknown operator: $foo" }),
    ),
    E(
      "91",
      "ShutdownInProgress",
      A.unknownOutcome("91", [["upstream", "transient", true]]),
      srv({ code: 91, codeName: "ShutdownInProgress", errmsg: "shutting down" }),
    ),
    E(
      "14031",
      "OutOfDiskSpace",
      A.futile("14031"),
      srv({ code: 14031, codeName: "OutOfDiskSpace", errmsg: "no space" }),
    ),
    E(
      "network",
      "MongoNetworkError",
      A.unknownOutcome("connection closed"),
      (m) => new m.MongoNetworkError("connection 3 to 127.0.0.1:27017 closed"),
    ),
    E(
      "network-timeout",
      "MongoNetworkTimeoutError",
      A.timeout("socket time-out"),
      (m) => new m.MongoNetworkTimeoutError("connection 3 to 127.0.0.1:27017 timed out"),
    ),
  );
}
