/**
 * How the scripted model reads a tool's result. It has the text and nothing else, so it goes by
 * words: whether they sound like a failure, whether there is anything in them, what they say.
 */

/** A tool's result as a reader takes it. */
export interface Words {
  readonly kind: "success" | "failure" | "empty";
  /** The sentences: the message of a JSON object that has one, else the whole text. */
  readonly said: string;
}

const SOUNDS_FAILED =
  /^\s*(?:[A-Z]\w*(?:Error|Exception|Fault)\b|(?:an )?error\b|fail(?:ed|ure)\b|✖|invalid\b|unknown tool\b|tool ['"`]?[\w.-]+['"`]? (?:was )?(?:not found|timed out)|model tried to call|traceback\b|request failed\b|the operation was aborted|[^\n]{0,60}\b(?:timed out|is not a valid tool))/i;

/** Reads a tool's result. */
export function readWords(text: string): Words {
  const parsed = parseJson(text);
  if (isObject(parsed)) {
    const said = sentenceIn(parsed) ?? text;
    const { ok, error, errors } = parsed as { ok?: unknown; error?: unknown; errors?: unknown };
    if (ok === false || isFilled(error) || isFilled(errors)) {
      return { kind: "failure", said: withRefusal(said, text) };
    }
    if (
      isEmptyValue(ok === true && "data" in parsed ? (parsed as { data: unknown }).data : parsed)
    ) {
      return { kind: "empty", said: sentenceIn(parsed) ?? "" };
    }
    return { kind: "success", said };
  }
  if (isIssueList(parsed)) return { kind: "failure", said: text };
  if (parsed !== undefined) {
    return isEmptyValue(parsed) ? { kind: "empty", said: "" } : { kind: "success", said: text };
  }
  if (text.trim() === "") return { kind: "empty", said: "" };
  return { kind: SOUNDS_FAILED.test(text) ? "failure" : "success", said: text };
}

/** Whether a text forbids another try of the same thing. */
export function forbidsRepeat(said: string): boolean {
  return /do(?: not|n't) (?:retry|repeat|call|try|ask)|not be (?:retried|repeated)|fail identically|will not change|unavailable now|is unavailable|"retryable"\s*:\s*false/i.test(
    said,
  );
}

/** Whether a text says that the reader may not, without saying what to do about it. */
export function deniesPermission(said: string): boolean {
  return /\b(?:40[13]|unauthori[sz]ed|forbidden|permission denied|not permitted|EACCES|EPERM|lacks? the scope)\b/i.test(
    said,
  );
}

/** Whether a text sends the reader another way. */
export function sendsElsewhere(said: string): boolean {
  return /another (?:way|approach|tool)|different (?:way|approach|tool)|continue without|other work/i.test(
    said,
  );
}

/** The sentences of a text. Dots inside names and numbers do not end one. */
export function sentencesOf(said: string): readonly string[] {
  return said
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d"'`(])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** The values in an enumeration such as `a|b|c`, `"a", "b" or "c"`, `[a, b]`. */
export function itemsOf(list: string): readonly string[] {
  return list
    .replace(/^[\s[(]+|[\s\])]+$/g, "")
    .split(/\s*\|\s*|\s*,\s*(?:or |and )?|\s+or\s+|\s+and\s+/)
    .map((item) => item.trim().replace(/^["'`“]+|["'`”?]+$/g, ""))
    .filter((item) => item !== "" && !/^(?:\.{3}|…|\d+ (?:more|others?))$/.test(item));
}

/** The JSON value of a text, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object with keys. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sentenceIn(value: Record<string, unknown>): string | undefined {
  const { message, error, detail } = value as {
    message?: unknown;
    error?: unknown;
    detail?: unknown;
  };
  if (typeof message === "string") return message;
  if (typeof error === "string") return error;
  if (isObject(error)) return sentenceIn(error);
  return typeof detail === "string" ? detail : undefined;
}

/** A list of validation issues, as validators print it: each with a code and a message. */
function isIssueList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => isObject(item) && "code" in item && "message" in item)
  );
}

/** A `retryable: false` beside the message is part of what is said. */
function withRefusal(said: string, text: string): string {
  const mark = /"retryable"\s*:\s*false/.exec(text)?.[0];
  return mark === undefined || said.includes(mark) ? said : `${said}\n${mark}`;
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !isEmptyValue(value);
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isObject(value)) return false;
  const items = Object.values(value);
  return items.some(Array.isArray) && items.every((item) => item === 0 || isEmptyValue(item));
}
