import type { Explanation } from "../engine/tool-options.ts";
import type { IssueFacts, IssueText, MessageFacts } from "./message-facts.ts";

/** One misfit in English. */
export function englishIssue(issue: IssueFacts): IssueText {
  return { code: issue.code, says: `${says(issue)}${more(issue.more)}`, fix: fix(issue) };
}

function says(issue: IssueFacts): string {
  const place = issue.place === "" ? "the arguments" : issue.place;
  const sent = issue.sent === undefined ? "" : `; you sent ${issue.sent}`;
  switch (issue.code) {
    case "missing": {
      const type = issue.allowed.length > 1 ? oneOf(issue) : (issue.expected ?? "required");
      return `${place} (${type}${about(issue)}) is missing`;
    }
    case "wrong_type": {
      const text = issue.sentText ? sent.replace("you sent ", "you sent the string ") : sent;
      return `${place} must be ${article(issue.expected ?? "of another type")}${about(issue)}${text}`;
    }
    case "json_in_string":
      return `${place} must be ${article(issue.expected ?? "object")}; you sent it as a JSON string`;
    case "not_allowed":
      return `${place} must be ${oneOf(issue)}${about(issue)}${sent}${didYouMean(issue.near)}`;
    case "unknown_key":
      return unknownKey(issue, place);
    case "out_of_range":
      return `${place} must ${issue.actual === undefined ? "be" : "have"} ${issue.expected ?? "in range"}; you sent ${issue.actual ?? issue.sent ?? "another"}`;
    case "bad_format": {
      const expected = issue.expected ?? "of another format";
      const rule = expected.startsWith("string matching ")
        ? `match ${expected.slice("string matching ".length)}`
        : `be ${article(expected)}`;
      return `${place} must ${rule}${about(issue)}${sent}`;
    }
    case "not_json":
      return `the arguments are not valid JSON: ${issue.message}`;
    case "truncated":
      return "the arguments were cut off by the output limit, so nothing was executed";
    default:
      return issue.message === ""
        ? `${place} ${place === "the arguments" ? "do" : "does"} not fit the schema${sent}`
        : `${place}: "${issue.message}"${sent}`;
  }
}

function unknownKey(issue: IssueFacts, place: string): string {
  if (issue.near.length > 0)
    return `unknown field ${place} (did you mean ${issue.near.join(" or ")}?)`;
  if (issue.allowedTotal === 0) return `unknown field ${place}`;
  return `unknown field ${place} (allowed: ${list(issue)})`;
}

function fix(issue: IssueFacts): string {
  switch (issue.code) {
    case "missing":
      return `Call again with ${issue.place === "" ? "it" : issue.place}`;
    case "wrong_type":
      return issue.corrected === undefined
        ? "Correct it and call again"
        : `Send ${issue.corrected} without quotes`;
    case "json_in_string":
      return issue.corrected === undefined
        ? "Send the value itself, without quotes around it"
        : `Send ${issue.corrected} without quotes around it`;
    case "not_allowed":
      return issue.allowedTotal === 1
        ? "Call again with that value if it is what you mean"
        : "Call again with one of the exact values";
    case "unknown_key":
      return issue.near.length > 0 ? "Rename it and call again" : "Remove it and call again";
    case "out_of_range":
      return issue.expected?.startsWith("at most") && issue.actual !== undefined
        ? "Shorten it and call again"
        : "Correct it and call again";
    case "not_json":
      return "Send one JSON object with all keys and strings in double quotes";
    case "truncated":
      return "Send a smaller call: split long content into parts";
    default:
      return "Correct it and call again";
  }
}

/** All misfits of a call in English. */
export function englishIssues(texts: readonly IssueText[], facts: MessageFacts): Explanation {
  const shown = joinMissing(texts);
  const next = facts.escalated
    ? `This has failed the same way before: do not call ${facts.tool} again; use another way or tell the user`
    : texts.length === 1 && (facts.issuesLeft ?? 0) === 0
      ? (texts[0]?.fix ?? "")
      : "Fix all of it and call again";
  const left = facts.issuesLeft ?? 0;
  const further = left === 0 ? "" : `; and ${left} more`;
  return { message: `${facts.tool}: ${shown.join("; ")}${further}`, next };
}

/** "a (string) is missing; b (integer) is missing" in fewer words. */
function joinMissing(texts: readonly IssueText[]): string[] {
  const tail = " is missing";
  const missing = texts.filter(({ code, says }) => code === "missing" && says.endsWith(tail));
  if (missing.length < 2) return texts.map((text) => text.says);
  const names = missing.map((text) => text.says.slice(0, -tail.length)).join(", ");
  const first = texts.indexOf(missing[0] as IssueText);
  const rest = texts.filter((text) => !missing.includes(text)).map((text) => text.says);
  return [...rest.slice(0, first), `${names} are missing`, ...rest.slice(first)];
}

function oneOf(issue: IssueFacts): string {
  if (issue.allowedTotal === 0) return "one of the allowed values";
  if (issue.allowedTotal === 1) return issue.allowed[0] ?? "";
  if (issue.allowed.length < issue.allowedTotal) {
    return `one of ${issue.allowedTotal} values (such as ${issue.allowed.join(", ")}, …)`;
  }
  return `one of ${list(issue)}`;
}

function list({ allowed, allowedTotal }: IssueFacts): string {
  const simple = allowed.every((value) => /^[\w.:/-]+$/.test(value));
  const rest = allowedTotal - allowed.length;
  return `${allowed.join(simple ? "|" : ", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? "" : ` (nearest: ${near.join(", ")})`;
}

function about({ description }: IssueFacts): string {
  return description === undefined ? "" : ` (${description})`;
}

function more(count: number): string {
  return count === 0 ? "" : `, and ${count} more like it`;
}

function article(words: string): string {
  if (/^(?:a|an|one|any|at|of|true|false|null|"|\d)\b/.test(words) || words.startsWith('"'))
    return words;
  if (/^(?:UUID|URI|URL|uni|use)/.test(words)) return `a ${words}`;
  return `${/^[aeiou]|^(?:ISO|IP|RFC)/i.test(words) ? "an" : "a"} ${words}`;
}
