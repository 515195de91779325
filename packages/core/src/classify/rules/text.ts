import { asStatus, type Link } from "../link.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE_LATE,
  MAYBE_SENT,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
  verdictOf,
} from "../verdict.ts";
import { statusVerdict } from "./http.ts";
import { ERRNO } from "./node.ts";
import { PHRASE_INDEX, type PhraseEntry } from "./phrases.ts";
import { saysResponse } from "./validation.ts";

/** Official reason phrases: a number counts as a status when its own phrase follows. */
const REASONS: Readonly<Record<number, string>> = {
  400: "bad request",
  401: "unauthorized",
  402: "payment required",
  403: "forbidden",
  404: "not found",
  405: "method not allowed",
  406: "not acceptable",
  407: "proxy authentication",
  408: "request time",
  409: "conflict",
  410: "gone",
  412: "precondition failed",
  413: "payload too large",
  414: "uri too long",
  415: "unsupported media",
  416: "range not satisfiable",
  421: "misdirected",
  422: "unprocessable",
  423: "locked",
  424: "failed dependency",
  425: "too early",
  426: "upgrade required",
  428: "precondition required",
  429: "too many requests",
  431: "request header",
  451: "unavailable for legal",
  500: "internal server error",
  501: "not implemented",
  502: "bad gateway",
  503: "service unavailable",
  504: "gateway time",
  505: "http version",
  507: "insufficient storage",
  529: "overloaded",
};

const REASON_LIST = Object.entries(REASONS);

/** What must stand right before a number for it to be a status. */
const BEFORE = [
  "http",
  "http/1.1",
  "http/2",
  "http error",
  "http status",
  "status",
  "status code",
  "statuscode",
  "status code of",
  "response code",
  "error code",
  "http code",
  "http-code",
  "response status",
  "server responded with",
  "responded with",
  "not ok",
  "server returned",
  "returned error",
  "request failed",
  "request failed with",
  "failed with",
  "failed with status",
  "got",
  "received",
];

