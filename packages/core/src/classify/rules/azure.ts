import type { Rule } from "../rule.ts";
import { MAYBE_SENT, NOT_SENT, TIMEOUT_LATE, type VerdictInput } from "../verdict.ts";

const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [MAYBE_SENT, "REQUEST_SEND_ERROR PARSE_ERROR InternalError InternalServerError"],
  [
    NOT_SENT,
    "ServerBusy ServerBusyError ServiceBusy OperationNotAllowedBusy AllocationFailed ZonalAllocationFailed SkuNotAvailable",
  ],
  [TIMEOUT_LATE, "OperationTimedOut OperationTimeoutError"],
  [
    "rate_limited",
    "TooManyRequests SubscriptionRequestsThrottled ResourceRequestsThrottled QueryThrottled RequestRateTooLarge OperationThrottled",
  ],
  [
    "quota_exhausted",
    "QuotaExceeded StorageQuotaExceeded AccountQuotaExceeded InsufficientQuota SubscriptionQuotaExceeded",
  ],
  [
    "auth",
    "AuthenticationFailed AuthorizationFailed AuthorizationFailure AuthorizationPermissionMismatch AuthorizationSourceIPMismatch InvalidAuthenticationToken InvalidAuthenticationTokenTenant ExpiredAuthenticationToken LinkedAuthorizationFailed InsufficientAccountPermissions AccountIsDisabled NoAuthenticationInformation InvalidAuthenticationInfo RequestDisallowedByPolicy MessagingEntityDisabled",
  ],
  [
    "not_found",
    "ResourceNotFound ResourceGroupNotFound BlobNotFound ContainerNotFound EntityNotFound TableNotFound QueueNotFound MessageNotFound SubscriptionNotFound SecretNotFound KeyNotFound CertificateNotFound DeploymentNotFound ShareNotFound ParentNotFound MessagingEntityNotFoundError MessageNotFoundError",
  ],
  [
    "conflict",
    "BlobAlreadyExists ContainerAlreadyExists EntityAlreadyExists TableAlreadyExists QueueAlreadyExists ResourceAlreadyExists ConditionNotMet TargetConditionNotMet UpdateConditionNotSatisfied LeaseAlreadyPresent LeaseIdMissing LeaseIdMismatchWithBlobOperation BlobArchived ContainerBeingDeleted TableBeingDeleted QueueBeingDeleted AccountBeingCreated AnotherOperationInProgress SessionLockLostError MessageLockLostError",
  ],
  [
    "invalid_args",
    "InvalidInput InvalidQueryParameterValue InvalidHeaderValue OutOfRangeInput OutOfRangeQueryParameterValue InvalidResourceName InvalidMetadata RequestBodyTooLarge EntityTooLarge PropertyNameInvalid MissingRequiredHeader MissingRequiredQueryParameter Md5Mismatch InvalidXmlDocument InvalidRange InvalidApiVersionParameter InvalidTemplate InvalidRequestContent",
  ],
];

const CODES: Record<string, VerdictInput> = {};
for (const [verdict, codes] of GROUPS) for (const code of codes.split(/\s+/)) CODES[code] = verdict;

/** Azure: RestError of core-rest-pipeline, storage and resource manager codes. */
export const azureRules: readonly Rule[] = [
  {
    name: "azure",
    source: "https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes",
    example: {
      $error: {
        name: "RestError",
        code: "BlobNotFound",
        statusCode: 404,
        message: "The specified blob does not exist.",
      },
    },
    codes: CODES,
    when: (link) =>
      link.isNamed("RestError") ||
      link.status !== undefined ||
      link.name.startsWith("Service") ||
      link.name.startsWith("Messaging"),
  },
  {
    name: "azure/identity",
    source: "https://learn.microsoft.com/javascript/api/@azure/identity",
    example: {
      $error: {
        name: "CredentialUnavailableError",
        message: "EnvironmentCredential is unavailable.",
      },
    },
    names: {
      CredentialUnavailableError: "auth",
      AuthenticationRequiredError: "auth",
      AggregateAuthenticationError: "auth",
    },
  },
];
