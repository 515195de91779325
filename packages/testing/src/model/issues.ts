import { isObject, parseJson, sentencesOf } from "./words.ts";

/** One complaint about the arguments, found in a text. */
export interface Complaint {
  /** `items[2].qty`, or empty for the arguments as a whole. */
  readonly path: string;
  readonly text: string;
}

/**
 * The complaints in a text about arguments, in the forms that validators and hosts write them:
 * a list of issues as JSON, `✖ message → at path` lines, or sentences that name a parameter.
 */
export function complaintsIn(said: string, names: readonly string[]): readonly Complaint[] {
  const fromJson = jsonIssues(said);
  if (fromJson.length > 0) return fromJson;
  const fromMarks = markedIssues(said);
  if (fromMarks.length > 0) return fromMarks;
  return sentencesOf(said).flatMap((sentence) => sentenceIssues(sentence, names));
}

function jsonIssues(said: string): readonly Complaint[] {
  const start = said.search(/\[\s*\{/);
  const end = said.lastIndexOf("]");
  if (start < 0 || end < start) return [];
  const list = parseJson(said.slice(start, end + 1));
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((issue) => {
    const { path, message, values } = issue as {
      path?: unknown;
      message?: unknown;
      values?: unknown;
    };
    if (typeof message !== "string") return [];
    const allowed = Array.isArray(values) ? ` (one of ${values.map(String).join("|")})` : "";
    return [
      { path: pathText(path), text: message.includes("one of") ? message : message + allowed },
    ];
  });
}

function markedIssues(said: string): readonly Complaint[] {
  return [...said.matchAll(/✖ ([^\n]+)(?:\n\s*→ at ([^\n]+))?/g)].map(([, text, path]) => ({
    path: (path ?? "").trim(),
    text: text ?? "",
  }));
}

/** Each parameter that a sentence names, with the words from there to the next one. */
function sentenceIssues(sentence: string, names: readonly string[]): readonly Complaint[] {
  const found = [...sentence.matchAll(/[A-Za-z_$][\w$]*(?:\[\d+\]|\.[A-Za-z_$][\w$]*)*/g)].filter(
    ([token]) => names.includes(rootOf(token)),
  );
  // "unknown field x; did you mean y?" is one complaint: y is the remedy, not a second one.
  const [first] = found;
  if (first !== undefined && saysUnknownKey(sentence)) return [{ path: first[0], text: sentence }];
  return found.map((match, index) => {
    const next = found[index + 1]?.index ?? sentence.length;
    const before = index === 0 ? sentence.slice(0, match.index) : "";
    return { path: match[0], text: `${before}${sentence.slice(match.index, next)}` };
  });
}

/** Whether a complaint is about a parameter that does not exist. */
export function saysUnknownKey(text: string): boolean {
  return /unknown (?:field|key|parameter)|unrecognized key/i.test(text);
}

function rootOf(path: string): string {
  return /^[\w$]+/.exec(path)?.[0] ?? path;
}

function pathText(path: unknown): string {
  if (!Array.isArray(path)) return typeof path === "string" ? path : "";
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${part}`))
    .join("");
}
