import { joinOr } from "./expectation.ts";
import type { ArgumentIssue, IssueCode } from "./issue.ts";

/** An issue as some validator wrote it. */
type Raw = Readonly<Record<string, unknown>>;

type Path = (string | number)[];

/** What could be read of a foreign issue; path and received value are filled in by the caller. */
interface Reading {
  readonly code: IssueCode;
  readonly expected?: string | undefined;
  readonly allowed?: readonly unknown[] | undefined;
  readonly key?: string;
}

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
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
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

/** The codes of zod 3 and 4 in our words. */
const ZOD: Readonly<Record<string, IssueCode>> = {
  invalid_type: "wrong_type",
  too_small: "out_of_range",
  too_big: "out_of_range",
  not_multiple_of: "out_of_range",
  not_finite: "out_of_range",
  invalid_format: "bad_format",
  invalid_string: "bad_format",
  invalid_date: "bad_format",
  invalid_value: "not_allowed",
  invalid_enum_value: "not_allowed",
  invalid_literal: "not_allowed",
  invalid_union_discriminator: "not_allowed",
  invalid_union: "union",
  unrecognized_keys: "unknown_key",
  invalid_key: "custom",
  invalid_element: "custom",
  invalid_arguments: "custom",
  invalid_return_type: "custom",
  invalid_intersection_types: "custom",
  custom: "custom",
};

function read(issue: Raw): Reading {
  if (typeof issue["keyword"] === "string") return readKeyword(issue, issue["keyword"]);
  const code = issue["code"];
  if (typeof code === "string" && Object.hasOwn(ZOD, code)) return readZod(issue, code);
  if (issue["kind"] === "schema" || issue["kind"] === "validation") return readValibot(issue);
  if (typeof code === "string") return readArk(issue, code);
  if (typeof issue["type"] === "string") return readByType(issue, issue["type"]);
  return { code: "custom" };
}

function readZod(issue: Raw, name: string): Reading {
  const code = ZOD[name] ?? "custom";
  const values = issue["values"] ?? issue["options"];
  if (Array.isArray(values)) return { code, allowed: values, expected: list(values) };
  if (name === "invalid_literal") return { code, allowed: [issue["expected"]] };
  if (code === "out_of_range") return { code, expected: zodBounds(issue) };
  const format = issue["format"] ?? issue["validation"];
  if (code === "bad_format") {
    const pattern = textOf(issue["pattern"]);
    return {
      code,
      expected: format === "regex" && pattern ? `string matching ${pattern}` : textOf(format),
    };
  }
  return { code, expected: typeName(textOf(issue["expected"])) };
}

function typeName(expected: string | undefined): string | undefined {
  if (expected === "int") return "integer";
  return expected === "record" || expected === "map" ? "object" : expected;
}

function zodBounds(issue: Raw): string | undefined {
  const origin = textOf(issue["origin"]) ?? textOf(issue["type"]) ?? "";
  const unit =
    { string: " characters", array: " items", set: " items", file: " bytes" }[origin] ?? "";
  const { minimum, maximum, divisor, multipleOf } = issue;
  const step = divisor ?? multipleOf;
  if (step !== undefined) return `multiple of ${String(step)}`;
  if (issue["exact"] === true) return `exactly ${String(minimum ?? maximum)}${unit}`;
  if (minimum !== undefined)
    return `${issue["inclusive"] === false ? "more than" : "at least"} ${String(minimum)}${unit}`;
  if (maximum !== undefined)
    return `${issue["inclusive"] === false ? "less than" : "at most"} ${String(maximum)}${unit}`;
  return undefined;
}

