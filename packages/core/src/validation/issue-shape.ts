import { redact as builtIn, type Redactor } from "../redact/redact.ts";
import type { ArgumentIssue } from "./issue.ts";

/** Characters of one key: a longer one is no name. */
const MAX_KEY = 64;

/**
 * What makes two failures of a tool the same mistake: the codes and paths of the issues, without
 * array indexes (row 3 or row 7 is the same misunderstanding), in a fixed order, each once. Keys
 * are the model's to invent, so they are redacted, then cut.
 */
export function issueShape(issues: readonly ArgumentIssue[], redact: Redactor = builtIn): string {
  const key = (part: string | number): string =>
    typeof part === "number" ? "[]" : [...redact(part)].slice(0, MAX_KEY).join("");
  const shapes = new Set(issues.map(({ code, path }) => `${code} ${path.map(key).join(".")}`));
  return [...shapes].sort().join("; ");
}
