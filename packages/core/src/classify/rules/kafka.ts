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

const SOURCE = "https://kafka.apache.org/protocol.html#protocol_error_codes";

const GROUPS: readonly (readonly [VerdictInput, string])[] = [
  [
    "invalid_args",
    `OFFSET_OUT_OF_RANGE INVALID_FETCH_SIZE MESSAGE_TOO_LARGE OFFSET_METADATA_TOO_LARGE INVALID_TOPIC_EXCEPTION
     RECORD_LIST_TOO_LARGE INVALID_REQUIRED_ACKS INCONSISTENT_GROUP_PROTOCOL INVALID_GROUP_ID INVALID_SESSION_TIMEOUT
     INVALID_COMMIT_OFFSET_SIZE INVALID_TIMESTAMP INVALID_PARTITIONS INVALID_REPLICATION_FACTOR
     INVALID_REPLICA_ASSIGNMENT INVALID_CONFIG INVALID_REQUEST POLICY_VIOLATION INVALID_RECORD INVALID_TXN_TIMEOUT
     INVALID_PRINCIPAL_TYPE UNACCEPTABLE_CREDENTIAL`,
  ],
  [
    "not_found",
    "UNKNOWN_TOPIC_OR_PARTITION GROUP_ID_NOT_FOUND UNKNOWN_TOPIC_ID RESOURCE_NOT_FOUND DELEGATION_TOKEN_NOT_FOUND TRANSACTIONAL_ID_NOT_FOUND LISTENER_NOT_FOUND LOG_DIR_NOT_FOUND",
  ],
  [
    NOT_SENT,
    `LEADER_NOT_AVAILABLE NOT_LEADER_FOR_PARTITION NOT_LEADER_OR_FOLLOWER BROKER_NOT_AVAILABLE REPLICA_NOT_AVAILABLE
     GROUP_LOAD_IN_PROGRESS COORDINATOR_LOAD_IN_PROGRESS GROUP_COORDINATOR_NOT_AVAILABLE COORDINATOR_NOT_AVAILABLE
     NOT_COORDINATOR_FOR_GROUP NOT_COORDINATOR NOT_ENOUGH_REPLICAS REBALANCE_IN_PROGRESS NOT_CONTROLLER
     OPERATION_NOT_ATTEMPTED FETCH_SESSION_ID_NOT_FOUND INVALID_FETCH_SESSION_EPOCH FENCED_LEADER_EPOCH
     UNKNOWN_LEADER_EPOCH STALE_BROKER_EPOCH OFFSET_NOT_AVAILABLE PREFERRED_LEADER_NOT_AVAILABLE ELIGIBLE_LEADERS_NOT_AVAILABLE
     UNSTABLE_OFFSET_COMMIT STALE_CONTROLLER_EPOCH MEMBER_ID_REQUIRED BROKER_ID_NOT_REGISTERED`,
  ],
  [TIMEOUT_LATE, "REQUEST_TIMED_OUT"],
  // Kafka calls a failed CRC of a record on the wire retriable.
  [
    MAYBE_SENT,
    "NETWORK_EXCEPTION CORRUPT_MESSAGE NOT_ENOUGH_REPLICAS_AFTER_APPEND KAFKA_STORAGE_ERROR UNKNOWN UNKNOWN_SERVER_ERROR",
  ],
  [
    "auth",
    `TOPIC_AUTHORIZATION_FAILED GROUP_AUTHORIZATION_FAILED CLUSTER_AUTHORIZATION_FAILED SASL_AUTHENTICATION_FAILED
     TRANSACTIONAL_ID_AUTHORIZATION_FAILED DELEGATION_TOKEN_AUTHORIZATION_FAILED DELEGATION_TOKEN_EXPIRED
     DELEGATION_TOKEN_OWNER_MISMATCH DELEGATION_TOKEN_REQUEST_NOT_ALLOWED DELEGATION_TOKEN_AUTH_DISABLED SECURITY_DISABLED`,
  ],
  [
    "conflict",
    "ILLEGAL_GENERATION UNKNOWN_MEMBER_ID TOPIC_ALREADY_EXISTS DUPLICATE_SEQUENCE_NUMBER NON_EMPTY_GROUP REASSIGNMENT_IN_PROGRESS NO_REASSIGNMENT_IN_PROGRESS GROUP_SUBSCRIBED_TO_TOPIC FENCED_INSTANCE_ID GROUP_MAX_SIZE_REACHED DUPLICATE_RESOURCE INCONSISTENT_VOTER_SET DELEGATION_TOKEN_ALREADY_EXISTS",
  ],
  [ROLLED_BACK, "CONCURRENT_TRANSACTIONS"],
  ["rate_limited", "THROTTLING_QUOTA_EXCEEDED"],
  [
    FUTILE,
    "UNSUPPORTED_SASL_MECHANISM UNSUPPORTED_VERSION UNSUPPORTED_FOR_MESSAGE_FORMAT UNSUPPORTED_COMPRESSION_TYPE ILLEGAL_SASL_STATE FEATURE_UPDATE_FAILED TOPIC_DELETION_DISABLED",
  ],
  [
    FUTILE_LATE,
    "OUT_OF_ORDER_SEQUENCE_NUMBER INVALID_PRODUCER_EPOCH INVALID_PRODUCER_ID_MAPPING UNKNOWN_PRODUCER_ID INVALID_TXN_STATE TRANSACTION_COORDINATOR_FENCED PRODUCER_FENCED",
  ],
];

