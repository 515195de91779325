import { read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";
import { sqlStateVerdict } from "./postgres.ts";

const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  ["conflict", "P2002 P2014 P1009"],
  ["not_found", "P2001 P2015 P2018 P2021 P2025 P1003 P1014 P5003"],
  [
    "invalid_args",
    "P2000 P2003 P2004 P2005 P2006 P2007 P2008 P2009 P2010 P2011 P2012 P2013 P2016 P2017 P2019 P2020 P2022 P2023 P2029 P2030 P2033 P5000 P5011 P6005 P6009",
  ],
  ["auth", "P1000 P1010 P5005 P5007 P6002"],
  ["quota_exhausted", "P5008 P6003"],
  [NOT_SENT, "P1001 P2037 P5001 P5010 P6008"],
  [TIMEOUT_EARLY, "P1002 P2024"],
  [TIMEOUT_LATE, "P1008 P5009 P6004"],
  [ROLLED_BACK, "P2028 P2034"],
  [MAYBE_SENT, "P1017 P2036 P5006 P6000"],
  [FUTILE, "P1011 P1013 P1015 P2026 P2031 P5004 P5014 P6001 P6006 P6010"],
  ["internal", "P1012 P1016 P2027 P2035"],
];

const CODES: Record<string, VerdictInput> = {};
for (const [verdict, codes] of GROUPS) for (const code of codes.split(" ")) CODES[code] = verdict;

/** Prisma: its own codes, also as `errorCode` of a failed initialisation. */
export const prismaRules: readonly Rule[] = [
  {
    name: "prisma/raw-query",
    source: "https://www.prisma.io/docs/orm/reference/error-reference#p2010",
    example: {
      $error: {
        name: "PrismaClientKnownRequestError",
        code: "P2010",
        meta: { code: "40001" },
        message: "Raw query failed",
      },
    },
    on: "string",
    match(link) {
      if (link.code !== "P2010") return undefined;
      const state = readString(link.get("meta"), "code");
      return state !== undefined && state.length === 5 ? sqlStateVerdict(state) : undefined;
    },
  },
  {
    name: "prisma",
    source: "https://www.prisma.io/docs/orm/reference/error-reference",
    example: {
      $error: {
        name: "PrismaClientKnownRequestError",
        code: "P2002",
        clientVersion: "6",
        message: "Unique constraint failed",
      },
    },
    codes: CODES,
    when: (link) =>
      link.name.startsWith("Prisma") ||
      link.get("clientVersion") !== undefined ||
      link.get("meta") !== undefined,
  },
  {
    name: "prisma/initialisation",
    source:
      "https://www.prisma.io/docs/orm/reference/error-reference#prismaclientinitializationerror",
    example: {
      $error: {
        name: "PrismaClientInitializationError",
        errorCode: "P1001",
        message: "Can't reach database server",
      },
    },
    named: ["PrismaClientInitializationError"],
    match(link) {
      if (!link.isNamed("PrismaClientInitializationError")) return undefined;
      const code = read(link.value, "errorCode");
      return (typeof code === "string" ? CODES[code] : undefined) ?? NOT_SENT;
    },
  },
  {
    name: "prisma/class",
    source: "https://www.prisma.io/docs/orm/reference/error-reference",
    example: {
      $error: { name: "PrismaClientValidationError", message: "Argument `id` is missing" },
    },
    names: {
      PrismaClientValidationError: "invalid_args",
      PrismaClientRustPanicError: FUTILE_LATE,
      PrismaClientUnknownRequestError: MAYBE_SENT,
    },
  },
  {
    name: "sequelize",
    source: "https://sequelize.org/api/v6/identifiers.html#errors",
    example: { $error: { name: "SequelizeUniqueConstraintError", message: "Validation error" } },
    names: {
      SequelizeUniqueConstraintError: "conflict",
      SequelizeForeignKeyConstraintError: "invalid_args",
      SequelizeExclusionConstraintError: "conflict",
      SequelizeOptimisticLockError: "conflict",
      SequelizeValidationError: "invalid_args",
      SequelizeEmptyResultError: "empty_result",
      SequelizeConnectionRefusedError: NOT_SENT,
      SequelizeHostNotFoundError: NOT_SENT,
      SequelizeHostNotReachableError: NOT_SENT,
      SequelizeInvalidConnectionError: NOT_SENT,
      SequelizeConnectionTimedOutError: TIMEOUT_EARLY,
      SequelizeConnectionAcquireTimeoutError: TIMEOUT_EARLY,
      SequelizeAccessDeniedError: "auth",
      SequelizeTimeoutError: TIMEOUT_LATE,
      SequelizeUnknownConstraintError: "not_found",
    },
  },
  {
    name: "typeorm",
    source: "https://github.com/typeorm/typeorm/tree/master/src/error",
    example: { $error: { name: "EntityNotFoundError", message: "Could not find any entity" } },
    names: {
      EntityNotFoundError: "not_found",
      OptimisticLockVersionMismatchError: "conflict",
      OptimisticLockError: "conflict",
      EntityMetadataNotFoundError: "internal",
      EntityPropertyNotFoundError: "internal",
      CannotConnectAlreadyConnectedError: "internal",
      ConnectionIsNotSetError: NOT_SENT,
      UniqueConstraintViolationException: "conflict",
      ForeignKeyConstraintViolationException: "invalid_args",
      NotNullConstraintViolationException: "invalid_args",
      DeadlockException: ROLLED_BACK,
      LockWaitTimeoutException: ROLLED_BACK,
    },
    when: (link) => link.status === undefined,
  },
  {
    name: "knex",
    source: "https://knexjs.org/guide/#pool",
    example: {
      $error: { name: "KnexTimeoutError", message: "Knex: Timeout acquiring a connection." },
    },
    names: { KnexTimeoutError: TIMEOUT_EARLY },
  },
];
