import { formatName, partWords } from "../expectation.ts";
import { VALIBOT_FORMATS } from "../node-from-valibot.ts";
import { list, type Raw, type Reading, textOf } from "./reading.ts";

/** An issue of valibot. */
export function readValibot(issue: Raw): Reading {
  const expected = textOf(issue["expected"])
    ?.replace(/^\((.*)\)$/, "$1")
    .replaceAll(" | ", " or ");
  if (isValibotCheck(issue)) return { code: "custom" };
  // What it then calls expected is the name of the key, not what the key must hold.
  if (isAboutKey(issue) && issue["received"] === "undefined") return { code: "missing" };
  if (issue["kind"] === "validation") {
    if (typeof issue["requirement"] === "number") {
      return {
        code: "out_of_range",
        expected: expected?.replace(/^>=/, "at least ").replace(/^<=/, "at most "),
      };
    }
    const type = textOf(issue["type"]);
    const format = type === undefined ? undefined : VALIBOT_FORMATS[type];
    const part = partWords(type ?? "", issue["requirement"]);
    return {
      code: "bad_format",
      expected:
        part ??
        (format === undefined ? (expected ?? type?.replaceAll("_", " ")) : formatName(format)),
    };
  }
  if (issue["expected"] === "never") return { code: "unknown_key" };
  const literal =
    issue["type"] === "picklist" || issue["type"] === "literal" || issue["type"] === "enum";
  return { code: literal ? "not_allowed" : "wrong_type", expected };
}

/** Whether an issue of valibot is about a key, and not about what stands under it. */
function isAboutKey({ path }: Raw): boolean {
  const last: unknown = Array.isArray(path) ? path.at(-1) : undefined;
  return typeof last === "object" && last !== null && "origin" in last && last.origin === "key";
}

/** Whether an issue of valibot comes from the schema author's own function. */
export function isValibotCheck({ kind, type }: Raw): boolean {
  return (
    kind === "validation" && /^(?:raw_|partial_)?check(?:_items)?(?:_async)?$/.test(String(type))
  );
}

/** An issue of arktype with its code. */
export function readArk(issue: Raw, code: string): Reading {
  const expected = textOf(issue["expected"])?.replace(/^an? /, "");
  if (code === "required") return { code: "missing", expected };
  if (/^(?:min|max|exactLength|divisor)/.test(code)) return { code: "out_of_range", expected };
  if (code === "pattern") return { code: "bad_format", expected };
  return { code: code === "domain" || code === "proto" ? "wrong_type" : "custom", expected };
}

/** joi writes `string.min`, yup plain `min`. */
export function readByType(issue: Raw, type: string): Reading {
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
