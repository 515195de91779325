import type { Rule } from "../rule.ts";
import {
  CORRUPT,
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const SOURCE =
  "https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors";

const NUMBERS: Readonly<Record<number, VerdictInput>> = {
  1205: ROLLED_BACK, // deadlock victim
  1222: ROLLED_BACK, // lock request time-out
  3960: ROLLED_BACK, // snapshot isolation conflict
  3935: ROLLED_BACK,
  41302: ROLLED_BACK,
  41305: ROLLED_BACK,
  41325: ROLLED_BACK,
  41839: ROLLED_BACK,
  2601: "conflict",
  2627: "conflict",
  2714: "conflict",
  1801: "conflict",
  547: "invalid_args",
  515: "invalid_args",
  8152: "invalid_args",
  2628: "invalid_args",
  245: "invalid_args",
  8114: "invalid_args",
  102: "invalid_args",
  156: "invalid_args",
  207: "invalid_args",
  8134: "invalid_args",
  241: "invalid_args",
  220: "invalid_args",
  208: "not_found",
  2812: "not_found",
  911: "not_found",
  3701: "not_found",
  229: "auth",
  230: "auth",
  262: "auth",
  297: "auth",
  916: "auth",
  4060: "auth",
  18456: "auth",
  18452: "auth",
  18470: "auth",
  3906: "auth",
  40615: "auth",
  40197: MAYBE_SENT,
  40501: NOT_SENT,
  40613: NOT_SENT,
  49918: NOT_SENT,
  49919: NOT_SENT,
  49920: NOT_SENT,
  4221: NOT_SENT,
  10928: NOT_SENT,
  10929: NOT_SENT,
  10053: MAYBE_SENT,
  10054: MAYBE_SENT,
  10060: TIMEOUT_EARLY,
  40549: ROLLED_BACK,
  40550: ROLLED_BACK,
  40544: "quota_exhausted",
  1105: FUTILE,
  9002: FUTILE,
  823: CORRUPT,
  824: CORRUPT,
  825: CORRUPT,
  605: CORRUPT,
};

/** SQL Server (tedious, mssql) and Oracle. */
export const mssqlRules: readonly Rule[] = [
  {
    name: "mssql",
    source: SOURCE,
    example: {
      $error: {
        name: "RequestError",
        code: "EREQUEST",
        number: 1205,
        message: "Transaction was deadlocked",
      },
    },
    on: "string",
    has: ["number"],
    named: ["ConnectionError"],
    match(link) {
      const number = link.get("number");
      if (typeof number === "number") return NUMBERS[number];
      if (link.isNamed("ConnectionError") && link.code === "ETIMEOUT") return TIMEOUT_EARLY;
      return undefined;
    },
  },
  {
    name: "tedious",
    source: "https://tediousjs.github.io/tedious/api-connection.html",
    example: {
      $error: { name: "ConnectionError", code: "ELOGIN", message: "Login failed for user 'sa'." },
    },
    codes: {
      ELOGIN: "auth",
      ETIMEOUT: TIMEOUT_LATE,
      ECONNCLOSED: NOT_SENT,
      ENOTOPEN: NOT_SENT,
      EINSTLOOKUP: NOT_SENT,
      ECANCEL: "cancelled",
      EABORT: ROLLED_BACK,
      EREQINPROG: "internal",
      EARGS: "invalid_args",
      EINJECT: "invalid_args",
    },
  },
  {
    name: "oracle",
    source: "https://docs.oracle.com/en/error-help/db/",
    example: {
      $error: { code: "ORA-00001", errorNum: 1, message: "ORA-00001: unique constraint violated" },
    },
    match(link) {
      const text = typeof link.code === "string" ? link.code : link.message;
      if (!text.startsWith("ORA-")) return undefined;
      const number = link.get("errorNum") ?? Number(text.slice(4, 9));
      return typeof number === "number" ? ORACLE[number] : undefined;
    },
  },
];

const ORACLE: Readonly<Record<number, VerdictInput>> = {
  1: "conflict",
  18: NOT_SENT,
  20: NOT_SENT,
  54: ROLLED_BACK,
  60: ROLLED_BACK,
  8177: ROLLED_BACK,
  2291: "invalid_args",
  2292: "conflict",
  1400: "invalid_args",
  1438: "invalid_args",
  1722: "invalid_args",
  1861: "invalid_args",
  12899: "invalid_args",
  900: "invalid_args",
  904: "invalid_args",
  933: "invalid_args",
  936: "invalid_args",
  1476: "invalid_args",
  942: "not_found",
  4043: "not_found",
  1403: "empty_result",
  955: "conflict",
  1017: "auth",
  1031: "auth",
  28000: "auth",
  28001: "auth",
  1013: "cancelled",
  1033: NOT_SENT,
  1034: NOT_SENT,
  1089: MAYBE_SENT,
  3113: MAYBE_SENT,
  3114: MAYBE_SENT,
  3135: MAYBE_SENT,
  3136: TIMEOUT_EARLY,
  12154: NOT_SENT,
  12514: NOT_SENT,
  12516: NOT_SENT,
  12519: NOT_SENT,
  12520: NOT_SENT,
  12541: NOT_SENT,
  12170: TIMEOUT_EARLY,
  12537: MAYBE_SENT,
  1578: CORRUPT,
  1653: FUTILE,
  1654: FUTILE,
};
