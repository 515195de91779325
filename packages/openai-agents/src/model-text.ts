import { toJsonText } from "@recourse/core/adapter";

/** The text that the SDK sends for a value that a tool returned. */
export function modelText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) return "undefined";
  return plainJson(value) ?? toJsonText(value);
}

/**
 * A value as it is handed to the SDK: itself, or our text where the SDK would lose it (a bigint or
 * a cycle inside; the SDK writes "[object with circular references]").
 */
export function forTheSdk(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return typeof value === "bigint" ? String(value) : value;
  }
  return plainJson(value) === undefined ? toJsonText(value) : value;
}

function plainJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return undefined;
  }
}

/** The text of a tool result as it stands in a history. */
export function resultText(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map(resultText).join("\n");
  const text = (output as { readonly text?: unknown } | null | undefined)?.text;
  return typeof text === "string" ? text : modelText(output);
}
