import { formatName, joinOr } from "../expectation.ts";
import { cfworkerParams } from "./cfworker-params.ts";
import { list, type Raw, type Reading, textOf } from "./reading.ts";

/** Keywords of JSON Schema, as Ajv (with `params`) and cfworker (without) report them. */
export function readKeyword(issue: Raw, keyword: string): Reading {
  const sentence = textOf(issue["error"]) ?? "";
  const params = (issue["params"] ?? cfworkerParams(keyword, sentence)) as Raw;
  const limit = params["limit"] === undefined ? "" : ` ${String(params["limit"])}`;
  switch (keyword) {
    case "required":
    case "dependentRequired":
    case "dependencies":
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
    case "format": {
      const name = textOf(params["format"]);
      return { code: "bad_format", expected: name === undefined ? undefined : formatName(name) };
    }
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
