import { joinOr } from "../expectation.ts";
import type { ArgumentIssue } from "../issue.ts";
import { readKeyword } from "./keyword-issue.ts";
import { readArk, readByType, readValibot } from "./other-issues.ts";
import { type Raw, type Reading, textOf } from "./reading.ts";
import { readZod, ZOD } from "./zod-issue.ts";

type Path = (string | number)[];

/**
 * Issues of zod 3 and 4, Ajv, `@cfworker/json-schema`, valibot, arktype, joi and yup, read by
 * shape. `undefined` for what is no issue of a validator.
 */
export function foreignIssues(raw: unknown, args: unknown): ArgumentIssue[] | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const issue = raw as Raw;
  const path = pathOf(issue);
  if (path === undefined) return undefined;
  const union = unionBranches(issue, path, args);
  if (union !== undefined) return union;
  const message = textOf(issue["message"]) ?? textOf(issue["error"]) ?? "";
  const keys = issue["code"] === "unrecognized_keys" ? issue["keys"] : undefined;
  if (Array.isArray(keys)) {
    return keys.map((key: string) => build([...path, key], { code: "unknown_key" }, message, args));
  }
  const reading = read(issue);
  const place = reading.key === undefined ? path : [...path, reading.key];
  return [build(place, reading, message, args)];
}

/** Whether an entry of an error's list is an issue of a validator, not of something else. */
export function looksLikeIssue(raw: unknown): boolean {
  if (typeof raw !== "object" || raw === null) return false;
  const issue = raw as Raw;
  if (typeof issue["code"] === "string" && Object.hasOwn(ZOD, issue["code"])) {
    return Array.isArray(issue["path"]);
  }
  if (typeof issue["keyword"] === "string") {
    return ["instancePath", "dataPath", "instanceLocation"].some(
      (key) => typeof issue[key] === "string",
    );
  }
  if (issue["kind"] === "schema" || issue["kind"] === "validation") return "expected" in issue;
  if (typeof issue["type"] === "string" && issue["type"].includes(".")) return "context" in issue;
  return "params" in issue && "inner" in issue && "path" in issue;
}

function build(path: Path, reading: Reading, message: string, args: unknown): ArgumentIssue {
  const received = valueAt(args, path);
  const absent = received === undefined && path.length > 0;
  const missing =
    absent &&
    ["wrong_type", "not_allowed", "custom", "bad_format"].includes(reading.code) &&
    /required|undefined|missing/i.test(message + (reading.expected ?? ""));
  return {
    path,
    code: missing ? "missing" : reading.code,
    message,
    ...(reading.expected === undefined ? {} : { expected: reading.expected }),
    ...(received === undefined ? {} : { received }),
    ...(reading.allowed === undefined ? {} : { allowed: reading.allowed }),
  };
}

/** The value that a path leads to; `undefined` where it leads nowhere. Never throws. */
function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value;
  try {
    for (const key of path) {
      if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
      here = (here as Record<string | number, unknown>)[key];
    }
  } catch {
    return undefined;
  }
  return here;
}

function pathOf(issue: Raw): Path | undefined {
  const pointer = issue["instancePath"] ?? issue["dataPath"] ?? issue["instanceLocation"];
  if (typeof pointer === "string") return fromPointer(pointer);
  const path = issue["path"] ?? [];
  if (typeof path === "string") return fromDotted(path);
  if (typeof path !== "object" || path === null || !(Symbol.iterator in path)) return undefined;
  return [...(path as Iterable<unknown>)].map(toKey);
}

function toKey(part: unknown): string | number {
  if (typeof part === "number") return part;
  if (typeof part === "object" && part !== null && "key" in part) return toKey(part.key);
  return typeof part === "symbol" ? (part.description ?? "") : String(part);
}

function fromPointer(pointer: string): Path {
  if (pointer.startsWith(".") || pointer.startsWith("[")) return fromDotted(pointer);
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((part) => asIndex(unescapePointer(part)));
}

function unescapePointer(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}

function fromDotted(path: string): Path {
  return path
    .split(/[.[\]"']+/)
    .filter((part) => part !== "")
    .map(asIndex);
}

function asIndex(part: string): string | number {
  return /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : part;
}

function read(issue: Raw): Reading {
  if (typeof issue["keyword"] === "string") return readKeyword(issue, issue["keyword"]);
  const code = issue["code"];
  if (typeof code === "string" && Object.hasOwn(ZOD, code)) return readZod(issue, code);
  if (issue["kind"] === "schema" || issue["kind"] === "validation") return readValibot(issue);
  if (typeof code === "string") return readArk(issue, code);
  if (typeof issue["type"] === "string") return readByType(issue, issue["type"]);
  return { code: "custom" };
}

/** Of a union's failures, those of the branch with the fewest; one line when all differ in kind. */
function unionBranches(issue: Raw, path: Path, args: unknown): ArgumentIssue[] | undefined {
  if (issue["code"] !== "invalid_union") return undefined;
  const branches: ArgumentIssue[][] = [];
  for (const errors of (issue["errors"] ?? []) as readonly unknown[]) {
    // zod 4: paths from the union on.
    const list = Array.isArray(errors) ? errors : [];
    branches.push(
      list.flatMap(
        (raw: Raw) =>
          foreignIssues({ ...raw, path: [...path, ...(raw["path"] as Path)] }, args) ?? [],
      ),
    );
  }
  for (const error of (issue["unionErrors"] ?? []) as readonly {
    readonly issues?: readonly unknown[];
  }[]) {
    branches.push((error.issues ?? []).flatMap((raw) => foreignIssues(raw, args) ?? []));
  }
  if (branches.length === 0) return undefined;
  const deeper = branches.filter((branch) => branch.some((each) => each.path.length > path.length));
  if (deeper.length > 0) return deeper.sort((a, b) => a.length - b.length)[0];
  const words = [...new Set(branches.flat().map((each) => each.expected ?? ""))].filter(
    (word) => word !== "",
  );
  const reading: Reading = {
    code: "wrong_type",
    expected: words.length > 0 ? joinOr(words) : undefined,
  };
  return [build(path, reading, textOf(issue["message"]) ?? "", args)];
}
