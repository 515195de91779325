import { read } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  TIMEOUT_EARLY,
  type VerdictInput,
} from "../verdict.ts";
import { statusVerdict } from "./http.ts";

const CLOSES: Readonly<Record<number, VerdictInput>> = {
  1000: MAYBE_SENT, // closed in good order, with the call still open
  1001: MAYBE_SENT,
  1002: FUTILE_LATE,
  1003: "invalid_args",
  1005: MAYBE_SENT,
  1006: MAYBE_SENT,
  1007: "invalid_args",
  1008: "auth", // policy violation
  1009: "invalid_args", // too big
  1010: FUTILE_LATE,
  1011: MAYBE_SENT,
  1012: MAYBE_SENT, // service restart
  1013: NOT_SENT, // try again later
  1014: MAYBE_SENT,
  1015: FUTILE, // TLS handshake
  3000: "auth",
  3003: "auth",
  3008: { errorType: "timeout", outcome: "unknown" },
};

/** The verdict of a WebSocket close code. */
export function closeVerdict(code: number): VerdictInput | undefined {
  const known = CLOSES[code];
  if (known !== undefined) return known;
  // Applications write HTTP statuses as 4000 + status (graphql-ws: 4401, 4403, 4429).
  const status = code - 4000;
  return status >= 400 && status <= 599
    ? statusVerdict(status)
    : code >= 1000 && code < 5000
      ? MAYBE_SENT
      : undefined;
}

/** WebSocket: close events, handshakes that failed, errors of `ws`. */
export const websocketRules: readonly Rule[] = [
  {
    name: "websocket/close",
    source: "https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number",
    example: { type: "close", code: 1013, reason: "try again later", wasClean: true },
    on: "number",
    match(link) {
      const code = link.code as number;
      if (code < 1000 || code > 4999) return undefined;
      const event =
        typeof link.get("wasClean") === "boolean" ||
        link.get("type") === "close" ||
        link.isNamed("CloseEvent") ||
        typeof link.get("reason") === "string" ||
        link.lower.includes("websocket");
      return event ? closeVerdict(code) : undefined;
    },
  },
  {
    name: "websocket/handshake",
    source: "https://github.com/websockets/ws/blob/master/lib/websocket.js",
    example: { $error: { message: "Unexpected server response: 401" } },
    stage: "text",
    match(link) {
      const text = link.message;
      if (text.startsWith("Unexpected server response: ")) {
        const status = Number(text.slice(28, 31));
        // 200 and redirects: the peer does not speak WebSocket here.
        return status >= 400 ? statusVerdict(status) : FUTILE;
      }
      if (text.startsWith("Opening handshake has timed out")) return TIMEOUT_EARLY;
      if (text.startsWith("WebSocket was closed before the connection was established"))
        return NOT_SENT;
      if (text.startsWith("WebSocket is not open: readyState")) {
        return text.includes("CONNECTING") ? "internal" : NOT_SENT;
      }
      if (text.startsWith("Invalid Sec-WebSocket-") || text.startsWith("Invalid Upgrade header"))
        return FUTILE;
      return text.startsWith("Server sent ") && text.includes("subprotocol") ? FUTILE : undefined;
    },
  },
  {
    name: "ws",
    source: "https://github.com/websockets/ws/blob/master/doc/ws.md#error-codes",
    example: {
      $error: {
        name: "RangeError",
        code: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH",
        message: "Max payload size exceeded",
      },
    },
    on: "string",
    match({ code }) {
      if (typeof code !== "string" || !code.startsWith("WS_ERR_")) return undefined;
      return code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? "invalid_args" : FUTILE_LATE;
    },
  },
  {
    name: "websocket/error-event",
    source: "https://websockets.spec.whatwg.org/#feedback-from-the-protocol",
    example: { type: "error", error: { message: "Unexpected server response: 503" } },
    stage: "text",
    has: ["type"],
    match(link, { inner }) {
      if (link.get("type") !== "error") return undefined;
      const error = read(link.value, "error");
      return typeof error === "object" &&
        error !== null &&
        typeof read(error, "message") === "string"
        ? inner(error)
        : undefined;
    },
  },
];
