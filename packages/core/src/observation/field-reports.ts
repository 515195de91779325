import { entriesOf } from "./entries-of.ts";

const VAGUE =
  /^(?:(?:one or more |schema |input |request )?validation (?:errors? occurred|failed|errors?)|(?:the given data|your request) was invalid)[.!]?$/i;

/** Whether a sentence says that something does not fit, without what: a list beside it says more. */
export function isVague(text: string): boolean {
  return VAGUE.test(text);
}

/** `{ qty: ["must be at least 1"] }`, as Django, Rails, Laravel and ASP.NET have it. */
export function fieldReport(value: object): string | undefined {
  const said = entriesOf(value).map(([field, texts]) => {
    if (!Array.isArray(texts) || typeof texts[0] !== "string") return undefined;
    const place = /^(?:non_field_errors|base|_|)$/.test(field) ? "" : `${field}: `;
    return `${place}${texts[0].replace(/\.$/, "")}`;
  });
  return said.length === 0 || said.includes(undefined) ? undefined : said.slice(0, 3).join("; ");
}

/** Pydantic's report: field, then what is wrong with it, then types, input and an address. */
export function pydanticReport(text: string): string | undefined {
  const start = /\b\d{1,4} validation errors? for [^\n]{1,200}\n/.exec(text);
  if (start === null) return undefined;
  const report = text.slice(start.index + start[0].length);
  const parts = [...report.matchAll(/^(\S[^\n]{0,200})\n {2,4}(\S[^\n]{0,400})/gm)].map(
    ([, field, words]) => `${field}: ${words?.replace(/ \[type=.*$/, "")}`,
  );
  return parts.length === 0 ? undefined : parts.slice(0, 3).join("; ");
}
