import { describe, expect, it } from "vitest";
import { classify } from "../../src/classify.ts";
import { failure } from "./values.ts";

/** `type`, or `type/class` where it is not the usual one, and `?` for an unknown outcome. */
function short(value: unknown): string {
  const { errorType, errorClass, outcome } = classify(value);
  const futile = errorType === "upstream" && errorClass === "forbidden" ? "/forbidden" : "";
  return `${errorType}${futile}${outcome === "unknown" ? "?" : ""}`;
}

const table = (
  title: string,
  rows: readonly (readonly [unknown, string])[],
  make: (value: never) => unknown,
): void => {
  describe(title, () => {
    it.each(rows)("%j is %s", (value, expected) => {
      expect(short(make(value as never))).toBe(expected);
    });
  });
};

table(
  "an HTTP status",
  [
    [400, "invalid_args"],
    [401, "auth"],
    [402, "quota_exhausted"],
    [403, "auth"],
    [404, "not_found"],
    [405, "invalid_args"],
    [407, "auth"],
    [408, "timeout"],
    [409, "conflict"],
    [410, "not_found"],
    [412, "conflict"],
    [413, "invalid_args"],
    [422, "invalid_args"],
    [423, "upstream"],
    [425, "upstream"],
    [429, "rate_limited"],
    [451, "auth"],
    [499, "cancelled?"],
    [500, "upstream?"],
    [501, "upstream/forbidden"],
    [502, "upstream?"],
    [503, "upstream?"],
    [504, "upstream?"],
    [520, "upstream?"],
    [521, "upstream"],
    [524, "timeout?"],
    [526, "upstream/forbidden"],
    [529, "upstream"],
  ],
  (status) => failure({ status }),
);

table(
  "a gRPC status",
  [
    [1, "cancelled?"],
    [2, "upstream?"],
    [3, "invalid_args"],
    [4, "timeout?"],
    [5, "not_found"],
    [6, "conflict"],
    [7, "auth"],
    [8, "rate_limited"],
    [9, "conflict"],
    [10, "upstream"],
    [11, "invalid_args"],
    [12, "upstream/forbidden"],
    [13, "upstream?"],
    [14, "upstream?"],
    [15, "corrupt_state?"],
    [16, "auth"],
  ],
  (code) => failure({ code, details: "x", metadata: {} }),
);

table(
  "a JSON-RPC code",
  [
    [-32700, "internal?"],
    [-32600, "invalid_args"],
    [-32601, "unknown_tool"],
    [-32602, "invalid_args"],
    [-32603, "upstream?"],
    [-32000, "upstream?"],
    [-32001, "timeout?"],
    [-32002, "not_found"],
  ],
  (code) => failure({ name: "McpError", code }),
);

table(
  "a code of node",
  [
    ["ECONNREFUSED", "upstream"],
    ["ENOTFOUND", "upstream"],
    ["EAI_AGAIN", "upstream"],
    ["ECONNRESET", "upstream?"],
    ["EPIPE", "upstream?"],
    ["ETIMEDOUT", "timeout?"],
    ["ENOENT", "not_found"],
    ["EACCES", "auth"],
    ["EPERM", "auth"],
    ["EROFS", "auth"],
    ["EEXIST", "conflict"],
    ["ENOTEMPTY", "conflict"],
    ["EISDIR", "invalid_args"],
    ["ENAMETOOLONG", "invalid_args"],
    ["ENOSPC", "upstream/forbidden"],
    ["EMFILE", "upstream"],
    ["EBADF", "internal?"],
    ["EPROTO", "upstream/forbidden"],
    ["ERR_INVALID_URL", "invalid_args"],
    ["ERR_STREAM_PREMATURE_CLOSE", "upstream?"],
    ["ABORT_ERR", "cancelled?"],
    ["UND_ERR_CONNECT_TIMEOUT", "timeout"],
    ["UND_ERR_HEADERS_TIMEOUT", "timeout?"],
    ["CERT_HAS_EXPIRED", "upstream/forbidden"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "upstream/forbidden"],
  ],
  (code) => failure({ code }),
);

table(
  "a SQLSTATE",
  [
    ["02000", "empty_result"],
    ["08001", "upstream"],
    ["08006", "upstream?"],
    ["0A000", "upstream/forbidden"],
    ["22P02", "invalid_args"],
    ["23502", "invalid_args"],
    ["23503", "invalid_args"],
    ["23505", "conflict"],
    ["25006", "auth"],
    ["28P01", "auth"],
    ["3D000", "not_found"],
    ["40001", "upstream"],
    ["40003", "upstream?"],
    ["40P01", "upstream"],
    ["42501", "auth"],
    ["42601", "invalid_args"],
    ["42P01", "not_found"],
    ["42P07", "conflict"],
    ["53100", "upstream/forbidden"],
    ["53300", "upstream"],
    ["55P03", "upstream"],
    ["57014", "timeout"],
    ["57P01", "upstream?"],
    ["57P03", "upstream"],
    ["XX000", "upstream?"],
    ["XX001", "corrupt_state?"],
    ["XX002", "corrupt_state?"],
  ],
  (code) => failure({ name: "error", code, severity: "ERROR" }),
);

