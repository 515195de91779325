import { REDACTED, type RedactOptions, type Redactor } from "./redactor.ts";

export type { RedactOptions, Redactor } from "./redactor.ts";

/** Compiles the rules once, for callers that redact many texts. */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const literals = [...new Set(options.literals ?? [])].filter((value) => value !== "");
  literals.sort((a, b) => b.length - a.length);
  return (text) => {
    let out = text;
    for (const literal of literals) out = out.replaceAll(literal, REDACTED);
    return out
      .replace(/\b(Bearer|Basic|Token) [A-Za-z0-9._~+/=-]{16,}/gi, `$1 ${REDACTED}`)
      .replace(/\b(?:sk-|gh[pousr]_|glpat-|xox[a-z]-|AKIA|ASIA)[A-Za-z0-9_-]{12,}/g, REDACTED);
  };
}

const builtIn = createRedactor();

/** Removes secrets from a text. Never throws; ids, hashes and paths stay byte for byte. */
export function redact(text: string, options?: RedactOptions): string {
  return (options === undefined ? builtIn : createRedactor(options))(text);
}
