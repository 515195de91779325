import type { Link } from "../link.ts";
import { isArray, lengthOf, read } from "../read.ts";
import type { Rule, Scene } from "../rule.ts";
import {
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  NOT_SENT,
  TIMEOUT_EARLY,
  TIMEOUT_LATE,
  type Verdict,
  type VerdictInput,
  verdictOf,
} from "../verdict.ts";

/** The mark of @langchain/core/errors (`stampRetryable`, `getRetryable`). */
const LANGCHAIN_RETRYABLE = Symbol.for("langchain.errors.retryable");

function retried(verdict: VerdictInput | undefined): VerdictInput | undefined {
  return verdict === undefined ? undefined : { ...verdictOf(verdict), retried: true };
}

function innermost(link: Link, scene: Scene): VerdictInput | undefined {
  const errors = link.get("errors");
  const last =
    link.get("lastError") ??
    (isArray(errors) ? read(errors, lengthOf(errors) - 1) : undefined) ??
    link.get("cause");
  return last === undefined ? undefined : scene.inner(last);
}

/** Errors that frameworks and retry libraries wrap around others, and their marks. */
export const frameworkRules: readonly Rule[] = [
  {
    name: "langgraph/interrupt",
    source: "@langchain/langgraph src/errors.ts: GraphBubbleUp",
    example: { $error: { name: "GraphInterrupt", is_bubble_up: true, message: "[]" } },
    named: ["GraphBubbleUp", "GraphInterrupt", "NodeInterrupt", "ParentCommand"],
    has: ["is_bubble_up"],
    match: (link) =>
      link.get("is_bubble_up") === true ||
      link.name === "GraphInterrupt" ||
      link.name === "NodeInterrupt"
        ? "interrupted"
        : undefined,
  },
  {
    name: "ai-sdk/retry-error",
    source: "https://ai-sdk.dev/docs/reference/ai-sdk-errors/ai-retry-error",
    example: {
      $error: {
        name: "AI_RetryError",
        reason: "maxRetriesExceeded",
        lastError: { $error: { name: "AI_APICallError", statusCode: 503, message: "busy" } },
        message: "Failed after 3 attempts",
      },
    },
    named: ["AI_RetryError", "RetryError"],
    match(link, scene) {
      if (link.name !== "AI_RetryError" && link.className !== "RetryError") return undefined;
      if (link.get("reason") === "abort") return "cancelled";
      const inner = innermost(link, scene);
      return link.get("reason") === "maxRetriesExceeded" ? retried(inner) : inner;
    },
  },
  {
    name: "ai-sdk/mcp-retries",
    source: "@ai-sdk/mcp src/tool/mcp-client.ts: callToolWithRetry",
    example: {
      $error: {
        name: "MCPClientError",
        cause: { $error: { code: "ECONNRESET", message: "read ECONNRESET" } },
        message: "Failed after 2 attempts. Last error: read ECONNRESET",
      },
    },
    named: ["MCPClientError", "AI_MCPClientError"],
    match: (link, scene) =>
      link.name.endsWith("MCPClientError") && /^Failed after \d+ attempts\./.test(link.message)
        ? retried(innermost(link, scene))
        : undefined,
  },
  {
    name: "ai-sdk",
    source: "https://ai-sdk.dev/docs/reference/ai-sdk-errors",
    example: {
      $error: {
        name: "AI_NoSuchToolError",
        toolName: "frobnicate",
        message: "Model tried to call unavailable tool",
      },
    },
    names: {
      AI_NoSuchToolError: "unknown_tool",
      AI_InvalidToolInputError: "invalid_args",
      AI_InvalidToolArgumentsError: "invalid_args",
      AI_TypeValidationError: FUTILE_LATE,
      AI_JSONParseError: MAYBE_SENT,
      AI_EmptyResponseBodyError: MAYBE_SENT,
      AI_InvalidResponseDataError: MAYBE_SENT,
      AI_NoContentGeneratedError: MAYBE_SENT,
      AI_NoObjectGeneratedError: MAYBE_SENT,
      AI_NoOutputGeneratedError: MAYBE_SENT,
      AI_NoImageGeneratedError: MAYBE_SENT,
      AI_InvalidStreamPartError: MAYBE_SENT,
      AI_LoadAPIKeyError: "auth",
      AI_LoadSettingError: FUTILE,
      AI_NoSuchModelError: "not_found",
      AI_NoSuchProviderError: "not_found",
      AI_UnsupportedFunctionalityError: FUTILE,
      AI_UnsupportedModelVersionError: FUTILE,
      AI_TooManyEmbeddingValuesForCallError: "invalid_args",
      AI_InvalidPromptError: "invalid_args",
      AI_InvalidDataContentError: "invalid_args",
      AI_InvalidMessageRoleError: "invalid_args",
      AI_InvalidArgumentError: "internal",
      AI_MessageConversionError: "internal",
      AI_MissingToolResultsError: "internal",
      GatewayAuthenticationError: "auth",
      GatewayRateLimitError: "rate_limited",
      GatewayModelNotFoundError: "not_found",
      GatewayInvalidRequestError: "invalid_args",
      GatewayTimeoutError: TIMEOUT_LATE,
    },
  },
  {
    name: "ai-sdk/api-call",
    source: "https://ai-sdk.dev/docs/reference/ai-sdk-errors/ai-api-call-error",
    example: {
      $error: {
        name: "AI_APICallError",
        isRetryable: true,
        url: "https://x",
        message: "Cannot connect to API",
      },
    },
    stage: "word",
    named: ["AI_APICallError", "APICallError"],
    match(link) {
      if (link.name !== "AI_APICallError" && link.className !== "APICallError") return undefined;
      const mark = link.get("isRetryable");
      return typeof mark === "boolean" ? (mark ? MAYBE_SENT : FUTILE_LATE) : undefined;
    },
  },
  {
    name: "temporal/timeout",
    source: "https://typescript.temporal.io/api/classes/common.TimeoutFailure",
    example: {
      $error: {
        name: "TimeoutFailure",
        timeoutType: "START_TO_CLOSE",
        message: "activity StartToClose timeout",
      },
    },
    named: ["TimeoutFailure"],
    match(link) {
      if (!link.isNamed("TimeoutFailure")) return undefined;
      const type = link.get("timeoutType");
      return type === "SCHEDULE_TO_START" || type === 2 ? TIMEOUT_EARLY : TIMEOUT_LATE;
    },
  },
  {
    name: "temporal/activity",
    source: "https://typescript.temporal.io/api/classes/common.ActivityFailure",
    example: {
      $error: {
        name: "ActivityFailure",
        retryState: "MAXIMUM_ATTEMPTS_REACHED",
        message: "Activity task failed",
        cause: {
          $error: { name: "ApplicationFailure", type: "RateLimitError", message: "slow down" },
        },
      },
    },
    named: ["ActivityFailure", "ChildWorkflowFailure"],
    match(link, scene) {
      if (!link.isNamed("ActivityFailure") && !link.isNamed("ChildWorkflowFailure"))
        return undefined;
      const cause = link.get("cause");
      const inner = cause === undefined ? undefined : scene.inner(cause);
      const state = link.get("retryState");
      if (state === "CANCEL_REQUESTED") return "cancelled";
      return state === "MAXIMUM_ATTEMPTS_REACHED" || state === "TIMEOUT" ? retried(inner) : inner;
    },
  },
  {
    name: "temporal",
    source: "https://typescript.temporal.io/api/namespaces/common#classes",
    example: { $error: { name: "CancelledFailure", message: "Activity cancelled" } },
    names: {
      CancelledFailure: "cancelled",
      TerminatedFailure: FUTILE_LATE,
      WorkflowNotFoundError: "not_found",
      WorkflowExecutionAlreadyStartedError: "conflict",
      ActivityNotFoundError: "not_found",
      NamespaceNotFoundError: "not_found",
      QueryNotRegisteredError: "unknown_tool",
      QueryRejectedError: "conflict",
      IllegalStateError: "internal",
      DeterminismViolationError: "internal",
      WorkflowFailedError: MAYBE_SENT,
    },
    when: (link) => link.get("cause") === undefined || !link.isNamed("WorkflowFailedError"),
  },
  {
    name: "temporal/application",
    source: "https://typescript.temporal.io/api/classes/common.ApplicationFailure",
    example: {
      $error: {
        name: "ApplicationFailure",
        nonRetryable: true,
        message: "No such order shipped twice",
      },
    },
    stage: "text",
    named: ["ApplicationFailure", "ServerFailure"],
    match(link) {
      if (!link.isNamed("ApplicationFailure") && !link.isNamed("ServerFailure")) return undefined;
      if (link.get("nonRetryable") === true) return FUTILE_LATE;
      return link.isNamed("ServerFailure") ? MAYBE_SENT : undefined;
    },
  },
  {
    name: "cockatiel",
    source: "https://github.com/connor4312/cockatiel/tree/master/src/errors",
    example: {
      $error: {
        message: "Execution prevented because the circuit breaker is open",
        isBrokenCircuitError: true,
      },
    },
    has: [
      "isBrokenCircuitError",
      "isIsolatedCircuitError",
      "isBulkheadRejectedError",
      "isTaskCancelledError",
    ],
    match(link) {
      if (link.get("isBrokenCircuitError") === true || link.get("isIsolatedCircuitError") === true)
        return NOT_SENT;
      if (link.get("isBulkheadRejectedError") === true) return NOT_SENT;
      return link.get("isTaskCancelledError") === true ? TIMEOUT_LATE : undefined;
    },
  },
  {
    name: "circuit-breaker",
    source: "https://nodeshift.dev/opossum/",
    example: { $error: { code: "EOPENBREAKER", message: "Breaker is open" } },
    codes: { EOPENBREAKER: NOT_SENT, ESEMLOCKED: NOT_SENT, ECIRCUITOPEN: NOT_SENT },
  },
  {
    name: "undici/retry-agent",
    source: "https://undici.nodejs.org/#/docs/api/RetryAgent",
    example: {
      $error: {
        name: "RequestRetryError",
        code: "UND_ERR_REQ_RETRY",
        statusCode: 503,
        data: { count: 5 },
        message: "Request failed",
      },
    },
    stage: "limit",
    match(link, scene) {
      if (link.code !== "UND_ERR_REQ_RETRY" || link.status === undefined) return undefined;
      const inner = scene.inner({ status: link.status, headers: link.get("headers") });
      return Number(read(link.get("data"), "count")) > 0 ? retried(inner) : inner;
    },
  },
  {
    name: "p-retry/abort",
    source: "https://github.com/sindresorhus/p-retry#aborterror",
    example: {
      $error: {
        name: "AbortError",
        message: "x",
        originalError: { $error: { name: "Error", status: 404, message: "gone" } },
      },
    },
    named: ["AbortError"],
    match(link, scene) {
      if (!link.isNamed("AbortError")) return undefined;
      const original = link.get("originalError");
      if (typeof original !== "object" || original === null) return undefined;
      const inner = scene.inner(original);
      return inner !== undefined && verdictOf(inner).errorType === "internal" ? undefined : inner;
    },
  },
  {
    name: "langchain/marked",
    source: "@langchain/core/errors: getRetryable",
    example: { $error: { "langchain.errors.retryable": true, message: "x" } },
    stage: "word",
    match: (link) =>
      marked(link.get(LANGCHAIN_RETRYABLE) ?? link.get("langchain.errors.retryable")),
  },
  {
    name: "langchain",
    source: "@langchain/core/errors, @langchain/core/utils/async_caller",
    example: { $error: { name: "ContextOverflowError", message: "too long" } },
    names: {
      ContextOverflowError: "invalid_args",
      ModelAbortError: "cancelled",
      InsufficientQuotaError: "quota_exhausted",
      RateLimitQuotaExhaustedError: "quota_exhausted",
      RateLimitCapacityError: "rate_limited",
      OutputParserException: MAYBE_SENT,
    },
  },
  {
    name: "openai-agents",
    source: "https://openai.github.io/openai-agents-js/guides/running-agents/#exceptions",
    example: {
      $error: {
        name: "ToolCallError",
        error: { $error: { name: "Error", status: 404, message: "gone" } },
        message: "Failed to run function tools",
      },
    },
    named: ["ToolCallError"],
    match(link, scene) {
      if (!link.isNamed("ToolCallError")) return undefined;
      const error = link.get("error");
      return typeof error === "object" && error !== null ? scene.inner(error) : undefined;
    },
  },
  {
    name: "retryable-mark",
    source:
      "AWS SDK v2, ioredis, kafkajs, FoundationDB and others: `retryable`, `retriable`, `transient`",
    example: { $error: { retryable: true, message: "x" } },
    stage: "word",
    has: ["retryable", "retriable", "isRetryable", "transient", "isTransient"],
    match(link) {
      if (link.status !== undefined && link.status < 500) return undefined;
      for (const key of ["retryable", "retriable", "isRetryable", "transient", "isTransient"]) {
        if (link.get(key) === true && !link.name.startsWith("KafkaJSError")) return MAYBE_SENT;
      }
      return undefined;
    },
  },
];

function marked(mark: unknown): Verdict | undefined {
  if (mark === true) return MAYBE_SENT;
  return mark === false ? FUTILE_LATE : undefined;
}