table(
  "a MySQL code",
  [
    ["ER_DUP_ENTRY", "conflict"],
    ["ER_LOCK_DEADLOCK", "upstream"],
    ["ER_ACCESS_DENIED_ERROR", "auth"],
    ["ER_NO_SUCH_TABLE", "not_found"],
    ["ER_PARSE_ERROR", "invalid_args"],
    ["ER_CON_COUNT_ERROR", "upstream"],
    ["ER_QUERY_TIMEOUT", "timeout"],
    ["ER_CRASHED_ON_USAGE", "corrupt_state?"],
    ["PROTOCOL_CONNECTION_LOST", "upstream?"],
  ],
  (code) => failure({ code, errno: 1, sqlState: "HY000" }),
);

table(
  "a SQLite code",
  [
    ["SQLITE_BUSY", "upstream"],
    ["SQLITE_LOCKED_SHAREDCACHE", "upstream"],
    ["SQLITE_CONSTRAINT_UNIQUE", "conflict"],
    ["SQLITE_CONSTRAINT_NOTNULL", "invalid_args"],
    ["SQLITE_READONLY", "auth"],
    ["SQLITE_CORRUPT", "corrupt_state?"],
    ["SQLITE_NOTADB", "corrupt_state?"],
    ["SQLITE_FULL", "upstream/forbidden"],
    ["SQLITE_CANTOPEN", "not_found"],
  ],
  (code) => failure({ code }),
);

table(
  "a MongoDB code",
  [
    [11000, "conflict"],
    [112, "upstream"],
    [13, "auth"],
    [18, "auth"],
    [26, "not_found"],
    [50, "timeout?"],
    [91, "upstream?"],
    [121, "invalid_args"],
    [10107, "upstream"],
  ],
  (code) => failure({ name: "MongoServerError", code }),
);

table(
  "a Redis reply",
  [
    ["LOADING Redis is loading", "upstream"],
    ["BUSY a script", "upstream"],
    ["READONLY You can't write", "upstream/forbidden"],
    ["NOAUTH Authentication required.", "auth"],
    ["WRONGPASS invalid", "auth"],
    ["WRONGTYPE Operation", "invalid_args"],
    ["OOM command not allowed", "upstream"],
    ["MOVED 3999 127.0.0.1:6381", "upstream"],
    ["BUSYGROUP exists", "conflict"],
    ["NOSCRIPT No matching script", "not_found"],
    ["ERR syntax error", "invalid_args"],
    ["ERR max number of clients reached", "upstream"],
  ],
  (message) => failure({ name: "ReplyError" }, message),
);

table(
  "a Prisma code",
  [
    ["P1001", "upstream"],
    ["P1010", "auth"],
    ["P2002", "conflict"],
    ["P2003", "invalid_args"],
    ["P2024", "timeout"],
    ["P2025", "not_found"],
    ["P2034", "upstream"],
    ["P6003", "quota_exhausted"],
  ],
  (code) => failure({ name: "PrismaClientKnownRequestError", code, clientVersion: "6" }),
);

table(
  "a Kafka type",
  [
    ["UNKNOWN_TOPIC_OR_PARTITION", "not_found"],
    ["LEADER_NOT_AVAILABLE", "upstream"],
    ["REQUEST_TIMED_OUT", "timeout?"],
    ["TOPIC_AUTHORIZATION_FAILED", "auth"],
    ["MESSAGE_TOO_LARGE", "invalid_args"],
    ["THROTTLING_QUOTA_EXCEEDED", "rate_limited"],
    ["TOPIC_ALREADY_EXISTS", "conflict"],
  ],
  (type) => failure({ name: "KafkaJSProtocolError", type, code: 3, retriable: true }),
);

table(
  "an AWS name, whatever the status",
  [
    ["ThrottlingException", "rate_limited"],
    ["ProvisionedThroughputExceededException", "rate_limited"],
    ["SlowDown", "rate_limited"],
    ["TooManyRequestsException", "rate_limited"],
    ["RequestTimeout", "timeout?"],
    ["AccessDeniedException", "auth"],
    ["ExpiredToken", "auth"],
    ["ResourceNotFoundException", "not_found"],
    ["ConditionalCheckFailedException", "conflict"],
    ["TransactionConflictException", "upstream"],
    ["ServiceQuotaExceededException", "quota_exhausted"],
    ["ValidationException", "invalid_args"],
    ["InternalServerError", "upstream?"],
  ],
  (name) => failure({ name, $fault: "client", $metadata: { httpStatusCode: 400 } }),
);

