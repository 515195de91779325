import type { Link } from "../link.ts";
import { isArray, isObject, lengthOf, read } from "../read.ts";
import { isAjvError } from "../returned.ts";
import type { Rule } from "../rule.ts";
import { FUTILE_LATE, type VerdictInput } from "../verdict.ts";

/** Items of a Standard Schema failure, zod, valibot, arktype: a message, mostly with a path. */
function areIssues(list: unknown): boolean {
  if (!isArray(list) || lengthOf(list) === 0) return false;
  const first = read(list, 0);
  // class-validator
  if (isObject(read(first, "constraints")) && read(first, "property") !== undefined) return true;
  return (
    isObject(first) &&
    typeof read(first, "message") === "string" &&
    (read(first, "path") !== undefined ||
      typeof read(first, "code") === "string" ||
      typeof read(first, "field") === "string" ||
      typeof read(first, "kind") === "string")
  );
}

function isValidation(link: Link): boolean {
  const { value, name, className } = link;
  if (
    name === "ZodError" ||
    name === "$ZodError" ||
    className === "ZodError" ||
    className === "$ZodError" ||
    className === "ZodRealError"
  )
    return true;
  if (
    name === "ValiError" ||
    className === "ValiError" ||
    name === "StructError" ||
    className === "ArkErrors"
  )
    return true;
  if (areIssues(read(value, "issues"))) return true;
  const errors = read(value, "errors");
  if (isArray(errors) && isAjvError(read(errors, 0))) return true;
  if (isAjvError(read(value, 0)) || (isArray(value) && areIssues(value))) return true;
  if (read(value, "isJoi") === true || read(value, "ajv") === true) return true;
  // yup: inner is a list of the same, errors a list of texts.
  if (
    name === "ValidationError" &&
    (isArray(read(value, "inner")) || isArray(read(value, "details")) || typeof errors === "object")
  )
    return true;
  return className === "TraversalError" || name === "TraversalError";
}

/** A wrapper that says that it was the service's answer that did not fit. */
function wrappedAsResponse(link: Link): boolean {
  for (let outer = link.parent; outer !== undefined; outer = outer.parent) {
    if (saysResponse(outer.lower)) return true;
  }
  return false;
}

/** Whether a text speaks of an answer rather than of what was asked. */
export function saysResponse(text: string): boolean {
  return (
    text.includes("response") ||
    text.includes("upstream") ||
    text.includes("reply") ||
    text.includes("returned by") ||
    text.includes("payload from") ||
    text.includes("from the api") ||
    text.includes("from api")
  );
}

function verdict(link: Link): VerdictInput {
  return wrappedAsResponse(link) ? FUTILE_LATE : "invalid_args";
}

/** Where parsers keep the place at which they stopped: a number, or an object with numbers. */
const PLACES = [
  "char",
  "position",
  "location",
  "loc",
  "mark",
  "pos",
  "line",
  "lineNumber",
  "locator",
  "linePos",
  "span",
] as const;
const NUMBERED = ["position", "offset", "line", "lineNumber"] as const;

function saysWhere(link: Link): boolean {
  // Some engines give every error of theirs a line.
  if (link.get("sourceURL") !== undefined || link.get("fileName") !== undefined) return false;
  return PLACES.some((key) => {
    const place = link.get(key);
    if (typeof place === "number") return true;
    const start = read(place, "start") ?? read(place, 0) ?? place;
    return isObject(start) && NUMBERED.some((name) => typeof read(start, name) === "number");
  });
}

/** Validators: the model's arguments did not fit, unless a wrapper says that an answer did not. */
export const validationRules: readonly Rule[] = [
  {
    name: "validation",
    source:
      "https://standardschema.dev, zod, valibot, arktype, ajv, yup, joi: the shapes of their errors",
    example: {
      $error: {
        name: "ZodError",
        message: "[]",
        issues: [{ code: "invalid_type", path: ["id"], message: "x" }],
      },
    },
    has: ["issues", "errors", "isJoi", "ajv", "inner", "details"],
    named: [
      "ZodError",
      "$ZodError",
      "ZodRealError",
      "ValiError",
      "StructError",
      "ArkErrors",
      "ValidationError",
      "TraversalError",
    ],
    match: (link) => (isValidation(link) ? verdict(link) : undefined),
  },
  {
    name: "validation/misuse",
    source: "zod src/v4/core/core.ts, ajv lib/compile: the schema itself is used wrongly",
    example: {
      $error: {
        name: "Error",
        message: "Encountered Promise during synchronous parse. Use .parseAsync() instead.",
      },
    },
    on: "none",
    match: (link) =>
      link.className === "$ZodAsyncError" ||
      link.message.startsWith("Encountered Promise during synchronous parse") ||
      link.message.startsWith("strict mode: ") ||
      link.message.startsWith("schema is invalid") ||
      link.name === "MissingRefError"
        ? "internal"
        : undefined,
  },
  {
    name: "validation/json-crossed",
    source: "zod: the message is the list of issues as JSON",
    example: {
      name: "Error",
      message:
        '[\n  {\n    "code": "invalid_type",\n    "path": ["a"],\n    "message": "Required"\n  }\n]',
    },
    stage: "text",
    match(link) {
      const text = link.message;
      if (!text.startsWith("[")) return undefined;
      return text.includes('"path"') && text.includes('"message"') ? verdict(link) : undefined;
    },
  },
  {
    name: "validation/fields",
    source: "https://validatejs.org, Rails, Django REST framework: texts by the name of the field",
    example: { name: ["Name can't be blank"], age: ["Age is not a number"] },
    stage: "text",
    on: "none",
    match: ({ className, value, ownNames = [] }) =>
      className === "Object" &&
      ownNames.length > 0 &&
      ownNames.length < 30 &&
      ownNames.every(
        (name) => typeof read(read(value, name), 0) === "string" && isArray(read(value, name)),
      )
        ? "invalid_args"
        : undefined,
  },
  {
    name: "langchain/tool-input",
    source: "@langchain/core/tools: ToolInputParsingException",
    example: { $error: { message: "Received tool input did not match expected schema" } },
    match: (link) =>
      link.className === "ToolInputParsingException" ||
      link.message.startsWith("Received tool input did not match expected schema")
        ? "invalid_args"
        : undefined,
  },
];

/** Asked last: an order has lines too, and a phrase knows more. */
export const placeRule: Rule = {
  name: "parse/place",
  source:
    "pug, mathjs, jsonata, js-yaml, peggy, acorn: parsers of expressions say where they stopped",
  example: { $error: { message: "no closing bracket", line: 2, column: 4 } },
  stage: "text",
  has: PLACES,
  match: (link) => (saysWhere(link) ? verdict(link) : undefined),
};
