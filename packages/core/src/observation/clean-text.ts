import { wellFormed } from "./cut-text.ts";
import { withoutHostPaths } from "./host-paths.ts";

/** Escape sequences of terminals: colours, cursor moves, titles, links. */
const ANSI =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
const CONTROL = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g;
/** Characters that turn or hide what is seen: bidirectional marks, zero-width, fillers, tags. */
const HIDING =
  /[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB]|[\u115F\u1160]|[\u17B4\u17B5]|[\u180B-\u180D\u180F]|\u200D|[\uFE00-\uFE0F]|\uDB40[\uDC00-\uDFFF]/g;

/** Frames as JavaScript engines write them, also inside a line. */
const FRAME = / ?\bat (?:async )?(?:new )?[\w.$<>[\] ]{1,200} \([^()\n]{0,400}:\d+(?::\d+)?\)/g;
/** A line that is nothing but a frame: JavaScript, Java, .NET, Python, Ruby, PHP, Go, Rust. */
const FRAME_LINE =
  /^\s*(?:at\s.*(?:\)|:\d+)|at [\w.$<>/]+(?:\(.*|\s*)|File "[^"]*", line \d+.*|from \S+:\d+:in .*|#\d+ .*(?:\(\d+\)|:\d+).*|\d+: .*0x[0-9a-f]+.*|\.{3} \d+ (?:more|common frames omitted).*|Caused by: *|goroutine \d+ \[.*|stack backtrace:.*|Stack trace:.*|\[?stack\]?:?|\^+|~+\^*~*)\s*$/;
const PYTHON = "Traceback (most recent call last):";

/** Addresses of a private network or of the host itself, with their port. */
const PRIVATE_ADDRESS =
  /(?<![\w.])(?:127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\[?::1\]?)(?::\d{1,5})?(?![\w.]\d)/g;

/**
 * Text of someone else, fit to be quoted: on one line, without anything invisible, without stack
 * frames, absolute paths of the host and addresses of its network. `keep` holds values that the model itself has sent: a
 * path that ends with one is shown as that. `paths` are those that the error itself names.
 */
export function cleanText(
  text: string,
  keep: readonly string[] = [],
  paths: readonly string[] = [],
): string {
  // Most messages are one plain line, and of all that follows only a frame may be in it.
  const lines = withoutFrames(PLAIN_LINE.test(text) ? [text] : visibleLines(text));
  const joined = withoutFrame(singleSpaced(lines.join(" ")));
  const short = withoutHostPaths(joined, { keep, known: paths });
  return singleSpaced(wellFormed(withoutAddresses(short, keep))).trim();
}

const PLAIN_LINE = /^[ -~]*$/;

function visibleLines(text: string): string[] {
  return text
    .replace(ANSI, "")
    .replace(CONTROL, "")
    .replace(HIDING, "")
    .replace(/[\u2028\u2029]/g, "\n")
    .split(/\r\n|[\r\n\v\f]/);
}

/** Looks before it replaces: a text is mostly spaced singly already. */
function singleSpaced(text: string): string {
  return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text;
}

function withoutFrame(line: string): string {
  return line.includes("at ") ? line.replace(FRAME, "") : line;
}

function withoutAddresses(text: string, keep: readonly string[]): string {
  // Every such address has a 1 in it, and points or colons.
  if (!text.includes("1") || !/[.:]/.test(text)) return text;
  return text.replace(PRIVATE_ADDRESS, (address) =>
    keep.some((value) => value.includes(address)) ? address : "(internal address)",
  );
}

function withoutFrames(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line) => line.trim() !== "" && !FRAME_LINE.test(line));
  const start = kept.findIndex((line) => line.includes(PYTHON));
  if (start < 0) return kept;
  // What a Python traceback has to say stands below it, not indented.
  const said = kept.slice(start + 1).filter((line) => !/^\s/.test(line));
  return [...kept.slice(0, start), ...said];
}
