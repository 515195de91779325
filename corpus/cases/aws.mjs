// AWS, pointed at loopback servers that answer with the vendor's own error envelope.

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];

{
  const creds = { accessKeyId: "a", secretAccessKey: "b" };
  const dj = (status, type, message, headers = {}) => ({
    status,
    headers: { "content-type": "application/x-amz-json-1.0", ...headers },
    body: JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${type}`,
      message,
      Message: message,
    }),
  });
  const D = {
    ResourceNotFoundException: [
      dj(400, "ResourceNotFoundException", "Requested resource not found: Table: t not found"),
      L(
        "not_found",
        "not-found",
        false,
        "DynamoDB not-found is HTTP 400: the name decides, not the status",
      ),
    ],
    ConditionalCheckFailedException: [
      dj(400, "ConditionalCheckFailedException", "The conditional request failed"),
      A.conflict("condition failed"),
    ],
    ValidationException: [
      dj(400, "ValidationException", "One or more parameter values were invalid"),
      HTTP[400],
    ],
    ProvisionedThroughputExceededException: [
      dj(
        400,
        "ProvisionedThroughputExceededException",
        "The level of configured provisioned throughput for the table was exceeded.",
      ),
      A.rate("throttling as HTTP 400"),
    ],
    ThrottlingException: [
      dj(400, "ThrottlingException", "Rate of requests exceeds the allowed throughput."),
      A.rate("throttling as HTTP 400"),
    ],
    RequestLimitExceeded: [
      dj(
        400,
        "RequestLimitExceeded",
        "Throughput exceeds the current throughput limit for your account.",
      ),
      A.rate("throttling as HTTP 400"),
    ],
    AccessDeniedException: [
      dj(400, "AccessDeniedException", "User is not authorized to perform: dynamodb:GetItem"),
      A.auth("access denied as HTTP 400"),
    ],
    UnrecognizedClientException: [
      dj(
        400,
        "UnrecognizedClientException",
        "The security token included in the request is invalid.",
      ),
      A.auth("bad credentials as HTTP 400"),
    ],
    TransactionConflictException: [
      dj(400, "TransactionConflictException", "Transaction is ongoing for the item"),
      A.locked("transaction conflict: nothing applied; retryable", {
        accept: [
          ["conflict", "transient", IDEM],
          ["upstream", "transient", true],
          ["conflict", "malformed-args", false],
          ["invalid_args", "malformed-args", false],
        ],
      }),
    ],
    InternalServerError: [
      dj(
        500,
        "InternalServerError",
        "The request processing has failed because of an unknown error",
      ),
      HTTP[500],
    ],
  };
  const bd = {
    client: "@aws-sdk/client-dynamodb",
    version: versionOf("@aws-sdk/client-dynamodb"),
    load: () => import("@aws-sdk/client-dynamodb"),
    call: "write",
  };
  const ddb = (m, endpoint, o = {}) =>
    new m.DynamoDBClient({
      region: "us-east-1",
      endpoint,
      credentials: creds,
      maxAttempts: 1,
      ...o,
    });
  const put = (m, c) => c.send(new m.PutItemCommand({ TableName: "t", Item: { id: { S: "1" } } }));
  for (const [k, [spec, label]] of Object.entries(D))
    cases.push({
      ...bd,
      id: `dynamodb/${k}`,
      how: `PutItem against ${spec.status} ${k}`,
      label,
      expect: (e) => e.name === k,
      run: async (env, m) => put(m, ddb(m, await env.http(spec))),
    });
  cases.push({
    ...bd,
    id: "dynamodb/refused",
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => put(m, ddb(m, await closedUrl(env))),
  });
}
