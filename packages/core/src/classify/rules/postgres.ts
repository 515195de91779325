import type { Link } from "../link.ts";
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

const SOURCE = "https://www.postgresql.org/docs/current/errcodes-appendix.html";

/** What a whole SQLSTATE class says. */
const CLASSES: Readonly<Record<string, VerdictInput>> = {
  "02": "empty_result",
  "03": MAYBE_SENT,
  "08": MAYBE_SENT,
  "09": "internal",
  "0A": FUTILE,
  "0B": "internal",
  "0F": "internal",
  "0L": "auth",
  "0P": "auth",
  "0Z": "internal",
  "10": "invalid_args",
  "20": "invalid_args",
  "21": "invalid_args",
  "22": "invalid_args",
  "23": "invalid_args",
  "24": "internal",
  "25": "internal",
  "26": "internal",
  "27": "invalid_args",
  "28": "auth",
  "2B": "conflict",
  "2D": "internal",
  "2F": "internal",
  "34": "internal",
  "38": "internal",
  "39": "internal",
  "3B": "internal",
  "3D": "not_found",
  "3F": "not_found",
  "40": ROLLED_BACK,
  "42": "invalid_args",
  "44": "invalid_args",
  "53": NOT_SENT,
  "54": "invalid_args",
  "55": "conflict",
  "57": MAYBE_SENT,
  "58": MAYBE_SENT,
  "72": ROLLED_BACK,
  F0: FUTILE,
  HV: MAYBE_SENT,
  P0: "invalid_args", // RAISE EXCEPTION: a rule of the schema's author
  XX: MAYBE_SENT,
};

/** The exceptions that matter. */
const STATES: Readonly<Record<string, VerdictInput>> = {
  "08001": NOT_SENT,
  "08003": NOT_SENT,
  "08004": NOT_SENT,
  "08P01": FUTILE,
  "23001": "conflict",
  "23505": "conflict",
  "23P01": "conflict",
  "25006": "auth",
  "25P03": TIMEOUT_EARLY, // idle in transaction: rolled back
  "25P04": TIMEOUT_EARLY, // transaction time-out: rolled back
  "40002": "conflict",
  "40003": MAYBE_SENT,
  "42501": "auth",
  "42P01": "not_found",
  "42704": "not_found",
  "42701": "conflict",
  "42710": "conflict",
  "42712": "conflict",
  "42723": "conflict",
  "42P03": "conflict",
  "42P04": "conflict",
  "42P05": "conflict",
  "42P06": "conflict",
  "42P07": "conflict",
  "53100": FUTILE,
  "53400": FUTILE,
  "55006": ROLLED_BACK,
  "55P03": ROLLED_BACK,
  "57014": TIMEOUT_EARLY, // statement_timeout: cancelled inside the server and rolled back
  "57P03": NOT_SENT,
  "57P04": "not_found",
  "57P05": NOT_SENT,
  HV00N: NOT_SENT,
  P0002: "not_found",
  P0004: "internal",
  XX001: CORRUPT,
  XX002: CORRUPT,
};

/** States that nobody takes for anything else, even alone. */
const PLAIN = new Set(
  `23505 23503 23502 23514 23P01 40001 40P01 42P01 42703 42601 42501 42883 42P07 57014 57P01 57P03 53300 55P03
   28P01 28000 3D000 22P02 22001 22003 22012 08006 08001 08003 XX000 XX001 XX002 25P02 25006`.split(
    /\s+/,
  ),
);

/** The verdict of a SQLSTATE of five characters. */
export function sqlStateVerdict(state: string): VerdictInput | undefined {
  return STATES[state] ?? CLASSES[state.slice(0, 2)];
}

function stateOf(link: Link): string | undefined {
  const code = link.code as string;
  const sqlState =
    code.length === 5 ? undefined : code.startsWith("ER_") ? link.get("sqlState") : undefined;
  const state = typeof sqlState === "string" ? sqlState : code;
  if (state.length !== 5 || state.startsWith("E") || !/^[0-9A-Z]{5}$/.test(state)) return undefined;
  if (typeof sqlState === "string" || PLAIN.has(state)) return state;
  const database =
    typeof link.get("severity") === "string" || // pg, postgres.js, neon
    typeof link.get("routine") === "string" ||
    link.get("hint") !== undefined || // PostgREST
    link.isNamed("PostgresError") ||
    link.isNamed("DatabaseError");
  return database ? state : undefined;
}

