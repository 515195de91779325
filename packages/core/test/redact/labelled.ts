import { readFileSync } from "node:fs";

/** A labelled text, its values joined. */
export interface LabelledCase {
  readonly id: string;
  readonly label: "positive" | "negative";
  readonly kind: string;
  readonly contested: boolean;
  readonly text: string;
  readonly options: { literals?: string[]; pii?: ("email" | "phone")[] };
  readonly secrets: readonly { readonly value: string; readonly publicPrefix: number }[];
  readonly keep: readonly string[];
}

interface RawValue {
  frags: string[];
  pub?: number;
  secret?: boolean;
  free?: boolean;
}

interface RawCase {
  id: string;
  label: "positive" | "negative";
  kind: string;
  text: string;
  vals: RawValue[];
  keep?: string[];
  literals?: string[];
  pii?: ("email" | "phone")[];
  contested?: boolean;
}

/** The value with a separator after every `width` characters. */
export function wrap(value: string, width: number, separator: string): string {
  return (value.match(new RegExp(`[^]{1,${width}}`, "g")) ?? []).join(separator);
}

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);

const FORMS: Readonly<Record<string, (value: string) => string>> = {
  url: encodeURIComponent,
  url2: (value) => encodeURIComponent(encodeURIComponent(value)),
  json: escaped,
  json2: (value) => escaped(escaped(value)),
  b64: (value) => Buffer.from(value).toString("base64"),
  upper: (value) => value.toUpperCase(),
  pem: (value) => wrap(value, 64, "\n"),
  pemesc: (value) => wrap(value, 64, "\\n"),
  pemesc2: (value) => wrap(value, 64, "\\\\n"),
  pemcrlf: (value) => wrap(value, 64, "\r\n"),
  pemind: (value) => wrap(value, 64, "\n      "),
};
const BREAKS: Readonly<Record<string, string>> = {
  n: "\n",
  rn: "\r\n",
  ind: "\n    ",
  bs: "\\\n",
  ansi: "\u001b[0m\n\u001b[31m",
  q: '" +\n  "',
};

function inForm(value: string, form: string): string {
  const known = FORMS[form];
  if (known !== undefined) return known(value);
  const wrapped = /^wrap(\d+)([a-z]*)$/.exec(form);
  if (wrapped === null) throw new Error(`unknown form ${form}`);
  return wrap(value, Number(wrapped[1]), BREAKS[wrapped[2] || "n"] as string);
}

function load(raw: RawCase): LabelledCase {
  const values = raw.vals.map((value) => value.frags.join(""));
  const forms: { index: number; value: string }[] = [];
  const expand = (text: string): string =>
    text
      .replace(/\{\{@([BE]):([^}]*)\}\}/g, (_, edge: string, kind: string) => {
        return `-----${edge === "B" ? "BEGIN" : "END"} ${kind}-----`;
      })
      .replace(/\{\{@ESC\}\}/g, "\u001b")
      .replace(/\{\{(\d+)(?:\|([a-z0-9]+))?\}\}/g, (_, index: string, form?: string) => {
        const value = values[Number(index)] as string;
        if (form === undefined) return value;
        const out = inForm(value, form);
        forms.push({ index: Number(index), value: out });
        return out;
      });
  const text = expand(raw.text);
  const isSecret = (index: number): boolean => raw.vals[index]?.secret !== false;
  return {
    id: raw.id,
    label: raw.label,
    kind: raw.kind,
    contested: raw.contested === true,
    text,
    options: {
      ...(raw.literals && { literals: raw.literals.map(expand) }),
      ...(raw.pii && { pii: raw.pii }),
    },
    secrets: [
      ...values
        .map((value, index) => ({ value, publicPrefix: raw.vals[index]?.pub ?? 0, index }))
        .filter(({ index }) => isSecret(index)),
      ...forms
        .filter(({ index, value }) => isSecret(index) && value !== values[index])
        .map(({ value }) => ({ value, publicPrefix: 0 })),
    ],
    keep: [
      ...(raw.keep ?? []),
      ...values.filter((_, index) => !isSecret(index) && raw.vals[index]?.free !== true),
    ],
  };
}

const file = new URL("./fixtures/labelled-cases.json", import.meta.url);

/** Every labelled text. */
export const LABELLED_CASES: readonly LabelledCase[] = (
  JSON.parse(readFileSync(file, "utf8")) as { cases: RawCase[] }
).cases.map(load);

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are what this removes
const LAYOUT = /\u001b\[[0-9;]*m|\\[nr]|[\r\n\t]+ */g;

/**
 * Eight characters of a secret (or all of a shorter one) that are still there, also when line breaks
 * and terminal codes are taken out. What lies within a public prefix does not count.
 */
export function leak(
  output: string,
  secret: { readonly value: string; readonly publicPrefix: number },
): string | undefined {
  const size = Math.min(8, secret.value.length);
  const outputs = [output, output.replace(LAYOUT, "")];
  for (const value of new Set([secret.value, secret.value.replace(LAYOUT, "")])) {
    for (let at = 0; at + size <= value.length; at++) {
      const part = value.slice(at, at + size);
      if (at + size <= secret.publicPrefix || /^(.)\1+$/.test(part)) continue;
      if (outputs.some((text) => text.includes(part))) return part;
    }
  }
  return undefined;
}
