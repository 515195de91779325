// S3, against a loopback server

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L, NET } from "../lib/labels.mjs";
import { closedUrl } from "../lib/network.mjs";
export const cases = [];
// S3
{
  const client = "@aws-sdk/client-s3",
    base = {
      client,
      version: versionOf(client),
      load: () => import("@aws-sdk/client-s3"),
      call: "read",
    };
  const mk = (m, endpoint, o = {}) =>
    new m.S3Client({
      region: "us-east-1",
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
      maxAttempts: 1,
      ...o,
    });
  const x = (status, code, message) => ({
    status,
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>1</RequestId></Error>`,
  });
  const S = {
    NoSuchKey: [x(404, "NoSuchKey", "The specified key does not exist."), HTTP[404]],
    NoSuchBucket: [x(404, "NoSuchBucket", "The specified bucket does not exist"), HTTP[404]],
    AccessDenied: [x(403, "AccessDenied", "Access Denied"), HTTP[403]],
    SignatureDoesNotMatch: [
      x(403, "SignatureDoesNotMatch", "The request signature we calculated does not match"),
      HTTP[403],
    ],
    SlowDown: [
      x(503, "SlowDown", "Please reduce your request rate."),
      A.rate("503 that is throttling", undefined, { accept: [["upstream", "transient", true]] }),
    ],
    InternalError: [x(500, "InternalError", "We encountered an internal error."), HTTP[500]],
    PreconditionFailed: [
      x(412, "PreconditionFailed", "At least one of the preconditions you specified did not hold"),
      HTTP[412],
    ],
    InvalidRange: [
      x(416, "InvalidRange", "The requested range is not satisfiable"),
      A.invalid("416"),
    ],
    RequestTimeout: [
      x(
        400,
        "RequestTimeout",
        "Your socket connection to the server was not read from or written to within the timeout period.",
      ),
      L("timeout", "transient", IDEM, "400 that is a time-out", {
        accept: [["timeout", "transient", true]],
      }),
    ],
    ExpiredToken: [
      x(400, "ExpiredToken", "The provided token has expired."),
      A.auth("400 that is an expired token"),
    ],
    BucketAlreadyExists: [
      x(409, "BucketAlreadyExists", "The requested bucket name is not available."),
      HTTP[409],
    ],
  };
  for (const [k, [spec, label]] of Object.entries(S))
    cases.push({
      ...base,
      id: `${client}/${k}`,
      how: `GetObject against ${spec.status} ${k}`,
      label,
      expect: (e) => e.name === k || e.Code === k,
      run: async (env, m) =>
        mk(m, await env.http(spec)).send(new m.GetObjectCommand({ Bucket: "b", Key: "k" })),
    });
  cases.push(
    {
      ...base,
      id: `${client}/head-404`,
      how: "HeadObject: no body, only a status",
      label: HTTP[404],
      run: async (env, m) =>
        mk(m, await env.http({ status: 404 })).send(
          new m.HeadObjectCommand({ Bucket: "b", Key: "k" }),
        ),
    },
    {
      ...base,
      id: `${client}/refused`,
      how: "closed port",
      label: NET.refused,
      run: async (env, m) =>
        mk(m, await closedUrl(env)).send(new m.GetObjectCommand({ Bucket: "b", Key: "k" })),
    },
    {
      ...base,
      id: `${client}/retried`,
      how: "three attempts against 500",
      label: HTTP[500],
      run: async (env, m) =>
        mk(m, await env.http(x(500, "InternalError", "again")), { maxAttempts: 3 }).send(
          new m.GetObjectCommand({ Bucket: "b", Key: "k" }),
        ),
    },
    {
      ...base,
      id: `${client}/no-credentials`,
      how: "no credentials anywhere",
      label: A.auth("credentials missing", [["internal", "malformed-args", false]]),
      run: async (env, m) =>
        new m.S3Client({
          region: "us-east-1",
          endpoint: await env.http({ status: 200 }),
          credentials: async () => {
            throw Object.assign(new Error("Could not load credentials from any providers"), {
              name: "CredentialsProviderError",
            });
          },
        }).send(new m.GetObjectCommand({ Bucket: "b", Key: "k" })),
    },
  );
}
