import type { Link } from "../link.ts";
import { readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";
import { ERRNO } from "./node.ts";

/** Replies of SMTP (RFC 5321 §4.2.3) with their enhanced codes (RFC 3463). */
export function smtpVerdict(reply: number, text: string): VerdictInput | undefined {
  const said = text.toLowerCase();
  const enhanced = /\b[245]\.(\d{1,3})\.(\d{1,3})\b/.exec(text.slice(0, 200));
  const subject = enhanced?.[1];
  if (reply >= 400 && reply < 500) {
    const slow =
      said.includes("too many") ||
      said.includes("rate limit") ||
      said.includes("slow down") ||
      said.includes("throttl") ||
      said.includes("rate exceeded") ||
      said.includes("sending rate");
    return slow ? "rate_limited" : NOT_SENT;
  }
  if (reply < 500 || reply > 599) return undefined;
  if (reply === 530 || reply === 534 || reply === 535 || reply === 538) return "auth";
  if (said.includes("quota") && said.includes("daily")) return "quota_exhausted";
  if (subject === "7") return "auth";
  if (reply === 552 && (enhanced?.[2] === "2" || said.includes("mailbox full"))) return FUTILE;
  if (subject === "2" && enhanced?.[2] === "2") return FUTILE;
  switch (reply) {
    case 550:
    case 551:
    case 556:
      return said.includes("spam") ||
        said.includes("policy") ||
        said.includes("denied") ||
        said.includes("blocked") ||
        said.includes("relay")
        ? "auth"
        : "not_found";
    case 521:
    case 554:
      return subject === "1" ? "not_found" : FUTILE;
    default:
      return "invalid_args";
  }
}

/** A reply code and the text that came with it. */
function replyOf(link: Link): readonly [number, string] | undefined {
  const reply = link.get("responseCode");
  if (typeof reply !== "number") return undefined;
  return [reply, readString(link.value, "response") ?? link.message];
}

/** nodemailer and SMTP. */
export const smtpRules: readonly Rule[] = [
  {
    name: "smtp",
    source: "https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3",
    example: {
      $error: {
        code: "EENVELOPE",
        responseCode: 450,
        response: "450 4.2.0 Mailbox busy",
        message: "Mail command failed",
      },
    },
    on: "string",
    has: ["responseCode"],
    match(link) {
      const reply = replyOf(link);
      return reply === undefined ? undefined : smtpVerdict(reply[0], reply[1]);
    },
  },
  {
    name: "nodemailer",
    source: "https://nodemailer.com/errors/",
    example: {
      $error: {
        code: "ESOCKET",
        originalCode: "ECONNREFUSED",
        command: "CONN",
        message: "connect ECONNREFUSED",
      },
    },
    on: "string",
    has: ["command", "originalCode"],
    match(link) {
      // The command says nothing of how far it came: every error of the socket is said to be CONN's.
      if (link.code === "ETIMEDOUT") {
        const type = link.get("timeoutType");
        const early =
          typeof type === "string"
            ? type !== "SOCKET_TIMEOUT"
            : link.lower.startsWith("connection timeout") ||
              link.lower.startsWith("greeting never");
        return early ? TIMEOUT_EARLY : TIMEOUT_LATE;
      }
      if (link.code === "ECONNECTION") return MAYBE_SENT;
      const original = link.get("originalCode");
      if (typeof original === "string" && Object.hasOwn(ERRNO, original)) return ERRNO[original];
      return link.code === "ESOCKET" && link.get("errno") === -111 ? NOT_SENT : undefined;
    },
  },
  {
    name: "ftp",
    source: "https://www.rfc-editor.org/rfc/rfc959#section-4.2",
    example: { $error: { name: "FTPError", code: 553, message: "553 File name not allowed." } },
    named: ["FTPError"],
    on: "number",
    match({ code, message }) {
      // The replies of SMTP are made after those of FTP, which also ends a transfer half-way.
      const verdict = smtpVerdict(code as number, message);
      if (code === 552) return FUTILE;
      const broken = code === 421 || code === 426 || code === 451;
      return broken && verdict !== "rate_limited" ? MAYBE_SENT : verdict;
    },
  },
  {
    name: "nodemailer/code",
    source: "https://nodemailer.com/errors/",
    example: { $error: { code: "EENVELOPE", command: "API", message: "No recipients defined" } },
    codes: {
      EAUTH: "auth",
      ENOAUTH: "auth",
      EOAUTH2: "auth",
      EENVELOPE: "invalid_args",
      EMESSAGE: "invalid_args",
      EDNS: NOT_SENT,
      EPROXY: NOT_SENT,
      EMAXLIMIT: NOT_SENT,
      ETLS: FUTILE,
      EREQUIRETLS: FUTILE,
      EPROTOCOL: FUTILE,
      ECONFIG: FUTILE,
      ESOCKET: MAYBE_SENT,
      ESTREAM: "internal",
      ESENDMAIL: "internal",
      EFILEACCESS: "auth",
      EURLACCESS: "auth",
      EFETCH: MAYBE_SENT,
    },
    // What has a cause of its own is better known by it (tedious).
    when: (link) =>
      link.get("command") !== undefined ||
      (link.code !== "ETIMEDOUT" && link.get("cause") === undefined),
  },
];
