import { expectedWords, formatWords } from "./expectation.ts";
import { explainUnion } from "./explain-union.ts";
import type { ArgumentIssue } from "./issue.ts";
import type { SchemaNode, TypeWord } from "./schema-node.ts";

type Path = ArgumentIssue["path"];

/** Schemas that contain themselves end where the value ends; this is for cyclic values. */
const MAX_DEPTH = 40;
/** More issues than this are counted by nobody. */
const MAX_ISSUES = 200;

/**
 * Every way in which a value does not fit a node, each at its own place. Unions are explained by
 * the branch that fits best.
 */
export function explainMisfit(node: SchemaNode, value: unknown, path: Path = []): ArgumentIssue[] {
  if (path.length > MAX_DEPTH) return [];
  const issues: ArgumentIssue[] = [];
  if (node.branches !== undefined) issues.push(...explainUnion(node, node.branches, value, path));
  for (const part of node.all ?? []) issues.push(...explainMisfit(part(), value, path));
  const own = explainOwn(node, value, path);
  return issues.length === 0 ? own : [...issues, ...own].slice(0, MAX_ISSUES);
}

function explainOwn(node: SchemaNode, value: unknown, path: Path): ArgumentIssue[] {
  const about = node.description === undefined ? {} : { description: node.description };
  if (node.allowed !== undefined) {
    if (node.allowed.some((each) => sameJson(each, value))) return [];
    return [
      {
        path,
        code: "not_allowed",
        message: "not one of the allowed values",
        expected: expectedWords(node),
        received: value,
        allowed: node.allowed,
        ...about,
      },
    ];
  }
  if (node.types !== undefined && !node.types.some((type) => hasType(value, type))) {
    return explainType(node, node.types, value, path);
  }
  if (typeof value === "string") return explainText(node, value, path);
  if (typeof value === "number") return explainNumber(node, value, path);
  if (Array.isArray(value)) return explainArray(node, value, path);
  if (typeof value === "object" && value !== null) {
    return explainObject(node, value as Record<string, unknown>, path);
  }
  return [];
}

function explainType(
  node: SchemaNode,
  types: readonly TypeWord[],
  value: unknown,
  path: Path,
): ArgumentIssue[] {
  const inside = typeof value === "string" ? jsonOf(value, types) : undefined;
  const issue: ArgumentIssue = {
    path,
    code: inside === undefined ? "wrong_type" : "json_in_string",
    message: "wrong type",
    expected: expectedWords(node),
    received: value,
    ...(node.description === undefined ? {} : { description: node.description }),
  };
  // Arguments of another kind altogether (null, a list): say at once which fields they need.
  if (path.length > 0 || inside !== undefined) return [issue];
  return [issue, ...missingFields(node, {}, path)];
}

/** The value that a string holds as JSON, when it is one of the structures that are wanted. */
function jsonOf(text: string, types: readonly TypeWord[]): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return types.some((type) => hasType(value, type)) ? value : undefined;
  } catch {
    return undefined;
  }
}

function explainObject(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): ArgumentIssue[] {
  const issues = missingFields(node, value, path);
  const known = node.properties ?? new Map<string, never>();
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const property = known.get(key);
    if (property !== undefined) {
      if (inner !== undefined)
        issues.push(...explainMisfit(property.node(), inner, [...path, key]));
    } else if (node.additional === false) {
      issues.push({
        path: [...path, key],
        code: "unknown_key",
        message: "unknown field",
        received: inner,
        knownKeys: [...known.keys()],
      });
    } else if (node.additional !== undefined) {
      issues.push(...explainMisfit(node.additional(), inner, [...path, key]));
    }
    if (issues.length > MAX_ISSUES) break;
  }
  const count = Object.keys(value).length;
  return issues.concat(
    outOfCount(node.minProperties, node.maxProperties, count, "field", value, path),
  );
}

