// Where clients that are not installed here keep what they know: their errors by shape, hand-made from their sources.

import { handMade } from "../lib/case.mjs";
import { A } from "../lib/labels.mjs";

export const cases = [];
const by = handMade("other clients", "shapes");
/** An error as a client makes it: a name, a message and own properties. */
const error = (name, message, { cause, ...rest } = {}) => {
  const made = new Error(message, cause === undefined ? undefined : { cause });
  Object.defineProperty(made, "name", { value: name, configurable: true });
  return Object.assign(made, rest);
};
const thrown = (id, how, label, name, message, rest) =>
  by(id, how, label, undefined, {
    run: async () => {
      throw error(name, message, rest);
    },
  });
const refused = () => error("Error", "connect ECONNREFUSED 10.0.0.1:443", { code: "ECONNREFUSED" });

cases.push(
  thrown(
    "name-auth",
    "Pinecone: the vendor's name in front of the word",
    A.auth("the name says it"),
    "PineconeAuthorizationError",
    "The API key you provided was rejected while calling https://api.example.com/indexes.",
  ),
  thrown(
    "name-bad-request",
    "Pinecone",
    A.invalid("the name says it"),
    "PineconeBadRequestError",
    "Vector dimension 3 does not match the dimension of the index 1536",
  ),
  thrown(
    "name-suspended",
    "Vercel Blob",
    A.auth("an account that is suspended"),
    "BlobStoreSuspendedError",
    "Vercel Blob: This store has been suspended.",
  ),
  thrown(
    "name-lock-lost",
    "Azure Service Bus",
    A.conflict("someone else has the message now"),
    "ServiceBusError",
    "The lock supplied is invalid.",
    { code: "MessageLockLost", retryable: false },
  ),
  thrown(
    "error-code",
    "MSAL keeps its code in errorCode",
    A.auth("bad client secret"),
    "ServerError",
    "AADSTS7000215: Invalid client secret provided.",
    { errorCode: "invalid_client" },
  ),
  thrown(
    "error-code-missing",
    "Salesforce",
    A.invalid("a field is missing"),
    "REQUIRED_FIELD_MISSING",
    "Required fields are missing: [Name]",
    { errorCode: "REQUIRED_FIELD_MISSING" },
  ),
  thrown(
    "error-code-lock",
    "Salesforce",
    A.locked("a row is locked"),
    "UNABLE_TO_LOCK_ROW",
    "unable to obtain exclusive access to this record",
    { errorCode: "UNABLE_TO_LOCK_ROW" },
  ),
  thrown(
    "imap-code",
    "imapflow keeps the server's code in serverResponseCode",
    A.auth("bad credentials"),
    "Error",
    "Command failed",
    { responseStatus: "NO", serverResponseCode: "AUTHENTICATIONFAILED" },
  ),
  thrown(
    "http-response",
    "Hugging Face keeps the answer in httpResponse",
    A.quota("402"),
    "InferenceClientProviderApiError",
    "Failed to perform inference",
    { httpResponse: { status: 402, body: { error: "You have exceeded your monthly credits" } } },
  ),
  by(
    "context-response",
    "Supabase functions keep the answer in context",
    A.notFound("404"),
    () => ({
      data: null,
      error: error("FunctionsHttpError", "Edge Function returned a non-2xx status code", {
        context: new Response("{}", { status: 404 }),
      }),
    }),
  ),
  thrown(
    "context-error",
    "Supabase functions keep the cause in context",
    A.notSent("refused"),
    "FunctionsFetchError",
    "Failed to send a request to the Edge Function",
    { context: new TypeError("fetch failed", { cause: refused() }) },
  ),
  thrown(
    "source-error",
    "Neon keeps the cause in sourceError",
    A.notSent("refused"),
    "NeonDbError",
    "Error connecting to database: fetch failed",
    { sourceError: new TypeError("fetch failed", { cause: refused() }) },
  ),
  by("data-of-nulls", "Supabase auth: every field of data is null", A.auth("bad login"), () => ({
    data: { user: null, session: null },
    error: error("AuthApiError", "Invalid login credentials", {
      status: 400,
      code: "invalid_credentials",
    }),
  })),
  by(
    "name-with-status",
    "Resend: the name is the code, and says more than the status",
    A.quota("a day's quota"),
    {
      data: null,
      error: { statusCode: 429, name: "daily_quota_exceeded", message: "Daily quota" },
    },
  ),
  thrown(
    "response-parameters",
    "Telegraf",
    A.rate("429", 12_000, { always: true }),
    "TelegramError",
    "429: Too Many Requests: retry after 12",
    { response: { ok: false, error_code: 429, parameters: { retry_after: 12 } } },
  ),
  thrown(
    "transaction-conflict",
    "DynamoDB: the reason of a cancelled transaction",
    A.locked("another transaction was at it"),
    "TransactionCanceledException",
    "Transaction cancelled [None, TransactionConflict]",
    {
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
    },
  ),
  thrown(
    "connect-cause",
    "Connect: its transport was refused",
    A.notSent("refused"),
    "ConnectError",
    "[unavailable] fetch failed",
    { code: 14, rawMessage: "fetch failed", metadata: new Headers(), cause: refused() },
  ),
  thrown(
    "errno-in-text",
    "OpenSearch: the name says less than the text",
    A.notSent("refused"),
    "ConnectionError",
    "connect ECONNREFUSED 10.0.0.1:9200",
    { meta: {} },
  ),
  thrown(
    "octokit-older",
    "@octokit/request 9: status 500, and the text says that nothing was sent",
    A.notSent("refused"),
    "HttpError",
    "connect ECONNREFUSED 10.0.0.1:443",
    { status: 500, request: { method: "GET" } },
  ),
  thrown(
    "exec-text",
    "exec without its own stderr: it stands below the command",
    A.auth("git could not log in"),
    "Error",
    "Command failed: git clone x\nfatal: Authentication failed for 'https://example.com/a.git/'",
    { code: 128, killed: false, signal: null, cmd: "git clone x" },
  ),
  thrown(
    "amqp-320",
    "amqplib: 320 is no redirect",
    A.unknownOutcome("the broker closed the connection"),
    "Error",
    'Connection closed: 320 (CONNECTION-FORCED) with message "shutdown"',
    { code: 320 },
  ),
  thrown(
    "ftp-550",
    "basic-ftp: 550 is no HTTP status",
    A.notFound("no such file"),
    "FTPError",
    "550 File not found",
    { code: 550 },
  ),
  thrown(
    "syntax-error",
    "ClickHouse",
    A.invalid("the query"),
    "ClickHouseError",
    "Syntax error: failed at position 1 ('SELCT')",
    { code: "62", type: "SYNTAX_ERROR" },
  ),
  thrown(
    "not-exist-or",
    "Snowflake: it may be missing or hidden",
    A.notFound("most likely the name"),
    "OperationFailedError",
    "SQL compilation error: Object 'NOPE' does not exist or not authorized.",
    { code: "002003" },
  ),
  thrown(
    "no-permission",
    "prose",
    A.auth("prose"),
    "Error",
    "You do not have permission to perform this action",
  ),
  thrown("user-denied", "prose", A.auth("prose"), "Error", "Login incorrect for user a"),
  thrown(
    "maintenance",
    "prose",
    A.notSent("prose"),
    "Error",
    "The service is down for maintenance",
  ),
  by("budget-exhausted", "monday.com", A.rate("complexity", 22_000, { always: true }), {
    data: null,
    errors: [
      {
        message: "Complexity budget exhausted",
        extensions: { code: "COMPLEXITY_BUDGET_EXHAUSTED", retry_in_seconds: 22 },
      },
    ],
  }),
  thrown(
    "detail-status",
    "ElevenLabs: a 401 whose detail is a quota",
    A.quota("the detail says it"),
    "AxiosError",
    "Request failed with status code 401",
    { status: 401, response: { status: 401, data: { detail: { status: "quota_exceeded" } } } },
  ),
  thrown("http-456", "DeepL", A.quota("456"), "Error", "Quota exceeded", { status: 456 }),
  thrown(
    "broker-transport",
    "node-rdkafka: the broker may have had it",
    A.unknownOutcome("lost"),
    "LibrdKafkaError",
    "Local: Broker transport failure",
    { code: -195, origin: "local" },
  ),
);
