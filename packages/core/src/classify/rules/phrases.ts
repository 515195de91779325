import {
  CORRUPT,
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

/** A verdict and the phrases that stand for it, with `|` between them; a space before it counts. */
type Phrase = readonly [VerdictInput, string];

/** Phrases that services and drivers use for one thing only, in order. */
const PHRASES: readonly Phrase[] = [
  [
    CORRUPT,
    `partial write|partially written|half-written|half written|database disk image is malformed|
     data corruption|corrupted state|state is corrupt|inconsistent state|state is inconsistent|
     unrecoverable data loss|rollback failed|failed to roll back`,
  ],
  [
    "quota_exhausted",
    `exceeded your current quota|insufficient_quota|credit balance is too low|
     insufficient credits|out of credits|payment required|daily quota|monthly quota|
     daily limit exceeded|quota has been exhausted|quota exhausted|quota exceeded|
     daily request limit|max requests limit|your plan|top up |pay-as-you-go limit`,
  ],
  [
    "rate_limited",
    `rate limit|rate-limit|ratelimit|too many requests|throttl|resource_exhausted|slow down|
     request limit|request rate|excessive requests|api limit`,
  ],
  [
    "rejected",
    `user rejected|user denied|user declined|rejected by user|denied by user|approval was denied|
     approval denied|was not approved`,
  ],
  ["auth", "connection refused: not auth|connection refused: bad"],
  ["not_found", "does not exist or"],
  // "end of central directory": of a zip file
  ["invalid_args", "end of central directory"],
  // "connection refused: unacceptable": MQTT: the protocol version
  [
    FUTILE,
    `self-signed certificate|self signed certificate|certificate has expired|
     unable to verify the first certificate|unable to get local issuer certificate|
     wrong version number|certificate verify failed|connection refused: unacceptable|
     connection refused: identifier|operation unsupported|operation not supported`,
  ],
  [
    ROLLED_BACK,
    `deadlock|could not serialize access|database is locked|lock wait timeout|write conflict|
     could not obtain lock|another git process|to lock the resource|conflicting lock|
     achieve a quorum`,
  ],
  [
    NOT_SENT,
    `connection refused|could not connect to|couldn't connect to|can't reach database server|
     failed to connect|unable to connect|cannot connect to|no route to host|is unreachable|
     could not be established|not enough replicas|is busy|server busy|queue full|for maintenance|
     under maintenance|capacity temporarily|ns_error_connection_refused|ns_error_unknown_host|
     name or service not known|getaddrinfo|could not resolve host|too many connections|
     too many simultaneous|overloaded|breaker is open|no available server`,
  ],
  // "buffering timed out": mongoose
  [
    TIMEOUT_EARLY,
    `connection timeout|connect timeout|connection timed out|timeout acquiring a connection|
     buffering timed out|timed out fetching a new connection|
     timed out while waiting for a connection|timeout while connecting|connection request timeout`,
  ],
  [
    TIMEOUT_LATE,
    `timed out|time-out|timeout exceeded|timeout expired|timeout of |deadline exceeded|
     read timeout|request timeout|timeout after|response timeout|operation timeout|query timeout|
     server timeout|gateway timeout|timeout waiting|time limit exceeded|took too long|
     due to timeout`,
  ],
  // "unreachable host": Algolia: every host was tried, whatever it answered
  [
    MAYBE_SENT,
    `connection reset|connection closed|connection lost|connection was closed|
     connection terminated|connection aborted|broken pipe|socket hang up|fetch failed|
     socket closed|socket disconnected|server closed the connection|session not created|
     premature close|premature end|channel closed|transport failure|malformed response|
     failed to reach|unreachable host|other side closed|closing connection|unknown status|
     unable to reach|incomplete chunked|bad gateway|service unavailable|service is unavailable|
     temporarily unavailable|temporary failure|server error|try again later|network error`,
  ],
  [
    "auth",
    `unauthorized|unauthorised|unauthenticated|not authenticated|not authorized|not authorised|
     permission denied|permission_denied|access denied|access is denied|forbidden|
     insufficient permission|insufficient scope|insufficient privileges|not permitted|
     invalid api key|api key expired|incorrect api key|api key not valid|api key is invalid|
     missing credentials|invalid credentials|bad credentials|invalid token|token expired|
     token has expired|jwt expired|authentication required|authentication failed|
     authentication error|login required|must be logged in|must be signed in|session expired|
     is suspended|been suspended|session has expired|missing api key|api key is missing|
     missing scope|not have permission|t have permission|not have access|t have access|
     authentication methods failed|username or password|login incorrect|default credentials|
     invalid session`,
  ],
  [
    "empty_result",
    `no results|no matches|no matching|0 results|nothing found|no records found|no rows found|
     no items found|no data found`,
  ],
  [
    "not_found",
    `not found|not_found|does not exist|doesn't exist|no such |could not find|couldn't find|
     cannot find|can't find|no longer exists|could not resolve to a|did not match any|
     unconfigured table|unknown revision|file is missing`,
  ],
  [
    "conflict",
    `already exists|already in use|file exists|duplicate key|duplicate entry|unique constraint|
     version conflict|version mismatch|was modified by|has been modified|etag mismatch|
     precondition failed`,
  ],
  // "strict mode violation": Playwright: a locator that fits several elements
  [
    "invalid_args",
    `invalid argument|invalid parameter|invalid value|invalid input|invalid params|invalid format|
     invalid url|invalid request|input validation|validation failed|validation error|is required|
     missing required|must be |must not be |should start with|is not a valid|unexpected argument|
     unknown parameter|out of range|too long|too large|larger than max|memory limit|syntax error|
     cannot be empty|cannot be null|cannot be blank|is not supported|could not convert|
     size exceeded|exceeds the maximum|parse error|strict mode violation|not recognized|unsupported image|unsupported file|
     decode value as it does not match`,
  ],
  [
    "cancelled",
    `operation was aborted|request was aborted|user aborted|aborted by user|user cancelled|
     user canceled|cancelled by user|cancelled by the user`,
  ],
];

/** One phrase with the verdict it stands for; the lowest rank wins. */
export interface PhraseEntry {
  readonly phrase: string;
  readonly rank: number;
  readonly verdict: VerdictInput;
}

/** The phrases by their first two letters, so that a text is read once. */
export const PHRASE_INDEX: ReadonlyMap<string, readonly PhraseEntry[]> = index();

function index(): Map<string, PhraseEntry[]> {
  const INDEX = new Map<string, PhraseEntry[]>();
  for (const [rank, [verdict, phrases]] of PHRASES.entries()) {
    for (const phrase of phrases.split(/\|\s*/)) {
      const key = phrase.slice(0, 2);
      const entries = INDEX.get(key) ?? [];
      entries.push({ phrase, rank, verdict });
      INDEX.set(key, entries);
    }
  }
  return INDEX;
}
