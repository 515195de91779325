import type { SchemaNode, TypeWord } from "./schema-node.ts";

/** Formats in words that a model can follow. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "date (YYYY-MM-DD)",
  "date-time": "date-time (ISO 8601, e.g. 2026-01-14T09:30:00Z)",
  datetime: "date-time (ISO 8601, e.g. 2026-01-14T09:30:00Z)",
  time: "time (HH:MM:SS)",
  duration: "ISO 8601 duration (e.g. PT1H30M)",
  email: "e-mail address",
  uuid: "UUID",
  guid: "UUID",
  uri: "URI (e.g. https://example.com/a)",
  url: "URL (e.g. https://example.com/a)",
  ipv4: "IPv4 address",
  ipv6: "IPv6 address",
  ip: "IP address",
  hostname: "host name",
  regex: "regular expression",
  base64: "base64 string",
  e164: "phone number (e.g. +4912345678)",
};

/** Long patterns cost more than they explain. */
const MAX_PATTERN = 90;

/** A format by its name, in words. */
export function formatName(format: string): string {
  return FORMATS[format] ?? (format.startsWith("string ") ? format : `${format} string`);
}

const PARTS = { starts_with: "starts with", ends_with: "ends with", includes: "contains" } as const;

/** A text of which only a part is given (`startsWith`), in words; undefined for other checks. */
export function partWords(check: string, part: unknown): string | undefined {
  if (!Object.hasOwn(PARTS, check) || typeof part !== "string") return undefined;
  return `string that ${PARTS[check as keyof typeof PARTS]} ${JSON.stringify(part)}`;
}

/** The format of a node in words. */
export function formatWords(node: SchemaNode): string {
  if (node.format !== undefined) return formatName(node.format);
  const source = node.pattern?.source;
  if (source === undefined) return "string";
  return `string matching ${source.length <= MAX_PATTERN ? source : `${source.slice(0, MAX_PATTERN)}…`}`;
}

/** What a node takes, in words: "integer", "UUID", "array of strings". */
export function expectedWords(node: SchemaNode): string {
  if (node.allowed !== undefined) {
    return node.allowed.map((value) => JSON.stringify(value) ?? "nothing").join("|");
  }
  if (node.branches !== undefined) {
    const words = [...new Set(node.branches.map((branch) => expectedWords(branch())))];
    return joinOr(words.filter((word) => word !== "any value"));
  }
  const types = node.types;
  if (types === undefined)
    return node.all?.[0] === undefined ? "any value" : expectedWords(node.all[0]());
  if (types.length === 1 && types[0] === "string" && node.format !== undefined) {
    return formatWords(node);
  }
  return joinOr(types.map((type) => typeWords(type, node)));
}

function typeWords(type: TypeWord, node: SchemaNode): string {
  if (type !== "array" || node.items === undefined || node.items === false) return type;
  const inner = node.items();
  const element = inner.types?.length === 1 ? inner.types[0] : undefined;
  return element === undefined || element === "null" ? type : `array of ${element}s`;
}

/** "a", "a or b", "a, b or c". */
export function joinOr(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}
