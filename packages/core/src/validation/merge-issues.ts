import { isValibotCheck } from "./foreign/other-issues.ts";
import type { Raw } from "./foreign/reading.ts";
import type { ArgumentIssue } from "./issue.ts";

/** One issue of the validator, and how it reads by itself. */
export interface FoundIssue {
  readonly raw: unknown;
  readonly issues: readonly ArgumentIssue[];
}

/**
 * The validator says what is wrong, our reading of the schema says it better. Each of its issues
 * is replaced by ours at the same place or inside it; what only the validator knows (a
 * refinement, a keyword that we do not read) stays in its own words; what only we found is
 * dropped, since the validator is the judge.
 */
export function mergeIssues(
  found: readonly FoundIssue[],
  explained: readonly ArgumentIssue[],
): ArgumentIssue[] {
  const merged: ArgumentIssue[] = [];
  const used = new Set<ArgumentIssue>();
  const add = (issue: ArgumentIssue): void => {
    if (used.has(issue)) return;
    used.add(issue);
    merged.push(issue);
  };
  for (const { raw, issues } of found) {
    if (isRefinement(raw)) {
      for (const issue of issues) add(issue);
      continue;
    }
    for (const issue of issues) {
      const place = placeOf(issue);
      const ours = explained.filter(
        (each) => isWithin(each.path, place) || isWithin(place, each.path),
      );
      if (ours.length > 0) for (const each of ours) add(each);
      else if (!restates(issue, merged)) add(issue);
    }
  }
  return dropWhatFollows(merged);
}

/** An unknown or missing key is reported at the object that has or lacks it by some. */
function placeOf(issue: ArgumentIssue): ArgumentIssue["path"] {
  const atKey = issue.code === "missing" || issue.code === "unknown_key";
  return atKey && issue.path[issue.path.length - 1] === "" ? issue.path.slice(0, -1) : issue.path;
}

/** Keywords that only the validator understands. */
const RULES = ["not", "contains", "uniqueItems", "propertyNames"];

/** A rule in the tool author's own code, or one that our reading of the schema does not know. */
function isRefinement(raw: unknown): boolean {
  const issue = (raw ?? {}) as Raw;
  if (issue["keyword"] !== undefined) return RULES.includes(String(issue["keyword"]));
  return issue["code"] === "custom" || isValibotCheck(issue);
}

/** The same place in the validator's other words. */
function restates(issue: ArgumentIssue, merged: readonly ArgumentIssue[]): boolean {
  return merged.some((each) => isWithin(each.path, issue.path));
}

/** A misfit of a whole (`union`, a bare custom one) says nothing beside one of its parts. */
function dropWhatFollows(issues: readonly ArgumentIssue[]): ArgumentIssue[] {
  return issues.filter(
    (issue) =>
      !(issue.code === "union" || (issue.code === "custom" && issue.message === "")) ||
      !issues.some((each) => each !== issue && isWithin(each.path, issue.path)),
  );
}

function isWithin(path: ArgumentIssue["path"], outer: ArgumentIssue["path"]): boolean {
  return outer.length <= path.length && outer.every((key, index) => path[index] === key);
}
