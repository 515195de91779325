import { isArray, isObject, lengthOf, read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import { FUTILE, MAYBE_SENT, NOT_SENT, ROLLED_BACK, type VerdictInput } from "../verdict.ts";
import { wordVerdict } from "../words.ts";

/** Names that mean something else than their words (`words.ts`) would say, or nothing in them. */
const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [
    "rate_limited",
    // THROTTLING_ERROR_CODES of @smithy/core, and services' own
    "LimitExceededException TransactionInProgressException ReduceYourRequestRate LimitExceededFault ConcurrentRunsExceededException OverLimit",
  ],
  ["quota_exhausted", "InsufficientInstanceCapacityQuota TooManyBuckets"],
  [
    "auth",
    "TokenRefreshRequired RequestInTheFuture AccountProblem TokenProviderError Blocked PendingVerification InvalidIdentityToken PasswordResetRequiredException UserNotConfirmedException InvalidObjectState SubscriptionRequiredException",
  ],
  ["not_found", "AWS.SimpleQueueService.NonExistentQueue"],
  [
    "conflict",
    "QueueNameExists IdempotentParameterMismatchException IdempotentParameterMismatch UsernameExistsException AliasExistsException InvalidBucketState QueueDeletedRecently IncorrectInstanceState DependencyViolation InvalidDBInstanceState MessageNotInflight",
  ],
  [ROLLED_BACK, "ConcurrentModificationException ConcurrentUpdateException ConcurrentModification"],
  [NOT_SENT, "InsufficientInstanceCapacity ModelNotReadyException"],
  [
    MAYBE_SENT,
    "InternalServerError InternalServerException InternalFailure InternalError InternalErrorException ServiceUnavailable ServiceUnavailableException ServiceException ModelErrorException ModelStreamErrorException DependencyTimeoutException KMSInternalException EC2UnexpectedException ReplicaNotAvailable",
  ],
  [
    "invalid_args",
    "ValidationException ValidationError InvalidRequest InvalidRequestException InvalidArgument EntityTooSmall BadDigest SerializationException UnknownOperationException IncompleteBody EmptyBatchRequest PasswordDoesNotMatch CodeMismatchException ExpiredCodeException ReceiptHandleIsInvalid",
  ],
  [
    FUTILE,
    "MethodNotAllowed UnknownEndpoint InvalidEndpoint PermanentRedirect IllegalLocationConstraintException AuthorizationHeaderMalformed DecryptionFailure EncryptionFailure",
  ],
];

const NAMES: Record<string, VerdictInput> = {};
for (const [verdict, names] of GROUPS) for (const name of names.split(/\s+/)) NAMES[name] = verdict;

/** AWS SDK v3 (and v2, whose name is in `code`): names decide, for most statuses are 400. */
export const awsRules: readonly Rule[] = [
  {
    name: "aws/clock-skew",
    source: "@smithy/core submodules/retry: isClockSkewCorrectedError, isTransientError",
    example: {
      $error: {
        name: "InvalidSignatureException",
        $metadata: { clockSkewCorrected: true },
        message: "Signature expired",
      },
    },
    has: ["$metadata"],
    match: (link) =>
      read(link.get("$metadata"), "clockSkewCorrected") === true ? NOT_SENT : undefined,
  },
  {
    name: "aws/transaction",
    source:
      "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html",
    example: {
      $error: {
        name: "TransactionCanceledException",
        CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
        $metadata: {},
        message: "Transaction cancelled",
      },
    },
    has: ["CancellationReasons"],
    match(link) {
      const reasons = link.get("CancellationReasons");
      if (!isArray(reasons)) return undefined;
      for (let at = 0; at < Math.min(lengthOf(reasons), 100); at += 1) {
        const code = readString(read(reasons, at), "Code");
        if (code !== undefined && code !== "None") return wordVerdict(code, false);
      }
      return undefined;
    },
  },
  {
    name: "aws",
    source:
      "@smithy/core submodules/retry/service-error-classification/constants.js; the services' API references",
    example: {
      $error: {
        name: "ThrottlingException",
        $fault: "client",
        $metadata: { httpStatusCode: 400 },
        message: "Rate exceeded",
      },
    },
    has: ["$metadata", "$fault"],
    match({ name, code }) {
      // Smithy calls a connection that was reset a TimeoutError too; its code says which it was.
      if (name === "TimeoutError" && code !== undefined) return undefined;
      if (Object.hasOwn(NAMES, name)) return NAMES[name];
      // A limit with a name (`ParameterLimitExceeded`) is one of number, not of rate.
      const limit = /\wLimit(?:Exceeded|Reached)/.test(name) ? "quota_exhausted" : undefined;
      return wordVerdict(name, true) ?? limit;
    },
  },
  {
    name: "aws/v2",
    source: "https://docs.aws.amazon.com/AWSJavaScriptSDK/latest/AWS/Error.html",
    example: {
      $error: {
        name: "ValidationException",
        code: "ValidationException",
        statusCode: 400,
        message: "Invalid key",
      },
    },
    codes: NAMES,
    when: (link) => link.status !== undefined,
  },
  {
    name: "aws/provider",
    source: "@smithy/property-provider",
    example: {
      $error: {
        name: "CredentialsProviderError",
        tryNextLink: false,
        message: "Could not load credentials from any providers",
      },
    },
    names: { CredentialsProviderError: "auth", TokenProviderError: "auth", ProviderError: "auth" },
  },
  {
    name: "aws/retryable-trait",
    source: "https://smithy.io/2.0/spec/behavior-traits.html#retryable-trait",
    example: {
      $error: {
        name: "NewKindOfException",
        $retryable: { throttling: true },
        $metadata: {},
        message: "x",
      },
    },
    has: ["$retryable"],
    match(link) {
      const trait = link.get("$retryable");
      if (!isObject(trait)) return undefined;
      return read(trait, "throttling") === true ? "rate_limited" : undefined;
    },
  },
  {
    name: "aws/retryable-hint",
    source: "https://smithy.io/2.0/spec/behavior-traits.html#retryable-trait",
    example: { $error: { name: "StrangeException", $retryable: {}, $metadata: {}, message: "x" } },
    stage: "word",
    has: ["$retryable"],
    match: (link) => (isObject(link.get("$retryable")) ? MAYBE_SENT : undefined),
  },
];
