import { isPlaceholder } from "./placeholders.ts";
import { isWordlike } from "./random.ts";
import type { Spans } from "./spans.ts";

/** Places where a secret has no name: options of known commands, SQL, a private JSON Web Key. */
const PATTERNS: readonly RegExp[] = [
  /(?:^|[\s"'])(?:-u|--user|--proxy-user)[ =]{1,4}["']?[^\s:"'/]{0,128}:(?<secret>[^\s"']{1,256})/dg,
  /\bsshpass\s{1,4}-p\s{0,4}["']?(?<secret>[^\s"']{1,256})/dg,
  /\bredis-cli\b[^\n|;&]{0,160}?\s(?:-a|--pass)\s{1,4}["']?(?<secret>[^\s"']{1,256})/dg,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;&]{0,200}?\s-p["']?(?<secret>[^\s"'-][^\s"']{0,255})/dg,
  /\bidentified\s{1,4}by\s{1,4}(?:password\s{1,4})?["'](?<secret>[^"'\r\n]{1,256})["']/dgi,
  /\bAUTH (?:PLAIN|LOGIN|XOAUTH2) (?<secret>(?=[A-Za-z/+]{0,99}[\d=])[\w+/=]{12,4096})/dg,
  /\b(?:login|user|username)\s{1,4}[^\s]{1,128}\s{1,16}password\s{1,4}["']?(?<secret>[^\s"']{1,256})/dgi,
];
const JWK_MEMBER =
  /\\{0,4}"(?:d|p|q|dp|dq|qi|k)\\{0,4}"\s{0,4}:\s{0,4}\\{0,4}"(?<secret>[\w-]{16,8192})/dg;

const TRIGGER =
  /mysql|mariadb|sshpass|redis-cli|identified|[ "'](?:-u|--user|--proxy-user)\b|login|user|AUTH /i;

/** Marks what these places hold, unless it is a plain word or a pair of numbers (`-u 1000:1000`). */
export function markCommands(text: string, spans: Spans): void {
  if (TRIGGER.test(text)) for (const pattern of PATTERNS) markAll(text, pattern, spans);
  if (text.includes("kty")) markAll(text, JWK_MEMBER, spans);
}

function markAll(text: string, pattern: RegExp, spans: Spans): void {
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    const place = hit.indices?.groups?.["secret"];
    if (place === undefined) continue;
    const value = text.slice(place[0], place[1]);
    if (isPlaceholder(value) || /^\d{1,5}$/.test(value)) continue;
    if (isWordlike(value) && !/\d/.test(value)) continue;
    spans.add(place[0], place[1]);
  }
}
