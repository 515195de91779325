import type { Link } from "../link.ts";
import type { Rule } from "../rule.ts";
import {
  CORRUPT,
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  type VerdictInput,
} from "../verdict.ts";

const SOURCE = "https://www.sqlite.org/rescode.html";

const NAMES =
  `OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL
  CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB`.split(
    /\s+/,
  );

const PRIMARY: Readonly<Record<string, VerdictInput>> = {
  INTERNAL: MAYBE_SENT,
  PERM: "auth",
  ABORT: ROLLED_BACK,
  BUSY: ROLLED_BACK,
  LOCKED: ROLLED_BACK,
  NOMEM: NOT_SENT,
  READONLY: "auth",
  INTERRUPT: "cancelled",
  IOERR: MAYBE_SENT,
  CORRUPT,
  NOTFOUND: "not_found",
  FULL: FUTILE,
  CANTOPEN: "not_found",
  PROTOCOL: ROLLED_BACK,
  SCHEMA: ROLLED_BACK,
  TOOBIG: "invalid_args",
  MISMATCH: "invalid_args",
  MISUSE: "internal",
  NOLFS: FUTILE,
  AUTH: "auth",
  FORMAT: CORRUPT,
  RANGE: "internal",
  NOTADB: CORRUPT,
};

/** Extended codes of SQLITE_CONSTRAINT. */
const UNIQUE = new Set([1555, 2067, 2579]); // PRIMARYKEY, UNIQUE, ROWID

function verdictOfCode(
  primary: string,
  extended: number | undefined,
  text: string,
  link: Link,
): VerdictInput | undefined {
  if (primary === "CONSTRAINT") {
    const unique =
      (extended !== undefined && UNIQUE.has(extended)) ||
      text.includes("unique") ||
      text.includes("primarykey") ||
      text.includes("rowid");
    return unique ? "conflict" : "invalid_args";
  }
  if (primary === "ERROR") {
    if (link.lower.includes("no such table") || link.lower.includes("no such database"))
      return "not_found";
    if (link.lower.includes("already exists")) return "conflict";
    return "invalid_args";
  }
  return PRIMARY[primary];
}

/** SQLite: node:sqlite, better-sqlite3, sqlite3, libsql, bun:sqlite. */
export const sqliteRules: readonly Rule[] = [
  {
    name: "sqlite",
    source: SOURCE,
    example: {
      $error: { code: "SQLITE_CONSTRAINT_UNIQUE", message: "UNIQUE constraint failed: t.u" },
    },
    on: "string",
    match(link) {
      const { code } = link;
      if (typeof code !== "string") return undefined;
      if (code === "ERR_SQLITE_ERROR") {
        const errcode = link.get("errcode");
        if (typeof errcode !== "number") return undefined;
        return verdictOfCode(NAMES[errcode & 255] ?? "", errcode, link.lower, link);
      }
      if (!code.startsWith("SQLITE_")) return undefined;
      const rest = code.slice(7);
      const end = rest.indexOf("_");
      const primary = end < 0 ? rest : rest.slice(0, end);
      const extended = link.get("errno") ?? link.get("rawCode");
      return verdictOfCode(
        primary,
        typeof extended === "number" ? extended : undefined,
        `${rest.toLowerCase()} ${link.lower}`,
        link,
      );
    },
  },
];
