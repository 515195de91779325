import { expectedWords, joinOr } from "./expectation.ts";
import { explainMisfit, hasType } from "./explain-misfit.ts";
import type { ArgumentIssue } from "./issue.ts";
import type { SchemaNode } from "./schema-node.ts";

type Path = ArgumentIssue["path"];

/** Why no branch of a union fits, told by the branch that the sender most likely meant. */
export function explainUnion(
  node: SchemaNode,
  branches: readonly (() => SchemaNode)[],
  value: unknown,
  path: Path,
): ArgumentIssue[] {
  const options = branches.map((branch) => branch());
  const literals = literalsOf(options);
  const about = node.description === undefined ? {} : { description: node.description };
  if (literals !== undefined) {
    if (literals.some((each) => Object.is(each, value))) return [];
    const message = "not one of the allowed values";
    return [
      {
        path,
        code: "not_allowed",
        message,
        expected: expectedWords({ allowed: literals }),
        received: value,
        allowed: literals,
        ...about,
      },
    ];
  }
  const results = options.map((option) => ({ option, issues: explainMisfit(option, value, path) }));
  if (results.some(({ issues }) => issues.length === 0)) return [];
  const lacking = lackedKeys(results);
  if (lacking !== undefined) {
    const message = `${joinOr(lacking)} is missing`;
    return [{ path, code: "custom", message, received: value }];
  }
  const chosen = byDiscriminator(node, options, value, path);
  if (chosen !== undefined) return chosen;
  const ofKind = results.filter(({ option }) => kindFits(option, value));
  if (ofKind.length === 0) {
    // "null" is how a schema says optional; naming it helps only when nothing else is left.
    const words = expectedWords({
      branches: options.filter(isNotNull).map((option) => () => option),
    });
    const inside = jsonInside(results);
    if (inside !== undefined) return [inside];
    const message = "fits no alternative";
    return [{ path, code: "wrong_type", message, expected: words, received: value, ...about }];
  }
  ofKind.sort((a, b) => cost(a.issues, path) - cost(b.issues, path));
  const best = ofKind[0]?.issues ?? [];
  const isScalar = typeof value !== "object" || value === null;
  if (!isScalar || best.some((issue) => issue.path.length > path.length)) return best;
  // A text or number that one alternative nearly takes: name them all, they are short.
  const others = options.filter(isNotNull);
  const [first] = best;
  if (
    first === undefined ||
    others.length < 2 ||
    !["wrong_type", "bad_format"].includes(first.code)
  ) {
    return best;
  }
  return [
    { ...first, expected: expectedWords({ branches: others.map((option) => () => option) }) },
  ];
}

/** The keys of alternatives that each lack but one of their own. */
function lackedKeys(
  results: readonly { readonly issues: readonly ArgumentIssue[] }[],
): string[] | undefined {
  const keys = results.map(({ issues: [first, second] }) =>
    second === undefined && first?.code === "missing" ? first.path.at(-1) : undefined,
  );
  const named = keys.filter((key) => typeof key === "string");
  return named.length === keys.length && named.length > 1 && new Set(named).size === named.length
    ? named
    : undefined;
}

function jsonInside(
  results: readonly { readonly issues: readonly ArgumentIssue[] }[],
): ArgumentIssue | undefined {
  return results.flatMap(({ issues }) => issues).find((issue) => issue.code === "json_in_string");
}

function isNotNull(option: SchemaNode): boolean {
  return !(option.types?.length === 1 && option.types[0] === "null");
}

/** The values of a union of nothing but literals (and null). */
function literalsOf(options: readonly SchemaNode[]): unknown[] | undefined {
  const values: unknown[] = [];
  let named = false;
  for (const option of options) {
    if (option.allowed !== undefined) {
      values.push(...option.allowed);
      named = true;
    } else if (!isNotNull(option)) values.push(null);
    else return undefined;
  }
  return named ? values : undefined;
}

function kindFits(option: SchemaNode, value: unknown): boolean {
  if (option.allowed !== undefined)
    return option.allowed.some((each) => typeof each === typeof value);
  if (option.branches !== undefined)
    return option.branches.some((branch) => kindFits(branch(), value));
  return (
    option.types === undefined ||
    option.types.some(
      (type) => hasType(value, type) || (type === "integer" && typeof value === "number"),
    )
  );
}

/** When one key tells the branches apart, its value says which was meant, or is itself the fault. */
function byDiscriminator(
  node: SchemaNode,
  options: readonly SchemaNode[],
  value: unknown,
  path: Path,
): ArgumentIssue[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const objects = options.filter((option) => option.properties !== undefined);
  const key = node.discriminator ?? sharedLiteralKey(objects);
  if (key === undefined) return undefined;
  const sent = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  const allowed: unknown[] = [];
  for (const option of objects) {
    const values = literals(option.properties?.get(key)?.node());
    if (values.some((each) => Object.is(each, sent))) return explainMisfit(option, value, path);
    allowed.push(...values);
  }
  if (allowed.length === 0) return undefined;
  const expected = expectedWords({ allowed });
  const place = [...path, key];
  if (sent === undefined)
    return [{ path: place, code: "missing", message: "missing", expected, allowed }];
  return [
    {
      path: place,
      code: "not_allowed",
      message: "names no alternative",
      expected,
      received: sent,
      allowed,
    },
  ];
}

function literals(node: SchemaNode | undefined): readonly unknown[] {
  if (node?.allowed !== undefined) return node.allowed;
  return node?.branches === undefined
    ? []
    : (literalsOf(node.branches.map((branch) => branch())) ?? []);
}

function sharedLiteralKey(objects: readonly SchemaNode[]): string | undefined {
  if (objects.length < 2) return undefined;
  for (const [key, property] of objects[0]?.properties ?? []) {
    if (!property.required) continue;
    const sets = objects.map((option) => literals(option.properties?.get(key)?.node()));
    if (sets.some((set) => set.length === 0)) continue;
    if (new Set(sets.flat()).size === sets.flat().length) return key;
  }
  return undefined;
}

/** How far a value is from a branch: a wrong kind at the top is further than a field inside. */
function cost(issues: readonly ArgumentIssue[], path: Path): number {
  let sum = 0;
  for (const issue of issues) {
    if (issue.path.length === path.length) sum += 5;
    else sum += issue.code === "unknown_key" || issue.code === "missing" ? 1.5 : 1;
  }
  return sum;
}
