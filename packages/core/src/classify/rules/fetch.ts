import { read } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

/** `type` of node-fetch's FetchError. */
const NODE_FETCH: Readonly<Record<string, VerdictInput>> = {
  "max-redirect": FUTILE_LATE,
  "no-redirect": FUTILE_LATE,
  "invalid-redirect": FUTILE_LATE,
  "unsupported-redirect": FUTILE_LATE,
  "invalid-json": MAYBE_SENT,
  "request-timeout": TIMEOUT_LATE,
  "body-timeout": TIMEOUT_LATE,
  "max-size": "invalid_args",
};

/** fetch, undici, and the clients built on them or on node:http. */
export const fetchRules: readonly Rule[] = [
  {
    name: "undici",
    source: "https://undici.nodejs.org/#/docs/api/Errors",
    example: {
      $error: {
        name: "ConnectTimeoutError",
        code: "UND_ERR_CONNECT_TIMEOUT",
        message: "Connect Timeout Error",
      },
    },
    codes: {
      UND_ERR_CONNECT_TIMEOUT: TIMEOUT_EARLY,
      UND_ERR_HEADERS_TIMEOUT: TIMEOUT_LATE,
      UND_ERR_BODY_TIMEOUT: TIMEOUT_LATE,
      UND_ERR_HEADERS_OVERFLOW: FUTILE_LATE,
      UND_ERR_SOCKET: MAYBE_SENT,
      UND_ERR_INFO: MAYBE_SENT,
      UND_ERR_ABORTED: "cancelled",
      UND_ERR_ABORT: "cancelled",
      UND_ERR_INVALID_ARG: "invalid_args",
      UND_ERR_INVALID_RETURN_VALUE: "internal",
      UND_ERR_NOT_SUPPORTED: FUTILE_LATE,
      UND_ERR_DESTROYED: NOT_SENT,
      UND_ERR_CLOSED: NOT_SENT,
      UND_ERR_BPL_MISSING_UPSTREAM: NOT_SENT,
      UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: "internal",
      UND_ERR_RES_CONTENT_LENGTH_MISMATCH: MAYBE_SENT,
      UND_ERR_RES_EXCEEDED_MAX_SIZE: "invalid_args",
      UND_ERR_PRX_TLS: FUTILE_LATE,
      UND_ERR_SECURE_PROXY_CONNECTION: FUTILE_LATE,
      UND_ERR_SOCKS5: NOT_SENT,
    },
  },
  {
    name: "http-parser",
    source: "https://github.com/nodejs/llhttp",
    example: {
      $error: {
        name: "HTTPParserError",
        code: "HPE_INVALID_CONSTANT",
        message: "Parse Error: Expected HTTP/",
      },
    },
    match: ({ code, name }) =>
      (typeof code === "string" && code.startsWith("HPE_")) || name === "HTTPParserError"
        ? code === "HPE_HEADER_OVERFLOW" || code === "HPE_INVALID_EOF_STATE"
          ? MAYBE_SENT
          : FUTILE_LATE
        : undefined,
  },
  {
    name: "dom-exception",
    source: "https://webidl.spec.whatwg.org/#idl-DOMException-error-names",
    example: {
      $error: {
        name: "TimeoutError",
        code: 23,
        message: "The operation was aborted due to timeout",
      },
    },
    names: {
      TimeoutError: TIMEOUT_LATE,
      NetworkError: MAYBE_SENT,
      NotAllowedError: "auth",
      SecurityError: "auth",
      DataCloneError: "internal",
      InvalidStateError: "internal",
      NotReadableError: "internal",
    },
    when: ({ code, value }) =>
      typeof code === "number" && code <= 25 && read(value, "details") === undefined,
  },
  {
    name: "timeout-name",
    source: "https://github.com/sindresorhus/p-timeout, ky, got, p-queue",
    example: {
      $error: { name: "TimeoutError", message: "Promise timed out after 500 milliseconds" },
    },
    codes: { TimeoutError: TIMEOUT_LATE },
    names: {
      TimeoutError: TIMEOUT_LATE,
      RequestTimeoutError: TIMEOUT_LATE,
      APIConnectionTimeoutError: TIMEOUT_LATE,
      ResponseTimeoutError: TIMEOUT_LATE,
    },
    // AWS' second SDK calls so what became of any socket.
    when: ({ code, status, message }) =>
      message !== "socket hang up" &&
      (code === undefined || code === "ETIMEDOUT" || code === "TimeoutError") &&
      (status === undefined || status === 500),
  },
  {
    name: "axios",
    source: "https://axios-http.com/docs/handling_errors",
    example: { $error: { name: "CanceledError", code: "ERR_CANCELED", message: "canceled" } },
    codes: {
      ERR_CANCELED: "cancelled",
      ERR_NETWORK: MAYBE_SENT,
      ERR_FR_TOO_MANY_REDIRECTS: FUTILE_LATE,
      ERR_FORM_DATA_DEPTH_EXCEEDED: "invalid_args",
      ERR_NOT_SUPPORT: FUTILE_LATE,
      ERR_BAD_OPTION: "internal",
      ERR_BAD_OPTION_VALUE: "internal",
      ERR_DEPRECATED: "internal",
    },
  },
  {
    name: "got",
    source: "https://github.com/sindresorhus/got/blob/main/documentation/8-errors.md",
    example: {
      $error: { name: "ParseError", code: "ERR_BODY_PARSE_FAILURE", message: "Unexpected token <" },
    },
    codes: {
      ERR_BODY_PARSE_FAILURE: MAYBE_SENT,
      ERR_TOO_MANY_REDIRECTS: FUTILE_LATE,
      ERR_READING_RESPONSE_STREAM: MAYBE_SENT,
      ERR_UPLOAD: MAYBE_SENT,
      ERR_CACHE_ACCESS: "internal",
      ERR_UNSUPPORTED_PROTOCOL: "invalid_args",
      ERR_ABORTED: "cancelled",
    },
  },
  {
    name: "superagent",
    source: "https://github.com/forwardemail/superagent/blob/master/src/request-base.js",
    example: { $error: { code: "ABORTED", timeout: 250, message: "Timeout of 250ms exceeded" } },
    on: "string",
    has: ["timeout"],
    named: ["Error"],
    match(link) {
      if (typeof link.get("timeout") === "number" && link.lower.includes("timeout"))
        return TIMEOUT_LATE;
      return link.code === "ABORTED" && link.lower === "aborted" ? "cancelled" : undefined;
    },
  },
  {
    name: "superagent/parse",
    source: "https://github.com/forwardemail/superagent/blob/master/src/node/index.js",
    example: {
      $error: { name: "SyntaxError", parse: true, statusCode: 200, message: "Unexpected token" },
    },
    has: ["parse"],
    match: (link) =>
      link.get("parse") === true && link.isNamed("SyntaxError") ? MAYBE_SENT : undefined,
  },
  {
    name: "node-fetch",
    source: "https://github.com/node-fetch/node-fetch/blob/main/docs/ERROR-HANDLING.md",
    example: {
      $error: {
        name: "FetchError",
        type: "max-redirect",
        message: "maximum redirect reached at: http://x",
      },
    },
    named: ["FetchError", "AbortError"],
    match(link) {
      if (!link.isNamed("FetchError") && !link.isNamed("AbortError")) return undefined;
      const type = link.get("type");
      return typeof type === "string" && Object.hasOwn(NODE_FETCH, type)
        ? NODE_FETCH[type]
        : undefined;
    },
  },
  {
    name: "chromium",
    source: "https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h",
    example: { $error: { message: "page.goto: net::ERR_CONNECTION_REFUSED at http://localhost/" } },
    on: "none",
    match(link) {
      const at = link.message.indexOf("net::ERR_");
      if (at < 0) return undefined;
      const code = link.message.slice(at + 9, at + 49);
      if (
        code.startsWith("CERT_") ||
        code.startsWith("SSL_") ||
        code.startsWith("TOO_MANY_REDIRECTS")
      )
        return FUTILE_LATE;
      if (
        /^(?:CONNECTION_REFUSED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NAME_RESOLUTION)/.test(
          code,
        )
      ) {
        return NOT_SENT;
      }
      if (code.startsWith("CONNECTION_TIMED_OUT")) return TIMEOUT_EARLY;
      if (code.startsWith("TIMED_OUT")) return TIMEOUT_LATE;
      if (code.startsWith("ABORTED")) return "cancelled";
      return code.startsWith("FILE_NOT_FOUND") ? "not_found" : MAYBE_SENT;
    },
  },
];

/** Aborts, asked only when no link of the chain says something better (a time-out, say). */
export const abortRules: readonly Rule[] = [
  {
    name: "abort",
    source: "https://dom.spec.whatwg.org/#abortsignal",
    example: {
      $error: { name: "AbortError", code: "ABORT_ERR", message: "The operation was aborted" },
    },
    stage: "abort",
    codes: { ABORT_ERR: "cancelled" },
    names: {
      AbortError: "cancelled",
      CanceledError: "cancelled",
      CancelError: "cancelled",
      APIUserAbortError: "cancelled",
      CancelledError: "cancelled",
    },
  },
];