/** PostgreSQL and whoever speaks SQLSTATE. */
export const postgresRules: readonly Rule[] = [
  {
    name: "postgres/user-cancelled",
    source: SOURCE,
    example: {
      $error: {
        code: "57014",
        severity: "ERROR",
        message: "canceling statement due to user request",
      },
    },
    on: "string",
    match: (link) =>
      link.code === "57014" && link.lower.includes("user request") ? "cancelled" : undefined,
  },
  {
    name: "sqlstate",
    source: SOURCE,
    example: {
      $error: { name: "error", code: "23505", severity: "ERROR", message: "duplicate key value" },
    },
    on: "string",
    match(link) {
      const state = stateOf(link);
      return state === undefined ? undefined : sqlStateVerdict(state);
    },
  },
  {
    name: "postgres.js",
    source: "https://github.com/porsager/postgres#connection-errors",
    example: {
      $error: { code: "CONNECTION_CLOSED", message: "write CONNECTION_CLOSED localhost:5432" },
    },
    codes: {
      CONNECTION_CLOSED: MAYBE_SENT,
      CONNECTION_ENDED: NOT_SENT,
      CONNECTION_DESTROYED: NOT_SENT,
      CONNECT_TIMEOUT: TIMEOUT_EARLY,
      SASL_SIGNATURE_MISMATCH: "auth",
      AUTH_TYPE_NOT_IMPLEMENTED: FUTILE,
      NOT_TAGGED_CALL: "internal",
      UNDEFINED_VALUE: "internal",
      MAX_PARAMETERS_EXCEEDED: "invalid_args",
    },
  },
  {
    name: "pg/text",
    source: "https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js",
    example: { $error: { message: "Query read timeout" } },
    stage: "text",
    match(link) {
      switch (link.message) {
        case "Query read timeout":
          return TIMEOUT_LATE;
        case "timeout expired":
        case "Connection terminated due to connection timeout":
        case "timeout exceeded when trying to connect":
          return TIMEOUT_EARLY;
        case "Connection terminated unexpectedly":
        case "Connection terminated":
          return MAYBE_SENT;
        case "Client has encountered a connection error and is not queryable":
        case "Client was closed and is not queryable":
          return NOT_SENT;
        case "The server does not support SSL connections":
          return FUTILE;
        default:
          return undefined;
      }
    },
  },
];

const POSTGREST: Readonly<Record<string, VerdictInput>> = {
  PGRST000: NOT_SENT,
  PGRST001: NOT_SENT,
  PGRST002: NOT_SENT,
  PGRST003: TIMEOUT_EARLY,
  PGRST106: "not_found",
  PGRST116: "empty_result",
  PGRST117: "invalid_args",
  PGRST125: "not_found",
  PGRST200: "not_found",
  PGRST202: "not_found",
  PGRST205: "not_found",
  PGRST300: FUTILE,
  PGRST301: "auth",
  PGRST302: "auth",
  PGRST303: "auth",
  PGRSTX00: MAYBE_SENT,
};

/** PostgREST's own codes, as Supabase passes them on. */
export const postgrestRules: readonly Rule[] = [
  {
    name: "postgrest",
    source: "https://docs.postgrest.org/en/stable/references/errors.html",
    example: {
      code: "PGRST116",
      message: "Cannot coerce the result to a single JSON object",
      details: null,
      hint: null,
    },
    codes: POSTGREST,
  },
  {
    name: "postgrest/group",
    source: "https://docs.postgrest.org/en/stable/references/errors.html",
    example: {
      code: "PGRST204",
      message: "Could not find the 'colr' column",
      details: null,
      hint: null,
    },
    on: "string",
    match({ code }) {
      if (typeof code !== "string" || !code.startsWith("PGRST")) return undefined;
      if (Object.hasOwn(POSTGREST, code)) return undefined;
      if (code[5] === "0") return NOT_SENT;
      return code[5] === "3" ? "auth" : "invalid_args";
    },
  },
];