/** A status in a text, only where the words around it say that it is one. */
export function statusInText(text: string): number | undefined {
  const sample = text.length > 600 ? text.slice(0, 600) : text;
  const lower = sample.toLowerCase();
  const finder = /\b[345]\d\d\b/g;
  for (
    let hit = finder.exec(sample), count = 0;
    hit !== null && count < 6;
    hit = finder.exec(sample), count += 1
  ) {
    const at = hit.index;
    const status = Number(hit[0]);
    const after = lower.slice(at + 3).replace(/^[\s:\-–—()\]"']{1,4}/, "");
    const reason = REASONS[status];
    if (status >= 400 && reason !== undefined && after.startsWith(reason)) return status;
    const before = lower.slice(Math.max(0, at - 40), at).replace(/[\s:=("'#-]{1,4}$/, "");
    for (const lead of BEFORE) {
      if (!before.endsWith(lead)) continue;
      if (lead === "got" || lead === "received") {
        // "got 404" only as a whole clause, not "got 404 rows".
        if (/^\s*[a-z]/.test(lower.slice(at + 3))) continue;
      }
      const edge = before.length - lead.length - 1;
      if (edge >= 0 && /[a-z0-9]/.test(before[edge] as string)) continue;
      if (lead === "http" || lead.startsWith("http/") || status >= 400) return status;
    }
    if (at === 0 && status >= 400 && /^\s*(?:$|[{:\-–])/.test(sample.slice(3))) return status;
  }
  return undefined;
}

/** A system error's code as a word of its own: what JSON or a worker leaves of it. */
export function errnoInText(text: string): VerdictInput | undefined {
  const finder = /\bE[A-Z][A-Z0-9_]{2,14}\b/g;
  const sample = text.length > 600 ? text.slice(0, 600) : text;
  for (
    let hit = finder.exec(sample), count = 0;
    hit !== null && count < 6;
    hit = finder.exec(sample), count += 1
  ) {
    const code = hit[0];
    if (!Object.hasOwn(ERRNO, code)) continue;
    if (code === "ETIMEDOUT" && sample.includes("connect ETIMEDOUT")) return TIMEOUT_EARLY;
    return ERRNO[code];
  }
  return undefined;
}

/** A quoted "timeout" names a parameter, and so does one that "must be" something. */
function namesParameter(text: string): boolean {
  return /['"`]\w*timeout\w*['"`]|\btimeout(?: value)? (?:must|should|is not|cannot)\b|\binvalid timeout\b/.test(
    text,
  );
}

/** What parsers say of a text, whatever they parse: expressions, templates, tables, mark-up, archives. */
const PARSER_TALK = new RegExp(
  [
    String.raw`\b(?:failed|unable|cannot|could not|can't) (?:to )?parse\b`,
    String.raw`\b(?:unclosed|unterminated|unbalanced|unmatched|not closed|end tag|root element|tag name)\b`,
    String.raw`\bmissing (?:key|field|property|argument|parameter|value|closing|end|open|\W)`,
    String.raw`\bduplicated? (?:key|header|column|field|name|attribute|mapping|declaration)`,
    String.raw`\b(?:tag|header|column|type|dimension|bracket|paren\w*|quote|field)s? mismatch`,
    String.raw`\bnot an? (?:valid )?\w+ (?:file|document|archive|image|string)\b`,
    String.raw`\bnot an? (?:number|integer|string|boolean|array|object|date)\b`,
    String.raw`\bsubdirectory of itself|^cannot overwrite \S*directory`,
    // A surprise; an unexpected answer or the end of a stream is none.
    String.raw`\bunexpected (?!error|response|status|failure|server|eof|disconnect|exception|condition|reply|http|body|content|packet|message|redirect|internal|socket|network|connection|shutdown|exit|end of (?:file|stream|data|body|response)|close(?! tag|-|$| brac| paren))`,
    String.raw`\bexpect(?:ed|ing)\b(?! status).{1,160}\b(?:got|received|found|but|instead)\b(?! \d{3}\b)`,
    String.raw`\bgot\b.{1,60}\bexpected (?!status)`,
    // The place where it stopped.
    String.raw`\bline:? ?\d+(?:[\s,;:]|$)|\bcol(?:umn)?:? ?\d|[([]\d+:\d+[)\]]`,
    String.raw`\bat (?:\d+:\d+\b|(?:position|offset|character|char|index) \d)`,
  ].join("|"),
);

/** How much of a message is searched for phrases: what matters stands in front. */
const PHRASE_CHARS = 600;

function isWordChar(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57);
}

/** The phrase of the highest rank that begins at a word of the text. */
function phraseVerdict(link: Link): VerdictInput | undefined {
  const lower = link.lower;
  if (lower.length < 4) return undefined;
  const text = lower.length > PHRASE_CHARS ? lower.slice(0, PHRASE_CHARS) : lower;
  let best: PhraseEntry | undefined;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const word = isWordChar(text.charCodeAt(at));
    if (word && !inWord) {
      const entries = PHRASE_INDEX.get(text.slice(at, at + 2));
      if (entries !== undefined) {
        for (const entry of entries) {
          if ((best === undefined || entry.rank < best.rank) && text.startsWith(entry.phrase, at))
            best = entry;
        }
      }
    }
    inWord = word;
  }
  if (
    (best === undefined || verdictOf(best.verdict).errorType === "timeout") &&
    text.includes("timeout") &&
    text.length > 9 &&
    !text.includes(" exceed") &&
    namesParameter(text)
  )
    return "invalid_args";
  // What is not valid is quoted behind: "Invalid channel name: 'no such channel'".
  if (best?.verdict === "not_found" && text.startsWith("invalid ")) return "invalid_args";
  if (best !== undefined) return best.verdict;
  if (/^"?timeout\b|\btimeout(?:"?\.?| \d+ ?ms exceeded)$/.test(text)) return TIMEOUT_LATE;
  if (
    /(?:^|[:.)\]] )(?:invalid|unknown|unsupported|malformed|misformed|incorrect|undefined|unrecognized) (?!error|response|state|reason|password)|^expected (?!\d{3}\b|status|http|response|content)/.test(
      text,
    ) ||
    // What typebox, effect and hand-written checks say of an argument.
    /^(?:string|number|integer|boolean|array|object) expected\b/.test(text)
  )
    return "invalid_args";
  if (PARSER_TALK.test(text)) return saysResponse(text) ? FUTILE_LATE : "invalid_args";
  if (/\bunexpected (?:eof\b|end of)/.test(text)) return MAYBE_SENT;
  // A reason phrase and nothing else.
  const status = text.length > 30 ? undefined : REASON_LIST.find(([, r]) => text.startsWith(r));
  if (status !== undefined) return statusVerdict(Number(status[0]));
  return /\bno [a-z]+ (?:was |were |could be )?found\b/.test(text) ? "not_found" : undefined;
}

/**
 * What an answer quotes happened behind the service (a resolver whose database was away): the call
 * itself did arrive, and what it did before that nobody knows.
 */
function asSaid(link: Link, input: VerdictInput | undefined): VerdictInput | undefined {
  if (input === undefined) return undefined;
  const { errorType, outcome } = verdictOf(input);
  const sent = errorType === "upstream" || errorType === "timeout";
  if (!sent || outcome === "unknown" || verdictOf(input).errorClass !== undefined) return input;
  const answered = link.body !== undefined || statusInText(link.message) !== undefined;
  return answered ? errorType : input;
}

/** Asked before names, which often say no more than "ConnectionError". */
export const errnoTextRule: Rule = {
  name: "text/errno",
  source: "https://nodejs.org/api/errors.html#common-system-errors",
  example: { name: "Error", message: "connect ECONNREFUSED 127.0.0.1:9999" },
  stage: "word",
  match: (link) => asSaid(link, errnoInText(link.message)),
};

/** The last resort: text, and only where its words allow one reading. */
export const textRules: readonly Rule[] = [
  {
    name: "text/status",
    source: "the messages that axios, ky, got and hand-written wrappers compose",
    example: { $error: { message: "Request failed with status 404 Not Found" } },
    stage: "text",
    match(link) {
      const status = asStatus(statusInText(link.message));
      return status === undefined
        ? undefined
        : { ...verdictOf(statusVerdict(status)), code: status };
    },
  },
  {
    name: "text/phrase",
    source: "the messages of the clients named in the other rules",
    example: { $error: { message: "Operation timed out after 100ms" } },
    stage: "text",
    match: (link) => asSaid(link, phraseVerdict(link)),
  },
];
