import type { ArgumentIssue, IssueCode } from "./issue.ts";

/** What to fix first: what makes everything else moot, then what is missing, then the rest. */
const ORDER: Readonly<Record<IssueCode, number>> = {
  truncated: 0,
  not_json: 0,
  json_in_string: 1,
  missing: 2,
  wrong_type: 3,
  not_allowed: 4,
  union: 4,
  bad_format: 5,
  out_of_range: 5,
  unknown_key: 6,
  custom: 7,
};

/** The issues in the order in which they are best fixed; equals keep theirs. */
export function sortIssues(issues: readonly ArgumentIssue[]): ArgumentIssue[] {
  const rank = (issue: ArgumentIssue): number =>
    issue.path.length === 0 && issue.code === "wrong_type" ? 0 : ORDER[issue.code];
  return [...issues].sort((a, b) => rank(a) - rank(b));
}
