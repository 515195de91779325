import type { Link } from "../link.ts";
import type { Rule } from "../rule.ts";
import {
  CORRUPT,
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_LATE,
  type VerdictInput,
  verdictOf,
} from "../verdict.ts";

const SOURCE = "https://grpc.github.io/grpc/core/md_doc_statuscodes.html";

const CODES: Readonly<Record<number, VerdictInput>> = {
  1: "cancelled",
  2: MAYBE_SENT, // UNKNOWN
  3: "invalid_args",
  4: TIMEOUT_LATE,
  5: "not_found",
  6: "conflict",
  7: "auth",
  8: "rate_limited",
  9: "conflict", // FAILED_PRECONDITION: not before the state is fixed
  10: ROLLED_BACK,
  11: "invalid_args",
  12: FUTILE,
  13: MAYBE_SENT, // INTERNAL
  14: MAYBE_SENT, // UNAVAILABLE; see below
  15: CORRUPT, // DATA_LOSS
  16: "auth",
};

const NAMES =
  `OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED
  RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS
  UNAUTHENTICATED`.split(/\s+/);

/** The verdict of a gRPC status, with what its details tell besides. */
export function grpcVerdict(code: number, details: string): VerdictInput | undefined {
  const text = details.toLowerCase();
  if (code === 14) {
    if (
      text.includes("certificate") ||
      text.includes("wrong version number") ||
      text.includes("protocol error")
    ) {
      return FUTILE;
    }
    const unsent =
      text.includes("no connection established") ||
      text.includes("econnrefused") ||
      text.includes("connect failed") ||
      text.includes("name resolution") ||
      text.includes("enotfound") ||
      text.includes("dns resolution") ||
      text.includes("failed to connect");
    return unsent ? NOT_SENT : MAYBE_SENT;
  }
  if (code === 8 && (text.includes("larger than max") || text.includes("message too large")))
    return "invalid_args";
  if (code === 13 && text.includes("rst_stream with code 2")) return MAYBE_SENT;
  return CODES[code];
}

/** The shape of a ServiceError: a small number with details and metadata, or the name in front of the text. */
function statusOf(link: Link): number | undefined {
  const { code } = link;
  if (typeof code !== "number" || code < 1 || code > 16) return undefined;
  if (typeof link.get("details") === "string" || link.get("metadata") !== undefined) return code;
  return link.message.startsWith(`${code} ${NAMES[code]}`) ? code : undefined;
}

/** gRPC status codes, of @grpc/grpc-js, google-gax and Connect. */
export const grpcRules: readonly Rule[] = [
  {
    name: "grpc",
    source: SOURCE,
    example: {
      $error: {
        code: 5,
        details: "no such row",
        metadata: {},
        message: "5 NOT_FOUND: no such row",
      },
    },
    on: "number",
    match(link, { inner }) {
      const status = statusOf(link);
      if (status === undefined) return undefined;
      // What Connect's own transport failed with says whether anything was sent.
      const cause = link.get("cause");
      const below = status === 14 && cause !== undefined ? inner(cause) : undefined;
      if (below !== undefined && verdictOf(below).errorType !== "internal") return below;
      const details = link.get("details");
      return grpcVerdict(status, typeof details === "string" ? details : link.message);
    },
  },
  {
    name: "connect",
    source: "https://connectrpc.com/docs/node/errors/",
    example: {
      $error: {
        name: "ConnectError",
        code: 5,
        rawMessage: "no row",
        message: "[not_found] no row",
      },
    },
    on: "number",
    named: ["ConnectError"],
    match(link) {
      if (!link.isNamed("ConnectError") || typeof link.code !== "number") return undefined;
      return grpcVerdict(link.code, link.message);
    },
  },
  {
    name: "grpc/text",
    source: SOURCE,
    example: { name: "Error", message: "4 DEADLINE_EXCEEDED: Deadline exceeded" },
    stage: "text",
    match(link) {
      // What JSON or a worker leaves of a ServiceError.
      const space = link.message.indexOf(" ");
      if (space < 1 || space > 2) return undefined;
      const code = Number(link.message.slice(0, space));
      const name = NAMES[code];
      return code >= 1 && name !== undefined && link.message.startsWith(`${code} ${name}: `)
        ? grpcVerdict(code, link.message)
        : undefined;
    },
  },
];

/** Statuses of HTTP/2 that say that the server did not process the request (RFC 9113 §8.7). */
export const http2Rules: readonly Rule[] = [
  {
    name: "http2/stream",
    source: "https://www.rfc-editor.org/rfc/rfc9113#section-8.7",
    example: {
      $error: {
        code: "ERR_HTTP2_STREAM_ERROR",
        message: "Stream closed with error code NGHTTP2_REFUSED_STREAM",
      },
    },
    on: "string",
    match(link) {
      if (link.code !== "ERR_HTTP2_STREAM_ERROR" && link.code !== "ERR_HTTP2_SESSION_ERROR")
        return undefined;
      if (link.message.includes("REFUSED_STREAM")) return NOT_SENT;
      if (link.message.includes("ENHANCE_YOUR_CALM")) return "rate_limited";
      if (
        link.message.includes("INADEQUATE_SECURITY") ||
        link.message.includes("HTTP_1_1_REQUIRED")
      )
        return FUTILE_LATE;
      return MAYBE_SENT;
    },
  },
];
