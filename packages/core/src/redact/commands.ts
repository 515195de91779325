import { COMMAND_FORMATS, JWK_MEMBER } from "./command-formats.ts";
import { markInserted } from "./inserted-values.ts";
import { isPlaceholder } from "./placeholders.ts";
import { isWordlike } from "./random.ts";
import type { Spans } from "./spans.ts";

/** What stands in a text in which there may be a secret without a name, if no name says so. */
export const COMMAND_WORDS: readonly string[] = [
  String.raw`[\s"']-[uapwcb]`,
  "-user",
  "identified",
  "insert into",
  "net use",
  String.raw`\d login `,
  "sips?:",
  "oracle:",
  String.raw`(?:sqlplus|rman|sqlldr|expdp|impdp)\s`,
  String.raw`:(?:\d{4,5}|\*):[\w.*-]`,
  "kty",
  "echo ",
  String.raw`@(?:tcp|unix)\(`,
  "%3A%2F%2F",
  String.raw`\t(?:TRUE|FALSE)\t`,
  "codecov|rabbitmqctl|SecureString|cargo login|snyk auth",
];

/** One look for all formats: most texts have none. */
const ANY_TRIGGER = new RegExp(
  ["insert into", ...COMMAND_FORMATS.map(({ trigger }) => trigger.source)].join("|"),
  "i",
);

/** Marks what these places hold, unless it is a plain word or a pair of numbers (`-u 1000:1000`). */
export function markCommands(text: string, spans: Spans): void {
  if (ANY_TRIGGER.test(text)) {
    for (const { trigger, pattern, doubtful } of COMMAND_FORMATS) {
      if (trigger.test(text))
        markAll(text, pattern, spans, doubtful === true ? isWordlike : isWord);
    }
    markInserted(text, spans);
  }
  if (text.includes("kty")) markAll(text, JWK_MEMBER, spans, isWord);
}

function isWord(value: string): boolean {
  return isWordlike(value) && !/\d/.test(value);
}

function markAll(
  text: string,
  pattern: RegExp,
  spans: Spans,
  stays: (value: string) => boolean,
): void {
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    const place = hit.indices?.groups?.["secret"];
    if (place === undefined) continue;
    const value = text.slice(place[0], place[1]);
    if (isPlaceholder(value) || /^\d{1,5}$/.test(value) || stays(value)) continue;
    spans.add(place[0], place[1]);
  }
}
