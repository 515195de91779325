import { toJsonText } from "@recourse/core/adapter";

/** Values of which the SDK would write "[object with circular references]". */
const unwritable = new WeakSet<object>();

/** The text that the SDK sends for a value that a tool returned. */
export function modelText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "undefined";
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    if (typeof value === "object" && value !== null) unwritable.add(value);
    return toJsonText(value);
  }
}

/**
 * A value as it is handed to the SDK: itself, or our text where the SDK would lose it (a bigint or
 * a cycle inside), which `modelText` has found out when the call was recorded.
 */
export function forTheSdk(value: unknown): unknown {
  if (typeof value === "object" && value !== null) {
    return unwritable.has(value) ? toJsonText(value) : value;
  }
  return typeof value === "bigint" ? String(value) : value;
}

/** The text of a tool result as it stands in a history. */
export function resultText(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map(resultText).join("\n");
  const text = (output as { readonly text?: unknown } | null | undefined)?.text;
  return typeof text === "string" ? text : modelText(output);
}
