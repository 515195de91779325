import { formatName, partWords } from "../expectation.ts";
import type { IssueCode } from "../issue.ts";
import { list, type Raw, type Reading, textOf } from "./reading.ts";

/** The codes of zod 3 and 4 in our words. */
export const ZOD: Readonly<Record<string, IssueCode>> = {
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

/** An issue of zod 3 or 4 with the code `name`. */
export function readZod(issue: Raw, name: string): Reading {
  const code = ZOD[name] ?? "custom";
  const values = issue["values"] ?? issue["options"];
  if (Array.isArray(values)) return { code, allowed: values, expected: list(values) };
  if (name === "invalid_literal") return { code, allowed: [issue["expected"]] };
  if (code === "out_of_range") return { code, expected: zodBounds(issue) };
  const format = name === "invalid_date" ? "date" : (issue["format"] ?? issue["validation"]);
  if (code === "bad_format") {
    const pattern = textOf(issue["pattern"]);
    const name = textOf(format);
    const matching =
      (format === "regex" || format === "template_literal") && pattern
        ? `string matching ${pattern}`
        : zodPart(issue);
    return { code, expected: matching ?? (name === undefined ? undefined : formatName(name)) };
  }
  return { code, expected: typeName(textOf(issue["expected"])) };
}

/** zod 4 names the part beside the format, zod 3 under the check. */
function zodPart(issue: Raw): string | undefined {
  const { startsWith, endsWith, includes } = (issue["validation"] ?? {}) as Raw;
  return (
    partWords("starts_with", issue["prefix"] ?? startsWith) ??
    partWords("ends_with", issue["suffix"] ?? endsWith) ??
    partWords("includes", issue["includes"] ?? includes)
  );
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
  if (step !== undefined) return `a multiple of ${String(step)}`;
  if (issue["exact"] === true) return `exactly ${String(minimum ?? maximum)}${unit}`;
  if (minimum !== undefined)
    return `${issue["inclusive"] === false ? "more than" : "at least"} ${String(minimum)}${unit}`;
  if (maximum !== undefined)
    return `${issue["inclusive"] === false ? "less than" : "at most"} ${String(maximum)}${unit}`;
  return undefined;
}
