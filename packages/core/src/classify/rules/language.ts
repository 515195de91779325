import type { Link } from "../link.ts";
import type { Rule } from "../rule.ts";
import { MAYBE_SENT, type VerdictInput } from "../verdict.ts";

/** What the network layers of browsers and runtimes say when they say nothing else. */
const NETWORK = new Set([
  "fetch failed",
  "terminated",
  "Failed to fetch",
  "Load failed",
  "Network request failed",
  "NetworkError when attempting to fetch resource.",
  "NetworkError when attempting to fetch resource",
  "The Internet connection appears to be offline.",
  "The network connection was lost.",
  "network error",
  "Network Error",
  "Network connection lost.",
  "socket hang up",
  "other side closed",
  "aborted",
  "stream has been aborted",
  "Premature close",
  "premature close",
  "Connection error.",
  "Unable to connect. Is the computer able to access the url?",
  "The socket connection was closed unexpectedly.",
]);

/** Redirect loops in the words of undici, needle, wget, the browsers. */
const REDIRECTS = [
  "redirect count exceeded",
  "max redirects",
  "maximum redirect",
  "maximum number of redirects",
  "too many redirects",
  "redirect loop",
];

const BUGS = new Set([
  "TypeError",
  "ReferenceError",
  "RangeError",
  "EvalError",
  "AssertionError",
  "InternalError",
  "SyntaxError",
  "URIError",
]);

/** How libraries refuse a value with an error of the language; what engines say of arrays and buffers is a bug. */
const REFUSALS =
  /^(?:\w+: )?(?:(?:invalid|unsupported|unexpected|missing|incorrect) (?!array|typed|string length|dataview|atomics|attempt|property desc|response|reply|state|server|error)|failed to parse url)|\b(?:longer|shorter|greater|less|larger|smaller) than \d|\bunescaped\b/i;

/** What engines word differently but all call by its name: the text was no JSON. JSON5 is another language. */
function isJsonError(link: Link): boolean {
  return /\bJSON\b/.test(link.message);
}

/** An HTML page where JSON was expected. */
export function isHtmlInsteadOfJson(text: string): boolean {
  return (
    text.includes("Unexpected token '<'") ||
    text.includes("Unexpected token <") ||
    text.includes("Unrecognized token '<'") ||
    text.includes("unexpected character at line 1 column 1 of the JSON data <") ||
    (text.includes("<!DOCTYPE") && text.includes("JSON"))
  );
}

function messageVerdict(text: string): VerdictInput | undefined {
  const bare = text.startsWith("TypeError: ") ? text.slice(11) : text;
  return NETWORK.has(bare) ? MAYBE_SENT : undefined;
}

/** What the language itself throws: network failures in disguise, bad JSON, and bugs. */
export const languageRules: readonly Rule[] = [
  {
    name: "fetch/network",
    source: "https://fetch.spec.whatwg.org/#http-network-fetch, undici, the browsers' own words",
    example: { $error: { name: "TypeError", message: "fetch failed" } },
    stage: "text",
    match: (link) => messageVerdict(link.message),
  },
  {
    name: "fetch/redirects",
    source: "undici lib/web/fetch/index.js",
    example: { $error: { message: "redirect count exceeded" } },
    on: "none",
    match: (link) =>
      link.message.length < 200 &&
      link.lower.includes("redirect") &&
      REDIRECTS.some((phrase) => link.lower.includes(phrase))
        ? { errorType: "upstream", errorClass: "forbidden", outcome: "unknown" }
        : undefined,
  },
  {
    name: "json/html",
    source: "https://v8.dev: messages of JSON.parse",
    example: {
      $error: {
        name: "SyntaxError",
        message: "Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
      },
    },
    stage: "text",
    match: (link) => (isHtmlInsteadOfJson(link.message) ? MAYBE_SENT : undefined),
  },
  {
    name: "json/parse",
    source: "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Errors/JSON_bad_parse",
    example: { $error: { name: "SyntaxError", message: "Unexpected end of JSON input" } },
    stage: "text",
    match(link) {
      const parse =
        link.isNamed("SyntaxError") ||
        link.message.startsWith("SyntaxError: ") ||
        link.isNamed("JSONParseError");
      // An answer that was cut short. Arguments are parsed before a tool runs.
      return parse && isJsonError(link) ? MAYBE_SENT : undefined;
    },
  },
  {
    name: "graphql/not-json",
    source: "graphql-request: parseGraphQLExecutionResult",
    example: {
      $error: { message: "Invalid execution result: result is not object or array. Got: <html>" },
    },
    stage: "text",
    match: (link) => (link.message.startsWith("Invalid execution result") ? MAYBE_SENT : undefined),
  },
  {
    name: "language/argument",
    source: "https://tc39.es/ecma262/#sec-native-error-types-used-in-this-standard",
    example: { $error: { name: "URIError", message: "URI malformed" } },
    stage: "text",
    match(link) {
      if (link.isNamed("URIError")) return "invalid_args";
      // The tool's own code was parsed before it ran: what is parsed later was given to it.
      if (link.isNamed("SyntaxError") && !/\b(?:import|export|module)\b/.test(link.message))
        return "invalid_args";
      if ((link.isNamed("TypeError") || link.isNamed("RangeError")) && REFUSALS.test(link.message))
        return "invalid_args";
      if (link.isNamed("RangeError")) {
        const text = link.message;
        if (text.includes("argument must be") || text.startsWith("Incorrect locale")) {
          return "invalid_args";
        }
      }
      return undefined;
    },
  },
  {
    name: "language/bug",
    source: "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Errors",
    example: { $error: { name: "TypeError", message: "rows.map is not a function" } },
    stage: "text",
    match: (link) =>
      BUGS.has(link.name) || (link.name === "Error" && BUGS.has(link.className))
        ? "internal"
        : undefined,
  },
  {
    name: "language/bug-as-text",
    source: "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Errors",
    example: { message: "Cannot read properties of undefined (reading 'total')" },
    stage: "text",
    match(link) {
      const text = link.message.length < 400 ? link.message : link.message.slice(0, 400);
      const bug =
        text.startsWith("Cannot read propert") ||
        text.startsWith("Cannot set propert") ||
        text.startsWith("Cannot destructure property") ||
        text.endsWith(" is not a function") ||
        text.endsWith(" is not iterable") ||
        text.endsWith(" is not a constructor") ||
        (text.endsWith(" is not defined") && !text.slice(0, -15).includes(" ")) ||
        text.startsWith("TypeError: ") ||
        text.startsWith("ReferenceError: ") ||
        text.startsWith("Cannot find module ") ||
        text.startsWith("Assertion failed") ||
        text.startsWith("Maximum call stack size exceeded");
      return bug ? "internal" : undefined;
    },
  },
];
