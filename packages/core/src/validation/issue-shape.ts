import type { ArgumentIssue } from "./issue.ts";

/**
 * What makes two failures of a tool the same mistake: the codes and paths of the issues, without
 * array indexes (row 3 or row 7 is the same misunderstanding), in a fixed order, each once.
 */
export function issueShape(issues: readonly ArgumentIssue[]): string {
  const shapes = new Set(
    issues.map(
      (issue) =>
        `${issue.code} ${issue.path.map((key) => (typeof key === "number" ? "[]" : key)).join(".")}`,
    ),
  );
  return [...shapes].sort().join("; ");
}
