import { isObject, read } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  ROLLED_BACK,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [
    "rate_limited",
    // THROTTLING_ERROR_CODES of @smithy/core, and services' own
    `BandwidthLimitExceeded EC2ThrottledException LimitExceededException PriorRequestNotComplete
     ProvisionedThroughputExceededException RequestLimitExceeded RequestThrottled RequestThrottledException SlowDown
     ThrottledException Throttling ThrottlingException TooManyRequestsException TransactionInProgressException
     RequestThrottlingException ReduceYourRequestRate CloudHsmServiceThrottled KMSThrottlingException ModelThrottledException
     LimitExceededFault ServiceQuotaExceededThrottling ConcurrentRunsExceededException EnhanceYourCalm OverLimit
     RequestThrottledError SubscriptionRequestThrottled KMS.ThrottlingException`,
  ],
  [
    "quota_exhausted",
    "ServiceQuotaExceededException InsufficientInstanceCapacityQuota AccountQuotaExceeded VcpuLimitExceeded InstanceLimitExceeded AddressLimitExceeded TooManyBuckets",
  ],
  // TRANSIENT_ERROR_CODES
  [
    TIMEOUT_LATE,
    "RequestTimeout RequestTimeoutException ModelTimeoutException GatewayTimeoutException EC2RequestTimeout",
  ],
  [
    "auth",
    `AccessDenied AccessDeniedException UnauthorizedOperation UnauthorizedAccess UnrecognizedClientException AuthFailure
     InvalidClientTokenId InvalidAccessKeyId InvalidSignatureException SignatureDoesNotMatch IncompleteSignature
     MissingAuthenticationToken MissingAuthenticationTokenException ExpiredToken ExpiredTokenException TokenRefreshRequired
     RequestExpired RequestTimeTooSkewed RequestInTheFuture InvalidToken InvalidSecurity OptInRequired NotAuthorized
     NotAuthorizedException AllAccessDisabled AccountProblem CredentialsProviderError TokenProviderError
     KMSAccessDeniedException EKMSAccessDenied Blocked PendingVerification InvalidIdentityToken
     PasswordResetRequiredException UserNotConfirmedException InvalidObjectState KMSDisabledException
     EC2AccessDeniedException InvalidGrantException SubscriptionRequiredException`,
  ],
  [
    "not_found",
    `ResourceNotFoundException ResourceNotFound NoSuchKey NoSuchBucket NoSuchUpload NoSuchVersion NoSuchEntity
     NoSuchEntityException NoSuchHostedZone NotFound NotFoundException QueueDoesNotExist NonExistentQueue TableNotFoundException
     AWS.SimpleQueueService.NonExistentQueue ParameterNotFound ParameterNotFoundException FunctionNotFound StateMachineDoesNotExist
     DBInstanceNotFound UserNotFoundException InvalidInstanceID.NotFound NoSuchLifecycleConfiguration NoSuchTagSet
     IndexNotFoundException EntityNotFoundException RepositoryNotFoundException ImageNotFoundException
     ExecutionDoesNotExist ActivityDoesNotExist BackupNotFoundException NoSuchCORSConfiguration NoSuchBucketPolicy`,
  ],
  [
    "conflict",
    `ConditionalCheckFailedException ResourceInUseException ResourceConflictException EntityAlreadyExists
     EntityAlreadyExistsException BucketAlreadyExists BucketAlreadyOwnedByYou BucketNotEmpty ConflictException
     PreconditionFailed OperationAborted ResourceAlreadyExistsException ResourceExistsException AlreadyExistsException
     TableAlreadyExistsException QueueNameExists DuplicateItemException IdempotentParameterMismatchException
     IdempotentParameterMismatch DeleteConflict InvalidStateException ConditionalRequestConflict UsernameExistsException
     AliasExistsException ParameterAlreadyExists DBInstanceAlreadyExists InvalidBucketState QueueDeletedRecently
     ReplicatedWriteConflictException TransactionCanceledException ExecutionAlreadyExists IncorrectInstanceState
     DependencyViolation InvalidDBInstanceState MessageNotInflight ReceiptHandleIsInvalid`,
  ],
  [
    ROLLED_BACK,
    "TransactionConflictException ConcurrentModificationException ConcurrentUpdateException ConcurrentModification",
  ],
  [
    NOT_SENT,
    "ServiceOverloaded InsufficientInstanceCapacity InsufficientCapacity ModelNotReadyException ResourceNotReadyException CapacityExceededException OverloadedException ServerBusy",
  ],
  [
    MAYBE_SENT,
    `InternalServerError InternalServerException InternalFailure InternalError InternalServiceError InternalServiceException
     InternalErrorException ServiceUnavailable ServiceUnavailableException ServiceException ServiceFailure
     ModelErrorException ModelStreamErrorException DependencyTimeoutException KMSInternalException EC2UnexpectedException ReplicaNotAvailable`,
  ],
  [
    "invalid_args",
    `ValidationException ValidationError InvalidParameterValue InvalidParameterException InvalidParameterValueException
     InvalidParameterCombination InvalidParameter MissingParameter InvalidRequest InvalidRequestException MalformedQueryString
     MalformedPolicyDocument InvalidArgument InvalidBucketName InvalidRange EntityTooLarge EntityTooSmall KeyTooLongError
     MalformedXML BadDigest InvalidDigest SerializationException InvalidAction UnknownOperationException InvalidInput
     InvalidInputException ItemCollectionSizeLimitExceededException RequestEntityTooLarge InvalidPart InvalidPartOrder
     MetadataTooLarge RequestTooLargeException MissingContentLength IncompleteBody InvalidQueryParameter
     InvalidMessageContents BatchRequestTooLong EmptyBatchRequest PasswordDoesNotMatch CodeMismatchException
     ExpiredCodeException UnsupportedMediaTypeException InvalidNextToken InvalidPaginationToken MissingRequiredParameter`,
  ],
  [
    FUTILE,
    "NotImplemented UnsupportedOperation MethodNotAllowed UnknownEndpoint InvalidEndpoint PermanentRedirect IllegalLocationConstraintException AuthorizationHeaderMalformed",
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
    names: NAMES,
    when: (link) => isObject(link.get("$metadata")) || link.get("$fault") !== undefined,
  },
  {
    name: "aws/v2",
    source: "https://docs.aws.amazon.com/AWSJavaScriptSDK/latest/AWS/Error.html",
    example: {
      $error: {
        name: "ProvisionedThroughputExceededException",
        code: "ProvisionedThroughputExceededException",
        statusCode: 400,
        message: "Throughput exceeded",
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
