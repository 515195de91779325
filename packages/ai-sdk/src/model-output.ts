import { toJsonText } from "@recourse/core/adapter";
import type { ToolOutputLike } from "./sdk-types.ts";

/** JSON text as the SDK and its providers write a tool's value; of values that have none, too. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return toJsonText(value);
  }
}

/** A value that the SDK can send: itself, or a copy where JSON cannot hold it and the run would die. */
export function sendable(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return typeof value === "bigint" ? String(value) : value;
  }
  try {
    JSON.stringify(value);
    return value;
  } catch {
    return JSON.parse(toJsonText(value)) as unknown;
  }
}

/** The same, also where ai 6 could not copy the value: it clones its messages after every step. */
function cloneable(value: unknown, json?: string): unknown {
  return isCloneable(value) ? value : (JSON.parse(json ?? jsonText(value)) as unknown);
}

/** Whether `structuredClone` takes a value, without cloning what is plain. */
function isCloneable(value: unknown): boolean {
  if (typeof value === "function" || typeof value === "symbol") return false;
  if (typeof value !== "object" || value === null) return true;
  try {
    if (Array.isArray(value)) return value.every(isCloneable);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) return Object.values(value).every(isCloneable);
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a tool's own conversion gave, as it can be sent.
 *
 * @returns `undefined` where the SDK would fail on it, and the run with it
 */
export function convertedModelOutput(
  output: unknown,
  normalise: boolean,
): ToolOutputLike | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  const { type, value } = output as Partial<ToolOutputLike>;
  if (type === undefined || (type === "content" && !Array.isArray(value))) return undefined;
  if (type !== "json" && type !== "error-json") return output as ToolOutputLike;
  const sent = normalise ? sendable(value) : cloneable(sendable(value));
  return sent === value ? (output as ToolOutputLike) : { ...output, type, value: sent };
}

/**
 * What the SDK makes of a value when a tool has no `toModelOutput`.
 *
 * @param json The value as JSON, where it has been written already.
 */
export function defaultModelOutput(
  output: unknown,
  normalise: boolean,
  json?: string,
): ToolOutputLike {
  if (typeof output === "string") return { type: "text", value: output };
  if (output === undefined) return { type: "json", value: null };
  // ai 7 normalises to plain JSON, ai 6 leaves that to the provider.
  if (normalise) return { type: "json", value: JSON.parse(json ?? jsonText(output)) as unknown };
  return { type: "json", value: cloneable(json === undefined ? sendable(output) : output, json) };
}

/** The text of what a `toModelOutput` gave, for the record's hash. Media stand as their kind. */
export function outputText(output: unknown): string {
  const { type, value } = output as ToolOutputLike;
  if ((type === "text" || type === "error-text") && typeof value === "string") return value;
  if (type !== "content" || !Array.isArray(value)) return jsonText(value);
  return value
    .map((part: { readonly type?: string; readonly text?: string; readonly mediaType?: string }) =>
      part.type === "text" ? (part.text ?? "") : `[${part.mediaType ?? part.type ?? "part"}]`,
    )
    .join("\n");
}
