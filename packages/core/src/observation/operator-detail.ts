import { issueShape } from "../validation/issue-shape.ts";
import { cutText } from "./cut-text.ts";
import type { MessageSource } from "./message-source.ts";
import { dumpOf, hostPathsOf, tidy } from "./service-words.ts";

const MAX_DETAIL = 500;
const MAX_CAUSES = 4;

/** What the operator reads: what was thrown and what caused it, redacted, without stack or paths. */
export function operatorDetail(
  { input, issues, words }: MessageSource,
  redact: (text: string) => string,
): string | undefined {
  try {
    const parts = issues.length > 0 ? [issueShape(issues, redact)] : [];
    let here: unknown = input.error;
    for (let depth = 0; depth < MAX_CAUSES && here !== undefined && here !== null; depth++) {
      parts.push(oneLine(here));
      here = typeof here === "object" ? (here as { readonly cause?: unknown }).cause : undefined;
    }
    const said = words.text;
    if (said !== undefined && !parts.some((part) => part.includes(said.slice(0, 40)))) {
      parts.push(`said: ${said}`);
    }
    const text = cutText(
      tidy(parts.filter((part) => part !== "").join(" ← "), {
        redact,
        paths: hostPathsOf(input.error),
      }),
      MAX_DETAIL,
    );
    return text === "" ? undefined : text;
  } catch {
    return undefined;
  }
}

function oneLine(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { name, message, status, statusCode, code, errorType } = error as Record<string, unknown>;
  if (typeof message !== "string") return dumpOf(error).slice(0, 2000);
  const marks = [status ?? statusCode, code, errorType].filter(
    (mark) => typeof mark === "string" || typeof mark === "number",
  );
  const kind = typeof name === "string" ? name : "Error";
  return `${kind}${marks.length === 0 ? "" : ` [${marks.join(", ")}]`}${message === "" ? "" : `: ${message}`}`;
}
