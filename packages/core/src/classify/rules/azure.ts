import type { Rule } from "../rule.ts";
import { MAYBE_SENT, NOT_SENT, type VerdictInput } from "../verdict.ts";

/** Codes that mean something else than their words (`words.ts`) would say, or nothing in them. */
const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [MAYBE_SENT, "REQUEST_SEND_ERROR PARSE_ERROR InternalError InternalServerError"],
  [NOT_SENT, "AllocationFailed ZonalAllocationFailed SkuNotAvailable"],
  ["auth", "RequestDisallowedByPolicy"],
  [
    "conflict",
    "UpdateConditionNotSatisfied LeaseIdMismatchWithBlobOperation BlobArchived ContainerBeingDeleted TableBeingDeleted QueueBeingDeleted AccountBeingCreated AnotherOperationInProgress",
  ],
  ["invalid_args", "OutOfRangeInput OutOfRangeQueryParameterValue PropertyNameInvalid Md5Mismatch"],
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
        code: "BlobArchived",
        statusCode: 409,
        message: "The blob is archived.",
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
