import { redact } from "./redact.ts";
import type { Redactor } from "./redactor.ts";

/** Redacts every string inside a JSON-like value; returns a copy, never changes its input. */
export function redactValue(value: unknown, redactor: Redactor = redact): unknown {
  if (typeof value === "string") return redactor(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactor));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactValue(item, redactor)]),
  );
}
