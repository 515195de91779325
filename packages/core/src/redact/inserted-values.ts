import { classifyName } from "./names.ts";
import { isPlaceholder } from "./placeholders.ts";
import type { Spans } from "./spans.ts";

const INSERT =
  /\binsert\s{1,4}into\s{1,4}[^\s(]{1,128}\s{0,4}\(([^()]{1,2000})\)\s{0,4}values\s{0,4}\(/gi;
/** One value of the list, quoted or not, and the sign behind it. */
const ITEM = /\s{0,8}(?:[NE]?'((?:[^'\\]|''|\\.){0,2000})'|[^\s,()']{0,200})\s{0,8}([,)])/y;

/** Marks the passwords among the values of `INSERT INTO users (name, password) VALUES (…, …)`. */
export function markInserted(text: string, spans: Spans): void {
  INSERT.lastIndex = 0;
  for (let hit = INSERT.exec(text); hit !== null; hit = INSERT.exec(text)) {
    let at = hit.index + hit[0].length;
    for (const column of (hit[1] as string).split(",")) {
      ITEM.lastIndex = at;
      const item = ITEM.exec(text);
      if (item === null) break;
      const value = item[1];
      const nameClass = classifyName(column.replace(/["'`\s]/g, ""));
      if (value !== undefined && isSecretColumn(nameClass) && !isPlaceholder(value)) {
        const start = text.indexOf("'", at) + 1;
        spans.add(start, start + value.length);
      }
      at += item[0].length;
      if (item[2] === ")") break;
    }
  }
}

function isSecretColumn(nameClass: ReturnType<typeof classifyName>): boolean {
  return nameClass === "password" || nameClass === "secret" || nameClass === "token";
}