table(
  "a Slack error",
  [
    ["channel_not_found", "not_found"],
    ["invalid_auth", "auth"],
    ["missing_scope", "auth"],
    ["ratelimited", "rate_limited"],
    ["msg_too_long", "invalid_args"],
    ["already_reacted", "conflict"],
    ["internal_error", "upstream?"],
    ["something_never_seen_not_found", "not_found"],
  ],
  (error) => failure({ code: "slack_webapi_platform_error", data: { ok: false, error } }),
);

table(
  "an SMTP reply",
  [
    ["421 4.3.2 Service not available", "upstream"],
    ["450 4.2.0 greylisted", "upstream"],
    ["454 4.7.0 Too many messages", "rate_limited"],
    ["535 5.7.8 Authentication credentials invalid", "auth"],
    ["550 5.1.1 User unknown", "not_found"],
    ["550 5.7.1 relaying denied", "auth"],
    ["552 5.3.4 Message too big", "invalid_args"],
    ["552 5.2.2 Mailbox full", "upstream/forbidden"],
    ["554 5.7.1 spam", "auth"],
  ],
  (response: string) =>
    failure({
      code: "EENVELOPE",
      responseCode: Number(response.slice(0, 3)),
      response,
      command: "RCPT TO",
    }),
);

table(
  "a WebSocket close code",
  [
    [1001, "upstream?"],
    [1003, "invalid_args"],
    [1006, "upstream?"],
    [1008, "auth"],
    [1011, "upstream?"],
    [1013, "upstream"],
    [1015, "upstream/forbidden"],
    [4401, "auth"],
    [4429, "rate_limited"],
  ],
  (code) => ({ type: "close", code, reason: "", wasClean: true }),
);

table(
  "a GraphQL code beside HTTP 200",
  [
    ["UNAUTHENTICATED", "auth"],
    ["FORBIDDEN", "auth"],
    ["BAD_USER_INPUT", "invalid_args"],
    ["GRAPHQL_VALIDATION_FAILED", "invalid_args"],
    ["NOT_FOUND", "not_found"],
    ["THROTTLED", "rate_limited"],
    ["RATE_LIMITED", "rate_limited"],
    ["INTERNAL_SERVER_ERROR", "upstream?"],
  ],
  (code) =>
    failure({ response: { status: 200, errors: [{ message: "x", extensions: { code } }] } }),
);

table(
  "a child process",
  [
    [{ code: 1, stderr: "" }, "empty_result"],
    [{ code: 1, stderr: "error: it broke" }, "internal?"],
    [{ code: 2, stderr: "Usage: grep" }, "invalid_args"],
    [{ code: 1, stderr: "cat: x: No such file or directory" }, "not_found"],
    [{ code: 126, stderr: "" }, "auth"],
    [{ code: 127, stderr: "" }, "not_found"],
    [{ code: 128, stderr: "Permission denied (publickey)" }, "auth"],
    [{ code: 137, stderr: "" }, "upstream?"],
    [{ code: null, killed: true, signal: "SIGTERM", stderr: "" }, "timeout?"],
    [{ code: null, killed: false, signal: "SIGSEGV", stderr: "" }, "upstream/forbidden?"],
  ],
  (fields: object) =>
    failure({ cmd: "x", stdout: "", killed: false, signal: null, ...fields }, "Command failed: x"),
);

table(
  "a text",
  [
    ["Request failed with status 404 Not Found", "not_found"],
    ["HTTP 503: busy", "upstream?"],
    ["429 Too Many Requests", "rate_limited"],
    ["Operation timed out after 100ms", "timeout?"],
    ["connect ECONNREFUSED 127.0.0.1:9999", "upstream"],
    ["fetch failed", "upstream?"],
    ["Order 42 does not exist", "not_found"],
    ["No results found for 'timout'", "empty_result"],
    ["4 DEADLINE_EXCEEDED: Deadline exceeded", "timeout?"],
    ["processed 404 of 500 items", "internal?"],
    ["could not bind to port 5000", "internal?"],
    ["processed 4290 rows, then stopped", "internal?"],
    ["Invalid value for parameter 'timeout': must be an integer", "invalid_args"],
    ["boom", "internal?"],
  ],
  (message) => failure({}, message),
);

table(
  "what the language throws",
  [
    [["TypeError", "rows.map is not a function"], "internal?"],
    [["TypeError", "Cannot read properties of undefined (reading 'timeout')"], "internal?"],
    [["ReferenceError", "orders is not defined"], "internal?"],
    [["RangeError", "Maximum call stack size exceeded"], "internal?"],
    [["RangeError", "Invalid time value"], "invalid_args"],
    [["URIError", "URI malformed"], "invalid_args"],
    [["SyntaxError", "Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON"], "upstream?"],
    [["SyntaxError", "Invalid regular expression: /(/: Unterminated group"], "invalid_args"],
  ],
  ([name, message]: [string, string]) => failure({ name }, message),
);
