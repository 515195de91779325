import type { Link } from "../link.ts";
import { isArray, lengthOf, read } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const SOURCE = "https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml";

const GROUPS: readonly (readonly [VerdictInput, readonly number[]])[] = [
  ["conflict", [11000, 11001, 12582, 48, 68, 85, 86, 17419]],
  [ROLLED_BACK, [112, 251, 24, 46, 225, 244, 246, 263]],
  [TIMEOUT_LATE, [50, 262, 89, 202, 290]],
  [NOT_SENT, [6, 7, 10107, 13435, 13436, 63, 150, 13388, 133, 234, 334, 358, 384, 462]],
  [MAYBE_SENT, [1, 8, 91, 189, 9001, 11600, 11602, 64, 79, 100, 96, 314]],
  ["auth", [13, 18, 11, 33, 334, 391, 8000, 31]],
  ["not_found", [26, 27, 47, 43, 73, 10057]],
  [
    "invalid_args",
    [
      2, 3, 9, 14, 15, 16, 17, 20, 22, 28, 29, 39, 40, 52, 54, 55, 56, 57, 59, 66, 67, 72, 121, 146,
      10334, 17280, 40324, 40352, 40353, 51024, 5107201, 31249,
    ],
  ],
  [FUTILE, [14031, 115, 303, 323, 238]],
  ["cancelled", [11601, 237]],
];

const CODES = new Map<number, VerdictInput>();
for (const [verdict, codes] of GROUPS) for (const code of codes) CODES.set(code, verdict);

function labelled(link: Link, label: string): boolean {
  const labels = link.get("errorLabels");
  if (!isArray(labels)) return false;
  for (let at = 0; at < Math.min(lengthOf(labels), 10); at += 1)
    if (read(labels, at) === label) return true;
  return false;
}

function isMongo(link: Link): boolean {
  return (
    link.name.startsWith("Mongo") ||
    link.className.startsWith("Mongo") ||
    link.get("codeName") !== undefined
  );
}

/** MongoDB: error labels before codes, codes before class names. */
export const mongodbRules: readonly Rule[] = [
  {
    name: "mongodb/label",
    source: "https://www.mongodb.com/docs/manual/core/transactions-in-applications/#error-handling",
    example: {
      $error: {
        name: "MongoServerError",
        code: 112,
        errorLabels: ["TransientTransactionError"],
        message: "WriteConflict",
      },
    },
    has: ["codeName", "errorLabels", "errorLabelSet"],
    named: [
      "MongoError",
      "MongoServerError",
      "MongoNetworkError",
      "MongoNetworkTimeoutError",
      "MongoBulkWriteError",
      "MongoWriteConcernError",
      "MongoServerSelectionError",
      "MongoRuntimeError",
    ],
    match(link) {
      if (!isMongo(link)) return undefined;
      if (labelled(link, "UnknownTransactionCommitResult")) return MAYBE_SENT;
      return labelled(link, "TransientTransactionError") ? ROLLED_BACK : undefined;
    },
  },
  {
    name: "mongodb",
    source: SOURCE,
    example: {
      $error: {
        name: "MongoServerError",
        code: 11000,
        keyPattern: { email: 1 },
        message: "E11000 duplicate key error",
      },
    },
    on: "number",
    match(link) {
      if (!isMongo(link)) return undefined;
      const known = CODES.get(link.code as number);
      if (known !== undefined) return known;
      if (labelled(link, "RetryableWriteError") || labelled(link, "RetryableError"))
        return MAYBE_SENT;
      return link.lower.includes("not primary") ? NOT_SENT : "invalid_args";
    },
  },
  {
    name: "mongodb/driver",
    source: "https://github.com/mongodb/node-mongodb-native/blob/main/src/error.ts",
    example: {
      $error: {
        name: "MongoServerSelectionError",
        message: "Server selection timed out after 30000 ms",
      },
    },
    names: {
      MongoServerSelectionError: NOT_SENT,
      MongoNetworkTimeoutError: TIMEOUT_LATE,
      MongoOperationTimeoutError: TIMEOUT_LATE,
      MongoWaitQueueTimeoutError: TIMEOUT_EARLY,
      MongoPoolClearedError: NOT_SENT,
      PoolClearedOnNetworkError: NOT_SENT,
      MongoPoolClosedError: NOT_SENT,
      MongoTopologyClosedError: NOT_SENT,
      MongoNotConnectedError: NOT_SENT,
      MongoClientClosedError: NOT_SENT,
      MongoServerClosedError: NOT_SENT,
      MongoExpiredSessionError: "internal",
      MongoTransactionError: "internal",
      MongoTailableCursorError: "internal",
      MongoCursorExhaustedError: "empty_result",
      MongoCursorInUseError: "internal",
      MongoInvalidArgumentError: "invalid_args",
      MongoMissingCredentialsError: "auth",
      MongoAWSError: "auth",
      MongoOIDCError: "auth",
      MongoParseError: FUTILE,
      MongoCompatibilityError: FUTILE,
      MongoMissingDependencyError: FUTILE,
      MongoNetworkError: MAYBE_SENT,
      MongoWriteConcernError: MAYBE_SENT,
      MongoUnexpectedServerResponseError: MAYBE_SENT,
      MongoSystemError: NOT_SENT,
      MongooseServerSelectionError: NOT_SENT,
      DocumentNotFoundError: "not_found",
      VersionError: "conflict",
      ParallelSaveError: "conflict",
      StrictModeError: "invalid_args",
      CastError: "invalid_args",
      BSONError: "invalid_args",
    },
  },
];