const TYPES = new Map<string, VerdictInput>();
for (const [verdict, list] of GROUPS)
  for (const type of list.split(/\s+/)) TYPES.set(type, verdict);

/** Kafka: protocol errors by their type, and the classes of kafkajs. */
export const kafkaRules: readonly Rule[] = [
  {
    name: "kafka",
    source: SOURCE,
    example: {
      $error: {
        name: "KafkaJSProtocolError",
        type: "UNKNOWN_TOPIC_OR_PARTITION",
        code: 3,
        message: "This server does not host this topic-partition",
      },
    },
    match(link) {
      if (!link.name.startsWith("KafkaJS") && !link.isNamed("LibrdKafkaError")) return undefined;
      const type = link.get("type");
      if (typeof type === "string") {
        const known = TYPES.get(type) ?? TYPES.get(type.replace(/^ERR_/, ""));
        if (known !== undefined) return known;
      }
      if (link.isNamed("KafkaJSNumberOfRetriesExceeded") && link.get("cause") === undefined) {
        return { errorType: "upstream", outcome: "unknown", retried: true };
      }
      if (!link.isNamed("KafkaJSNonRetriableError")) return undefined;
      return link.lower.startsWith("invalid") ? "invalid_args" : undefined;
    },
  },
  {
    name: "kafkajs",
    source: "https://github.com/tulios/kafkajs/blob/master/src/errors.js",
    example: {
      $error: { name: "KafkaJSRequestTimeoutError", message: "Request Metadata timed out" },
    },
    names: {
      KafkaJSRequestTimeoutError: TIMEOUT_LATE,
      KafkaJSTimeout: TIMEOUT_LATE,
      KafkaJSLockTimeout: TIMEOUT_EARLY,
      KafkaJSSASLAuthenticationError: "auth",
      KafkaJSBrokerNotFound: NOT_SENT,
      KafkaJSNoBrokerAvailableError: NOT_SENT,
      KafkaJSTopicMetadataNotLoaded: NOT_SENT,
      KafkaJSMetadataNotLoaded: NOT_SENT,
      KafkaJSStaleTopicMetadataAssignment: NOT_SENT,
      KafkaJSGroupCoordinatorNotFound: NOT_SENT,
      KafkaJSStaleMetadata: NOT_SENT,
      KafkaJSOffsetOutOfRange: "invalid_args",
      KafkaJSNotImplemented: FUTILE,
      KafkaJSServerDoesNotSupportApiKey: FUTILE,
      KafkaJSUnsupportedMagicByteInMessageSet: FUTILE,
      KafkaJSInvariantViolation: "internal",
      KafkaJSConnectionClosedError: MAYBE_SENT,
      KafkaJSMemberIdRequired: NOT_SENT,
      KafkaJSCreateTopicError: "conflict",
      KafkaJSPartialMessageError: MAYBE_SENT,
    },
  },
  {
    name: "kafkajs/connection",
    source: "https://github.com/tulios/kafkajs/blob/master/src/errors.js",
    example: { $error: { name: "KafkaJSConnectionError", message: "Connection timeout" } },
    on: "none",
    match(link) {
      if (link.isNamed("KafkaJSConnectionError"))
        return link.lower.includes("timeout") ? TIMEOUT_EARLY : MAYBE_SENT;
      return link.isNamed("KafkaJSError") && link.lower.includes("disconnected")
        ? "internal"
        : undefined;
    },
  },
];
