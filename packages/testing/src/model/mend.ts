import { type Complaint, complaintsIn, saysUnknownKey } from "./issues.ts";
import { nearest } from "./similar.ts";
import { isObject, itemsOf, parseJson } from "./words.ts";

type Args = Readonly<Record<string, unknown>>;

/**
 * Arguments corrected by what a text says is right: allowed values, types, limits, names of
 * parameters, missing parameters. `undefined` when the text names nothing that would change them.
 */
export function mendArguments(
  said: string,
  args: Args,
  parameters: readonly string[],
  facts: Args,
): Args | undefined {
  const names = [...new Set([...parameters, ...Object.keys(args)])];
  let mended: Record<string, unknown> = structuredClone({ ...args });
  for (const complaint of complaintsIn(said, names)) {
    mended = applyComplaint(complaint, mended, parameters, facts);
  }
  return JSON.stringify(mended) === JSON.stringify(args) ? undefined : mended;
}

function applyComplaint(
  { path, text }: Complaint,
  args: Record<string, unknown>,
  parameters: readonly string[],
  facts: Args,
): Record<string, unknown> {
  if (saysUnknownKey(text)) {
    return renameKey(path, text, args, parameters);
  }
  const keys = keysOf(path);
  const leaf = keys.at(-1);
  if (leaf === undefined) return args;
  const sent = valueAt(args, keys);
  const value = rightValue(text, sent, facts[leaf]);
  return value === undefined ? args : withValue(args, keys, value);
}

/** The value that a complaint asks for, or `undefined` when it does not say. */
function rightValue(text: string, sent: unknown, fact: unknown): unknown {
  const allowed = allowedIn(text);
  if (allowed.length > 0) {
    if (allowed.includes(String(fact))) return fact;
    const wanted = typeof sent === "string" ? sent : String(fact ?? sent);
    return nearest(wanted, allowed);
  }
  const suggested = suggestionIn(text);
  if (suggested !== undefined) return suggested;
  if (/\bmissing\b|\brequired\b|received undefined|must match|must be an ISO/i.test(text))
    return fact;
  const range = /(?:from|between) (-?\d+(?:\.\d+)?) (?:to|and) (-?\d+(?:\.\d+)?)/i.exec(text);
  if (range !== null && typeof sent === "number") {
    return Math.min(Math.max(sent, Number(range[1])), Number(range[2]));
  }
  const most = /(?:at most|<=|no more than|maximum(?: of)?) ?(-?\d+(?:\.\d+)?)/i.exec(text)?.[1];
  if (most !== undefined && typeof sent === "number") return Math.min(sent, Number(most));
  const least = /(?:at least|>=|no less than|minimum(?: of)?) ?(-?\d+(?:\.\d+)?)/i.exec(text)?.[1];
  if (least !== undefined && typeof sent === "number") return Math.max(sent, Number(least));
  const type =
    /(?:must be|expected|should be|send) (?:an? )?(integer|whole number|number|int|string|boolean|array|object)\b/i.exec(
      text,
    )?.[1];
  return type === undefined ? undefined : asType(type.toLowerCase(), sent, fact);
}

function asType(type: string, sent: unknown, fact: unknown): unknown {
  if (fact !== undefined && fact !== sent) return fact;
  switch (type) {
    case "string":
      return typeof sent === "string" ? undefined : String(sent);
    case "boolean":
      return /^(?:true|yes)$/i.test(String(sent));
    case "array":
    case "object": {
      const parsed = typeof sent === "string" ? parseJson(sent) : undefined;
      return parsed ?? (type === "array" && sent !== undefined ? [sent] : undefined);
    }
    default: {
      const number = Number.parseFloat(String(sent));
      if (Number.isNaN(number)) return undefined;
      return type === "number" ? number : Math.trunc(number);
    }
  }
}

function allowedIn(text: string): readonly string[] {
  const list = /(?:exactly )?one of:?\s+([^;]+?)(?:;|\.\s|\.$|\)|\s+→|$)/i.exec(text)?.[1];
  return list === undefined ? [] : itemsOf(list);
}

function suggestionIn(text: string): string | undefined {
  const found = /(?:did you mean|nearest:?)\s+["'`“]?([^"'`”?;,)]+)/i.exec(text)?.[1];
  return found?.trim().replace(/\.$/, "");
}

function renameKey(
  path: string,
  text: string,
  args: Record<string, unknown>,
  parameters: readonly string[],
): Record<string, unknown> {
  const quoted = /(?:field|keys?|parameter)s?:?\s+["'`]?([\w$]+)/i.exec(text)?.[1];
  const wrong = quoted !== undefined && quoted in args ? quoted : path;
  if (!(wrong in args) || parameters.includes(wrong)) return args;
  const { [wrong]: value, ...rest } = args;
  const free = parameters.filter((name) => !(name in rest));
  const right = suggestionIn(text) ?? nearest(wrong, free, 0.5);
  return right !== undefined && parameters.includes(right) ? { ...rest, [right]: value } : rest;
}

function keysOf(path: string): readonly string[] {
  return path.split(/\.|\[|\]/).filter(Boolean);
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current)) current = current[key];
    else return undefined;
  }
  return current;
}

function withValue(
  args: Record<string, unknown>,
  keys: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const root = structuredClone(args);
  let current: unknown = root;
  for (const [index, key] of keys.entries()) {
    if (!isObject(current) && !Array.isArray(current)) return args;
    const holder = current as Record<string, unknown>;
    if (index === keys.length - 1) holder[key] = value;
    current = holder[key];
  }
  return root;
}
