import type { Rule } from "../rule.ts";
import {
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const SOURCE = "https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors";

/** The first word of an error reply. */
const REPLIES: Readonly<Record<string, VerdictInput>> = {
  LOADING: NOT_SENT,
  BUSY: NOT_SENT,
  MASTERDOWN: NOT_SENT,
  CLUSTERDOWN: NOT_SENT,
  TRYAGAIN: NOT_SENT,
  MOVED: NOT_SENT,
  ASK: NOT_SENT,
  NOREPLICAS: NOT_SENT,
  NOGOODSLAVE: NOT_SENT,
  INPROG: NOT_SENT,
  OOM: NOT_SENT,
  REDIRECT: NOT_SENT,
  UNBLOCKED: MAYBE_SENT,
  IOERR: MAYBE_SENT,
  READONLY: FUTILE,
  MISCONF: FUTILE,
  NOPROTO: FUTILE,
  NOAUTH: "auth",
  WRONGPASS: "auth",
  NOPERM: "auth",
  DENIED: "auth",
  WRONGTYPE: "invalid_args",
  CROSSSLOT: "invalid_args",
  EXECABORT: "invalid_args",
  INVALIDOBJ: "invalid_args",
  NOSCRIPT: "not_found",
  NOGROUP: "not_found",
  NOMASTERLINK: NOT_SENT,
  BUSYGROUP: "conflict",
  BUSYKEY: "conflict",
  NOTBUSY: "conflict",
  UNKILLABLE: "conflict",
};

function replyVerdict(message: string): VerdictInput | undefined {
  const end = message.indexOf(" ");
  const word = end < 0 ? message : message.slice(0, end);
  if (Object.hasOwn(REPLIES, word)) return REPLIES[word];
  if (word !== "ERR") return undefined;
  const text = message.toLowerCase();
  if (text.includes("max number of clients")) return NOT_SENT;
  if (text.includes("password") || text.includes("auth")) return "auth";
  if (text.includes("no such key")) return "not_found";
  if (text.includes("max daily request limit") || text.includes("max requests limit"))
    return "quota_exhausted";
  return "invalid_args";
}

/** Redis and Valkey: replies by their first word, and what ioredis and node-redis say themselves. */
export const redisRules: readonly Rule[] = [
  {
    name: "redis",
    source: SOURCE,
    example: {
      $error: {
        name: "ReplyError",
        message: "WRONGTYPE Operation against a key holding the wrong kind of value",
      },
    },
    on: "none",
    match(link) {
      const first = link.message.charCodeAt(0);
      if (!(first >= 65 && first <= 90)) return undefined;
      const reply =
        link.name === "ReplyError" ||
        link.className === "SimpleError" ||
        link.className === "ErrorReply" ||
        link.className === "ReplyError";
      if (reply) return replyVerdict(link.message) ?? "invalid_args";
      // JSON or a worker has taken the class: only words that nobody else uses count.
      const end = link.message.indexOf(" ");
      const word = link.message.slice(0, Math.max(end, 0));
      return word.length >= 5 && word !== "ABORT" && Object.hasOwn(REPLIES, word)
        ? REPLIES[word]
        : undefined;
    },
  },
  {
    name: "ioredis",
    source: "https://github.com/redis/ioredis/tree/main/lib/errors",
    example: {
      $error: {
        name: "MaxRetriesPerRequestError",
        message: "Reached the max retries per request limit",
      },
    },
    names: {
      MaxRetriesPerRequestError: { errorType: "upstream", outcome: "unknown", retried: true },
      ClusterAllFailedError: NOT_SENT,
    },
  },
  {
    name: "node-redis",
    source: "https://github.com/redis/node-redis/blob/master/packages/client/lib/errors.ts",
    example: {
      $error: { name: "WatchError", message: "One (or more) of the watched keys has been changed" },
    },
    names: {
      SocketClosedUnexpectedlyError: MAYBE_SENT,
      DisconnectsClientError: MAYBE_SENT,
      ClientClosedError: NOT_SENT,
      ClientOfflineError: NOT_SENT,
      ReconnectStrategyError: NOT_SENT,
      RootNodesUnavailableError: NOT_SENT,
      ConnectionTimeoutError: TIMEOUT_EARLY,
      SocketTimeoutError: TIMEOUT_LATE,
      WatchError: ROLLED_BACK,
      CommandTimeoutDuringMaintenanceError: TIMEOUT_LATE,
    },
    when: (link) => link.status === undefined,
  },
  {
    name: "redis/text",
    source: "https://github.com/redis/ioredis/blob/main/lib/constants or utils",
    example: {
      $error: { message: "Stream isn't writeable and enableOfflineQueue options is false" },
    },
    stage: "text",
    match(link) {
      switch (link.message) {
        case "Connection is closed.":
        case "Socket closed unexpectedly":
          return MAYBE_SENT;
        case "Stream isn't writeable and enableOfflineQueue options is false":
        case "The client is closed":
        case "The client is offline":
          return NOT_SENT;
        case "Command timed out":
          return TIMEOUT_LATE;
        default:
          return undefined;
      }
    },
  },
];
