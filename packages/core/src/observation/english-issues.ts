import type { Explanation } from "../engine/tool-options.ts";
import type { IssueFacts, IssueText, MessageFacts } from "./message-facts.ts";

/** One misfit in English. */
export function englishIssue(issue: IssueFacts): IssueText {
  const more = issue.more === 0 ? "" : ` (and ${issue.more} more like it)`;
  return { code: issue.code, says: `${says(issue)}${more}`, ...sent(issue), fix: fix(issue) };
}

function says(issue: IssueFacts): string {
  const place = issue.place === "" ? "the arguments" : issue.place;
  const expected = issue.expected ?? "";
  switch (issue.code) {
    case "missing": {
      const type = issue.allowed.length > 1 ? oneOf(issue) : issue.expected;
      const what = [type ?? "", issue.description ?? ""].filter((part) => part !== "").join(": ");
      return `${place}${what === "" ? "" : ` (${what})`} is missing`;
    }
    case "wrong_type":
      return `${place} must be ${article(expected || "of another type")}${about(issue)}`;
    case "json_in_string":
      return `${place} must be ${article(expected || "object")}`;
    case "not_allowed":
      return `${place} must be ${oneOf(issue)}${about(issue)}`;
    case "unknown_key":
      return unknownKey(issue, place);
    case "out_of_range":
      return `${place} must ${issue.actual === undefined ? "be" : "have"} ${expected || "in range"}${about(issue)}`;
    case "bad_format": {
      const pattern = /^string matching (.*)$/s.exec(expected)?.[1];
      const rule =
        pattern === undefined
          ? `be ${article(expected || "of another format")}`
          : `match ${pattern}`;
      return `${place} must ${rule}${about(issue)}`;
    }
    case "not_json":
      return `the arguments are not valid JSON: ${issue.message}`;
    case "truncated":
      return issue.message === ""
        ? "the arguments were cut off by the output limit, so nothing was executed"
        : `the arguments are incomplete JSON: ${issue.message}`;
    default:
      return issue.message === ""
        ? `${place} ${place === "the arguments" ? "do" : "does"} not fit the schema`
        : `${place}: "${issue.message}"`;
  }
}

function sent(issue: IssueFacts): { sent?: string } {
  switch (issue.code) {
    case "json_in_string":
      return { sent: "you sent it as a JSON string" };
    case "not_allowed":
      return issue.sent === undefined
        ? {}
        : { sent: `you sent ${quotedValue(issue)}${issue.sent}${didYouMean(issue.near)}` };
    case "not_json":
    case "truncated":
    case "unknown_key":
    case "missing":
      return {};
    default: {
      const value = issue.actual ?? issue.sent;
      const isWhole = issue.place === "" && issue.code === "custom";
      // A tool that checks something else than its arguments: what was sent there is right.
      const fits = issue.code === "wrong_type" && issue.sentType === issue.expected;
      if (value === undefined || isWhole || fits) return {};
      const type = issue.code === "wrong_type" ? issue.sentType : undefined;
      return { sent: `you sent ${type === undefined ? "" : `the ${type} `}${value}` };
    }
  }
}

/** A value that is allowed but for its quotes is named as the string that it is. */
function quotedValue({ corrected }: IssueFacts): string {
  return corrected === undefined ? "" : "the string ";
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
      if (issue.corrected !== undefined) return `Send ${issue.corrected} without quotes`;
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
      return issue.message === ""
        ? "Send a smaller call: split long content into parts"
        : "Send the complete JSON object; split long content into parts";
    default:
      return "Correct it and call again";
  }
}

/** All misfits of a call in English. */
export function englishIssues(texts: readonly IssueText[], facts: MessageFacts): Explanation {
  const left = facts.issuesLeft ?? 0;
  const only = texts.length === 1 && left === 0 ? texts[0] : undefined;
  const shown =
    only === undefined
      ? [...joinMissing(texts), ...(left === 0 ? [] : [`and ${left} more${at(facts)}`])].join("; ")
      : `${only.says}${only.sent === undefined ? "" : `; ${only.sent}`}`;
  const next = facts.escalated
    ? `This has failed the same way before: do not call ${facts.tool} again; use another way or tell the user`
    : (only?.fix ??
      `Fix ${texts.length === 2 && left === 0 ? "both" : "all of it"} and call again`);
  return { message: `${facts.tool}: ${shown}`, next };
}

/** Where the misfits are that are not told one by one. */
function at({ placesLeft = [] }: MessageFacts): string {
  const places = placesLeft.filter((place) => place !== "");
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
}

/** What a format looks like, told once: the second date need not explain itself again. */
function toldOnce(texts: readonly IssueText[]): IssueText[] {
  const told = new Set<string>();
  return texts.map((text) => {
    const says = text.says.replace(/ \((?:ISO|YYYY|HH|e\.g\.)[^()]{0,60}\)/g, (hint) => {
      if (told.has(hint)) return "";
      told.add(hint);
      return hint;
    });
    return { ...text, says };
  });
}

/** "a (string) is missing; b (integer) is missing" in fewer words. */
function joinMissing(given: readonly IssueText[]): string[] {
  const texts = toldOnce(given);
  const tail = " is missing";
  const told = texts.map(({ says, sent }) => (sent === undefined ? says : `${says} (${sent})`));
  const missing = told.filter(
    (text, index) => texts[index]?.code === "missing" && text.endsWith(tail),
  );
  if (missing.length < 2) return told;
  const names = missing.map((text) => text.slice(0, -tail.length)).join(", ");
  const first = told.indexOf(missing[0] as string);
  const rest = told.filter((text) => !missing.includes(text));
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
  return near.length === 0 ? "" : `; nearest: ${near.join(", ")}`;
}

function about({ description }: IssueFacts): string {
  return description === undefined ? "" : ` (${description})`;
}

function article(words: string): string {
  if (/^(?:a|an|one|any|at|of|true|false|null|"|\d)\b/.test(words) || words.startsWith('"'))
    return words;
  if (/^(?:UUID|URI|URL|uni|use)/.test(words)) return `a ${words}`;
  return `${/^[aeiou]|^(?:ISO|IP|RFC)/i.test(words) ? "an" : "a"} ${words}`;
}