function missingFields(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): ArgumentIssue[] {
  const issues: ArgumentIssue[] = [];
  for (const [key, property] of node.properties ?? []) {
    if (!property.required || (Object.hasOwn(value, key) && value[key] !== undefined)) continue;
    const inner = property.node();
    const expected = expectedWords(inner);
    issues.push({
      path: [...path, key],
      code: "missing",
      message: "missing",
      ...(expected === "any value" ? {} : { expected }),
      ...(inner.allowed === undefined ? {} : { allowed: inner.allowed }),
      ...(inner.description === undefined ? {} : { description: inner.description }),
    });
  }
  return issues;
}

function explainArray(node: SchemaNode, value: readonly unknown[], path: Path): ArgumentIssue[] {
  const issues = outOfCount(node.minItems, node.maxItems, value.length, "item", value, path);
  const prefix = node.prefix ?? [];
  for (const [index, inner] of value.entries()) {
    const element = prefix[index] ?? (node.items === false ? undefined : node.items);
    if (element !== undefined) issues.push(...explainMisfit(element(), inner, [...path, index]));
    if (issues.length > MAX_ISSUES) break;
  }
  return issues;
}

function outOfCount(
  min: number | undefined,
  max: number | undefined,
  count: number,
  unit: string,
  value: unknown,
  path: Path,
): ArgumentIssue[] {
  const expected = range(min, max, count, unit);
  if (expected === undefined) return [];
  const actual = plural(count, unit);
  return [{ path, code: "out_of_range", message: expected, expected, actual, received: value }];
}

/** What a count must be, in words; `undefined` when it is. */
function range(
  min: number | undefined,
  max: number | undefined,
  count: number,
  unit: string,
): string | undefined {
  if (min !== undefined && min === max && count !== min) return `exactly ${plural(min, unit)}`;
  if (min !== undefined && count < min) return `at least ${plural(min, unit)}`;
  if (max !== undefined && count > max) return `at most ${plural(max, unit)}`;
  return undefined;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function explainText(node: SchemaNode, value: string, path: Path): ArgumentIssue[] {
  const length = node.lengthUnit === "points" ? [...value].length : value.length;
  const issues = outOfCount(node.minLength, node.maxLength, length, "character", value, path);
  if (fitsFormat(node, value)) return issues;
  const issue: ArgumentIssue = {
    path,
    code: "bad_format",
    message: "wrong format",
    expected: formatWords(node),
    received: value,
    ...(node.description === undefined ? {} : { description: node.description }),
  };
  return [...issues, issue];
}

function fitsFormat(node: SchemaNode, value: string): boolean {
  if (node.fitsFormat !== undefined && !node.fitsFormat(value)) return false;
  if (node.pattern === undefined) return true;
  node.pattern.lastIndex = 0;
  return node.pattern.test(value);
}

function explainNumber(node: SchemaNode, value: number, path: Path): ArgumentIssue[] {
  const { minimum, maximum, above, below, multipleOf } = node;
  const low = (minimum !== undefined && value < minimum) || (above !== undefined && value <= above);
  const high =
    (maximum !== undefined && value > maximum) || (below !== undefined && value >= below);
  const uneven = multipleOf !== undefined && !isMultiple(value, multipleOf);
  if (!low && !high && !uneven) return [];
  const expected = low || high ? bounds(node) : `a multiple of ${multipleOf}`;
  return [{ path, code: "out_of_range", message: expected, expected, received: value }];
}

function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function bounds({ minimum, maximum, above, below }: SchemaNode): string {
  const low =
    minimum !== undefined ? `at least ${minimum}` : above !== undefined ? `more than ${above}` : "";
  const high =
    maximum !== undefined ? `at most ${maximum}` : below !== undefined ? `less than ${below}` : "";
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  return low !== "" && high !== "" ? `${low} and ${high}` : low + high;
}

/** Whether a value is of a kind, as JSON Schema means it. */
export function hasType(value: unknown, type: TypeWord): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "date":
      return value instanceof Date;
    default:
      return typeof value === type;
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}
