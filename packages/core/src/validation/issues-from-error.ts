import { foreignIssues, looksLikeIssue } from "./foreign/foreign-issues.ts";
import type { ArgumentIssue } from "./issue.ts";
import { sortIssues } from "./sort-issues.ts";

/** Where libraries keep their list of issues. */
const LISTS = ["issues", "errors", "details", "inner", "validation", "arkErrors"] as const;
/** How far a chain of causes is followed. */
const MAX_DEPTH = 6;
/** Longer messages are not searched for issues written as JSON. */
const MAX_MESSAGE = 20_000;

/**
 * The issues that an error carries: thrown by a tool's own validation, or by a framework that
 * validated before us. Empty when it carries none. Never throws.
 */
export function issuesFromError(error: unknown, args: unknown): ArgumentIssue[] {
  try {
    let here = error;
    for (let depth = 0; depth < MAX_DEPTH && typeof here === "object" && here !== null; depth++) {
      const found = listOf(here);
      if (found !== undefined) {
        return sortIssues(bestBranches(found).flatMap((raw) => foreignIssues(raw, args) ?? []));
      }
      here = (here as { readonly cause?: unknown }).cause;
    }
  } catch {
    // An error whose properties throw tells nothing.
  }
  return [];
}

/**
 * Ajv lists the errors of every alternative of a union. Only those of the alternative with the
 * fewest are told; they stand for the union itself.
 */
function bestBranches(list: readonly unknown[]): readonly unknown[] {
  const branches = new Map<string, Map<string, unknown[]>>();
  const kept: unknown[] = [];
  for (const raw of list) {
    const at = /^(.*?\/(?:anyOf|oneOf))\/(\d+)\//.exec(schemaPathOf(raw));
    if (at === null) {
      kept.push(raw);
      continue;
    }
    const union = branches.get(at[1] as string) ?? new Map<string, unknown[]>();
    branches.set(at[1] as string, union);
    union.set(at[2] as string, [...(union.get(at[2] as string) ?? []), raw]);
  }
  const best = [...branches.values()].flatMap((union) => {
    const [fewest] = [...union.values()].sort((a, b) => a.length - b.length);
    return fewest ?? [];
  });
  return [...best, ...kept.filter((raw) => !branches.has(schemaPathOf(raw)))];
}

function schemaPathOf(raw: unknown): string {
  const path: unknown = Reflect.get(raw as object, "schemaPath");
  return typeof path === "string" ? path : "";
}

function listOf(error: object): readonly unknown[] | undefined {
  for (const key of LISTS) {
    const list: unknown = Reflect.get(error, key);
    if (Array.isArray(list) && list.length > 0 && list.every(looksLikeIssue)) return list;
  }
  return inMessage(Reflect.get(error, "message"));
}

/** zod 3 and the MCP SDK write the issues into the message, as JSON. */
function inMessage(message: unknown): readonly unknown[] | undefined {
  if (typeof message !== "string" || message.length > MAX_MESSAGE) return undefined;
  const start = message.indexOf("[");
  const end = message.lastIndexOf("]");
  if (start < 0 || end < start || !/"(?:code|keyword)"/.test(message)) return undefined;
  try {
    const list = JSON.parse(message.slice(start, end + 1)) as unknown;
    return Array.isArray(list) && list.length > 0 && list.every(looksLikeIssue) ? list : undefined;
  } catch {
    return undefined;
  }
}