/** Keywords of JSON Schema, as Ajv (with `params`) and cfworker (without) report them. */
function readKeyword(issue: Raw, keyword: string): Reading {
  const params = (issue["params"] ?? {}) as Raw;
  const limit = params["limit"] === undefined ? "" : ` ${String(params["limit"])}`;
  switch (keyword) {
    case "required":
      return { code: "missing", key: textOf(params["missingProperty"]) ?? "" };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = textOf(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      return key === undefined ? { code: "unknown_key" } : { code: "unknown_key", key };
    }
    case "enum":
    case "const": {
      const allowed =
        params["allowedValues"] ??
        ("allowedValue" in params ? [params["allowedValue"]] : undefined);
      return Array.isArray(allowed)
        ? { code: "not_allowed", allowed, expected: list(allowed) }
        : { code: "not_allowed" };
    }
    case "type": {
      const types = ([] as unknown[]).concat(params["type"] ?? []).map(String);
      return { code: "wrong_type", expected: types.length > 0 ? joinOr(types) : undefined };
    }
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return {
        code: "out_of_range",
        expected: limit === "" ? undefined : comparison(keyword) + limit,
      };
    case "minLength":
    case "maxLength":
      return {
        code: "out_of_range",
        expected: limit && `${comparison(keyword)}${limit} characters`,
      };
    case "minItems":
    case "maxItems":
      return { code: "out_of_range", expected: limit && `${comparison(keyword)}${limit} items` };
    case "pattern": {
      const pattern = textOf(params["pattern"]);
      return { code: "bad_format", expected: pattern && `string matching ${pattern}` };
    }
    case "format":
      return { code: "bad_format", expected: textOf(params["format"]) };
    case "oneOf":
    case "anyOf":
      return { code: "union" };
    default:
      return { code: "custom" };
  }
}

function comparison(keyword: string): string {
  if (keyword.startsWith("exclusive"))
    return keyword.endsWith("Minimum") ? "more than" : "less than";
  return keyword.startsWith("min") ? "at least" : "at most";
}

function readValibot(issue: Raw): Reading {
  const expected = textOf(issue["expected"])
    ?.replace(/^\((.*)\)$/, "$1")
    .replaceAll(" | ", " or ");
  if (issue["kind"] === "validation") {
    if (typeof issue["requirement"] === "number") {
      return {
        code: "out_of_range",
        expected: expected?.replace(/^>=/, "at least ").replace(/^<=/, "at most "),
      };
    }
    return {
      code: "bad_format",
      expected: expected ?? textOf(issue["type"])?.replaceAll("_", " "),
    };
  }
  if (issue["expected"] === "never") return { code: "unknown_key" };
  const literal =
    issue["type"] === "picklist" || issue["type"] === "literal" || issue["type"] === "enum";
  return { code: literal ? "not_allowed" : "wrong_type", expected };
}

function readArk(issue: Raw, code: string): Reading {
  const expected = textOf(issue["expected"])?.replace(/^an? /, "");
  if (code === "required") return { code: "missing", expected };
  if (/^(?:min|max|exactLength|divisor)/.test(code)) return { code: "out_of_range", expected };
  if (code === "pattern") return { code: "bad_format", expected };
  return { code: code === "domain" || code === "proto" ? "wrong_type" : "custom", expected };
}

/** joi writes `string.min`, yup plain `min`. */
function readByType(issue: Raw, type: string): Reading {
  const kind = type.slice(type.indexOf(".") + 1);
  const context = (issue["context"] ?? issue["params"] ?? {}) as Raw;
  const limit = context["limit"] ?? context["min"] ?? context["max"];
  const values = context["valids"] ?? context["resolved"];
  if (kind === "required" || kind === "optionality") return { code: "missing" };
  if (kind === "unknown" || kind === "noUnknown") return { code: "unknown_key" };
  if ((kind === "only" || kind === "oneOf") && Array.isArray(values)) {
    return { code: "not_allowed", allowed: values, expected: list(values) };
  }
  if (kind === "base" || kind === "typeError") {
    return {
      code: "wrong_type",
      expected: type.includes(".") ? type.split(".")[0] : textOf(context["type"]),
    };
  }
  if (kind === "integer") return { code: "wrong_type", expected: "integer" };
  if (/^(?:min|max|length)$/.test(kind) && limit !== undefined) {
    return {
      code: "out_of_range",
      expected: `${kind === "max" ? "at most" : kind === "min" ? "at least" : "exactly"} ${String(limit)}`,
    };
  }
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

function list(values: readonly unknown[]): string {
  return values
    .map((value) =>
      typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "nothing"),
    )
    .join("|");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
