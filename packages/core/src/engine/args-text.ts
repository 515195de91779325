import { toJsonText } from "../observation/to-json-text.ts";
import type { Redactor } from "../redact/redact.ts";
import { redactValue } from "../redact/redact-value.ts";

/** Characters of arguments that a report shows. */
const MAX_CHARS = 300;

/** Arguments as JSON text for reports: redacted first, then cut on a code point. Never throws. */
export function argsText(args: unknown, redact: Redactor): string | undefined {
  if (args === undefined) return undefined;
  try {
    const text = redact(toJsonText(redactValue(args, redact)));
    const points = [...text.slice(0, MAX_CHARS * 2)];
    return points.length > MAX_CHARS ? `${points.slice(0, MAX_CHARS).join("")}…` : text;
  } catch {
    return undefined;
  }
}
