import type { ArgumentIssue } from "../validation/issue.ts";
import { nearest, rank } from "../validation/nearest.ts";
import { cleanText } from "./clean-text.ts";
import { cutText } from "./cut-text.ts";
import type { Limits } from "./limits.ts";
import type { IssueFacts } from "./message-facts.ts";
import { isSecretName } from "./secret-name.ts";
import { showValue } from "./shown-value.ts";

/** Lists up to this length are given in full, if their text is short enough too. */
const FULL_LIST = 12;
const FULL_LIST_CHARS = 110;
/** Of a longer list so many are shown. */
const SHOWN_OF_LIST = 5;

/** Issues as a template reads them: alike ones told once, the rest after the limit counted. */
export function issueFacts(
  issues: readonly ArgumentIssue[],
  limits: Limits,
  redact: (text: string) => string,
): { readonly facts: IssueFacts[]; readonly left: number; readonly leftPlaces: string[] } {
  const groups = new Map<string, { readonly first: ArgumentIssue; count: number }>();
  for (const issue of issues) {
    const shape = issue.path.map((key) => (typeof key === "number" ? "[]" : key)).join(".");
    const key = `${issue.code} ${shape} ${issue.expected ?? issue.message}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: issue, count: 1 });
    else group.count += 1;
  }
  const all = [...groups.values()].map(({ first, count }) => ({ issue: first, more: count - 1 }));
  const shown = all.slice(
    0,
    Math.max(1, all.length === limits.issues + 1 ? limits.issues + 1 : limits.issues),
  );
  const rest = all.slice(shown.length);
  return {
    facts: shown.map(({ issue, more }) => factsOf(issue, more, issues, limits, redact)),
    left: rest.reduce((sum, { more }) => sum + 1 + more, 0),
    leftPlaces: rest.slice(0, limits.list).map(({ issue }) => pathText(issue.path, redact)),
  };
}

function factsOf(
  issue: ArgumentIssue,
  more: number,
  all: readonly ArgumentIssue[],
  limits: Limits,
  redact: (text: string) => string,
): IssueFacts {
  const { received } = issue;
  const secret = issue.path.some((key) => typeof key === "string" && isSecretName(key));
  const sent =
    !("received" in issue) || issue.code === "unknown_key"
      ? undefined
      : showValue(received, issue.path, { redact, max: limits.value });
  const { allowed, near, total } = shownAllowed(issue, all, limits);
  const description =
    issue.description === undefined || limits.description === 0
      ? undefined
      : cutText(cleanText(redact(issue.description)), limits.description);
  return {
    place: pathText(issue.path, redact),
    code: issue.code,
    expected: issue.expected,
    sent,
    sentType: sent === undefined ? undefined : typeName(received),
    corrected: secret ? undefined : corrected(issue, limits.value),
    actual: issue.actual,
    allowed,
    allowedTotal: total,
    near,
    description: description === "" ? undefined : description,
    message: shownMessage(issue, limits, redact),
    more,
  };
}

function typeName(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value) ? "array" : typeof value;
}

/** A validator's own words are quoted: inner quotation marks cannot end the quotation. */
function shownMessage(
  { code, message }: ArgumentIssue,
  limits: Limits,
  redact: (text: string) => string,
): string {
  if (code === "not_json" || code === "truncated") return redact(message);
  const text = cleanText(redact(message.slice(0, 2000))).replaceAll('"', "'");
  return cutText(text, limits.said === 0 ? 60 : 120);
}

function shownAllowed(
  issue: ArgumentIssue,
  all: readonly ArgumentIssue[],
  limits: Limits,
): { readonly allowed: string[]; readonly near: string[]; readonly total: number } {
  const key = issue.path[issue.path.length - 1];
  if (issue.code === "unknown_key") {
    const known = issue.knownKeys ?? [];
    const near = nearest(String(key), missingFirst(known, all, issue), 1);
    return { allowed: known.slice(0, limits.list).map(name), near, total: known.length };
  }
  const values = issue.allowed ?? [];
  if (values.length === 0) return { allowed: [], near: [], total: 0 };
  const texts = values.map(literal);
  const sent = typeof issue.received === "string" ? issue.received : undefined;
  const strings = values.filter((value) => typeof value === "string");
  const near = sent === undefined ? [] : nearest(sent, strings, 2);
  const full = values.length <= FULL_LIST && texts.join("|").length <= FULL_LIST_CHARS;
  if (full && limits.list >= 4)
    return {
      allowed: allBare(values) ? texts.map(bare) : texts,
      near: near.map(literal).map((text) => (allBare(values) ? bare(text) : text)),
      total: values.length,
    };
  const ranked = sent === undefined ? strings : rank(sent, strings).map((each) => each.name);
  const few = (ranked.length > 0 ? ranked : values).slice(0, Math.min(SHOWN_OF_LIST, limits.list));
  // Near ones lead the list already.
  return {
    allowed: few.map((value) => cutText(bare(literal(value)), 40)),
    near: [],
    total: values.length,
  };
}

/** A misspelt key was rather meant for a field that is missing than for one that is there. */
function missingFirst(
  known: readonly string[],
  all: readonly ArgumentIssue[],
  issue: ArgumentIssue,
): readonly string[] {
  const parent = pathText(issue.path.slice(0, -1));
  const missing = all
    .filter((each) => each.code === "missing" && pathText(each.path.slice(0, -1)) === parent)
    .map((each) => String(each.path[each.path.length - 1]));
  return [
    ...known.filter((each) => missing.includes(each)),
    ...known.filter((each) => !missing.includes(each)),
  ];
}

function allBare(values: readonly unknown[]): boolean {
  return (
    values.every((value) => typeof value !== "string" || /^[^\s"|,]+$/u.test(value)) &&
    !(values.length === 1 && typeof values[0] === "string")
  );
}

function bare(text: string): string {
  return text.startsWith('"') && /^"[^\s"|,\\]+"$/u.test(text) ? text.slice(1, -1) : text;
}

function literal(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  return JSON.stringify(value) ?? "nothing";
}

function name(key: string): string {
  return cutText(cleanText(key), 60);
}

/** What was sent, as it should have been: `3` for `"3"`, a list for its JSON text. */
function corrected(issue: ArgumentIssue, max: number): string | undefined {
  if (typeof issue.received !== "string" || issue.expected === undefined) return undefined;
  if (!["wrong_type", "json_in_string", "not_allowed"].includes(issue.code)) return undefined;
  try {
    const value = JSON.parse(issue.received.trim()) as unknown;
    const text = JSON.stringify(value);
    if (issue.code === "not_allowed") return issue.allowed?.includes(value) ? text : undefined;
    const structure = typeof value === "object" && value !== null;
    if (structure !== (issue.code === "json_in_string") || text.length > max) return undefined;
    const fits =
      structure ||
      (typeof value === "number" && /\bnumber\b/.test(issue.expected)) ||
      (Number.isInteger(value) && /\binteger\b/.test(issue.expected)) ||
      (typeof value === "boolean" && /\bboolean\b/.test(issue.expected));
    return fits ? text : undefined;
  } catch {
    return undefined;
  }
}

/** `items[2].qty`; a key that is no name stands in brackets. */
function pathText(
  path: readonly (string | number)[],
  redact: (text: string) => string = (text) => text,
): string {
  let text = "";
  for (const part of path.slice(0, 24)) {
    const key = typeof part === "string" ? redact(part) : part;
    if (typeof key === "number") text += `[${key}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) text += text === "" ? key : `.${key}`;
    else text += `["${name(key)}"]`;
  }
  return text;
}
