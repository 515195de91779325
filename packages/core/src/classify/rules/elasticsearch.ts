import { isObject, read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  CORRUPT,
  FUTILE,
  MAYBE_SENT,
  NOT_SENT,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const TYPES: Readonly<Record<string, VerdictInput>> = {
  index_not_found_exception: "not_found",
  resource_not_found_exception: "not_found",
  document_missing_exception: "not_found",
  snapshot_missing_exception: "not_found",
  repository_missing_exception: "not_found",
  search_context_missing_exception: "not_found",
  aliases_not_found_exception: "not_found",
  version_conflict_engine_exception: "conflict",
  resource_already_exists_exception: "conflict",
  index_closed_exception: "conflict",
  invalid_alias_name_exception: "conflict",
  es_rejected_execution_exception: "rate_limited",
  rejected_execution_exception: "rate_limited",
  circuit_breaking_exception: "rate_limited",
  cluster_block_exception: FUTILE,
  security_exception: "auth",
  master_not_discovered_exception: NOT_SENT,
  no_shard_available_action_exception: NOT_SENT,
  unavailable_shards_exception: NOT_SENT,
  cluster_manager_not_discovered_exception: NOT_SENT,
  node_not_connected_exception: NOT_SENT,
  node_disconnected_exception: MAYBE_SENT,
  node_closed_exception: MAYBE_SENT,
  process_cluster_event_timeout_exception: TIMEOUT_EARLY,
  receive_timeout_transport_exception: TIMEOUT_LATE,
  timeout_exception: TIMEOUT_LATE,
  task_cancelled_exception: "cancelled",
  mapper_parsing_exception: "invalid_args",
  document_parsing_exception: "invalid_args",
  strict_dynamic_mapping_exception: "invalid_args",
  parsing_exception: "invalid_args",
  x_content_parse_exception: "invalid_args",
  illegal_argument_exception: "invalid_args",
  action_request_validation_exception: "invalid_args",
  query_shard_exception: "invalid_args",
  script_exception: "invalid_args",
  too_many_buckets_exception: "invalid_args",
  invalid_index_name_exception: "invalid_args",
  number_format_exception: "invalid_args",
  json_parse_exception: "invalid_args",
  too_many_clauses: "invalid_args",
  corrupt_index_exception: CORRUPT,
  index_corrupted_exception: CORRUPT,
  translog_corrupted_exception: CORRUPT,
};

/** Elasticsearch and OpenSearch: the `type` of the error, the root cause of a failed search. */
export const elasticsearchRules: readonly Rule[] = [
  {
    name: "elasticsearch",
    source:
      "https://www.elastic.co/docs/reference/elasticsearch/clients/javascript/connecting#_error_types",
    example: {
      $error: {
        name: "ResponseError",
        meta: {
          statusCode: 404,
          body: {
            error: { type: "index_not_found_exception", reason: "no such index" },
            status: 404,
          },
        },
        message: "index_not_found_exception",
      },
    },
    has: ["meta", "error"],
    match(link) {
      const body =
        read(link.get("meta"), "body") ??
        (link.get("error") === undefined ? undefined : link.value);
      const error = read(body, "error");
      if (!isObject(error)) return undefined;
      const root = readString(read(read(error, "root_cause"), 0), "type");
      const type = readString(error, "type");
      // The cluster is not up yet, or has no leader: refused for now.
      if (type === "cluster_block_exception" && link.status === 503) return NOT_SENT;
      for (const name of [type, root]) {
        if (name !== undefined && Object.hasOwn(TYPES, name)) return TYPES[name];
      }
      return undefined;
    },
  },
  {
    name: "elasticsearch/client",
    source: "https://github.com/elastic/elastic-transport-js/blob/main/src/errors.ts",
    example: {
      $error: { name: "NoLivingConnectionsError", message: "There are no living connections" },
    },
    names: {
      NoLivingConnectionsError: NOT_SENT,
      RequestAbortedError: "cancelled",
      DeserializationError: MAYBE_SENT,
      SerializationError: "invalid_args",
      ProductNotSupportedError: FUTILE,
    },
  },
];
