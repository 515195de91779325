// Stripe, Twilio, S3, Azure's pipeline, Elasticsearch: real clients against loopback servers.
import { HTTP, NET, A, L, IDEM } from '../lib/labels.mjs'
import { versionOf } from '../lib/case.mjs'
export const cases = []
const closed = async (env) => `http://127.0.0.1:${await env.closedPort()}`
// ---- Stripe ----
{
  const client = 'stripe', base = { client, version: versionOf(client), load: () => import('stripe'), call: 'write' }
  const mk = (m, url, o = {}) => { const u = new URL(url); return new m.default('sk_' + 'test_x', { host: u.hostname, port: u.port, protocol: 'http', maxNetworkRetries: 0, telemetry: false, ...o }) }
  const call = (c) => c.customers.create({ email: 'a@b.test' })
  const b = (type, code, message, extra = {}) => ({ error: { type, code, message, ...extra } })
  const S = {
    'resource_missing': [{ status: 404, body: b('invalid_request_error', 'resource_missing', "No such customer: 'cus_1'", { param: 'id' }) }, HTTP[404]],
    'resource_missing-400': [{ status: 400, body: b('invalid_request_error', 'resource_missing', "No such price: 'price_1'", { param: 'price' }) }, A.notFound('resource_missing as 400', [['invalid_args', 'malformed-args', false]])],
    'parameter_missing': [{ status: 400, body: b('invalid_request_error', 'parameter_missing', 'Missing required param: amount.') }, HTTP[400]],
    401: [{ status: 401, body: b('invalid_request_error', undefined, 'Invalid API Key provided') }, HTTP[401]],
    403: [{ status: 403, body: b('invalid_request_error', undefined, 'The provided key does not have access to account') }, HTTP[403]],
    'card_declined': [{ status: 402, body: b('card_error', 'card_declined', 'Your card was declined.', { decline_code: 'generic_decline' }) }, HTTP[402]],
    'rate_limit': [{ status: 429, body: b('invalid_request_error', 'rate_limit', 'Too many requests') }, A.rate('429 rate_limit')],
    'lock_timeout': [{ status: 429, body: b('invalid_request_error', 'lock_timeout', 'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.') }, A.locked('429 that is a lock', { accept: [['rate_limited', 'transient', true]] })],
    'idempotency-409': [{ status: 409, body: b('idempotency_error', 'idempotency_key_in_use', 'There is currently another in-progress request using this Stripe-Idempotent Key') }, A.locked('key in use: nothing done', { accept: [['conflict', 'transient', IDEM]] })],
    500: [{ status: 500, body: b('api_error', undefined, 'Sorry! There was an error') }, HTTP[500]],
    '503-no-retry': [{ status: 503, headers: { 'stripe-should-retry': 'false' }, body: b('api_error', undefined, 'no') }, A.futile('the service says not to retry', [['upstream', 'transient', IDEM]])],
  }
  for (const [k, [spec, label]] of Object.entries(S)) cases.push({ ...base, id: `${client}/${k}`, how: `customers.create against ${spec.status}`, label, expect: (e) => e.statusCode === spec.status, run: async (env, m) => call(mk(m, await env.http(spec))) })
  cases.push(
    { ...base, id: `${client}/refused`, how: 'closed port', label: NET.refused, run: async (env, m) => call(mk(m, await closed(env))) },
    { ...base, id: `${client}/timeout`, how: 'timeout 250', label: NET.timeout, run: async (env, m) => call(mk(m, await env.http({ fault: 'slow' }), { timeout: 250 })) },
    { ...base, id: `${client}/hangup`, how: 'socket destroyed', label: NET.hangup, run: async (env, m) => call(mk(m, await env.http({ fault: 'hangup' }))) },
  )
}
// ---- Twilio ----
{
  const client = 'twilio', base = { client, version: versionOf(client), load: () => import('twilio'), call: 'write' }
  const call = (m, url) => { const t = m.default ?? m; const c = t('AC' + '0'.repeat(32), 'token', { autoRetry: false }); return c.request({ method: 'post', uri: url + '/2010-04-01/Messages.json', data: {} }).then((r) => { if (r.statusCode < 300) return r; const T = t.RestException ?? m.RestException; throw T ? new T(r) : Object.assign(new Error(r.body?.message), { status: r.statusCode, ...r.body }) }) }
  const b = (code, message, status) => ({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
  const S = {
    20003: [401, 'Authenticate', HTTP[401]], 20404: [404, 'The requested resource was not found', HTTP[404]], 21211: [400, "The 'To' number is not a valid phone number", HTTP[400]],
    20429: [429, 'Too Many Requests', A.rate('429')], 63038: [429, 'Account exceeded the daily messages limit', A.quota('429 that is a daily quota', [['rate_limited', 'transient', true]])], 20500: [500, 'Internal Server Error', HTTP[500]], 20503: [503, 'Service unavailable', HTTP[503]], 21610: [400, 'Attempt to send to unsubscribed recipient', A.auth('recipient unsubscribed', [['invalid_args', 'malformed-args', false]])],
  }
  for (const [k, [status, message, label]] of Object.entries(S)) cases.push({ ...base, id: `${client}/${k}`, how: `messages against ${status} code ${k}`, label, expect: (e) => e.status === status, run: async (env, m) => call(m, await env.http({ status, body: b(Number(k), message, status) })) })
  cases.push({ ...base, id: `${client}/refused`, how: 'closed port', label: NET.refused, run: async (env, m) => call(m, await closed(env)) })
}
// ---- S3 ----
{
  const client = '@aws-sdk/client-s3', base = { client, version: versionOf(client), load: () => import('@aws-sdk/client-s3'), call: 'read' }
  const mk = (m, endpoint, o = {}) => new m.S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1, ...o })
  const x = (status, code, message) => ({ status, headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message><RequestId>1</RequestId></Error>` })
  const S = {
    NoSuchKey: [x(404, 'NoSuchKey', 'The specified key does not exist.'), HTTP[404]], NoSuchBucket: [x(404, 'NoSuchBucket', 'The specified bucket does not exist'), HTTP[404]],
    AccessDenied: [x(403, 'AccessDenied', 'Access Denied'), HTTP[403]], SignatureDoesNotMatch: [x(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match'), HTTP[403]],
    SlowDown: [x(503, 'SlowDown', 'Please reduce your request rate.'), A.rate('503 that is throttling', undefined, { accept: [['upstream', 'transient', true]] })], InternalError: [x(500, 'InternalError', 'We encountered an internal error.'), HTTP[500]],
    PreconditionFailed: [x(412, 'PreconditionFailed', 'At least one of the preconditions you specified did not hold'), HTTP[412]], InvalidRange: [x(416, 'InvalidRange', 'The requested range is not satisfiable'), A.invalid('416')],
    RequestTimeout: [x(400, 'RequestTimeout', 'Your socket connection to the server was not read from or written to within the timeout period.'), L('timeout', 'transient', IDEM, '400 that is a time-out', { accept: [['timeout', 'transient', true]] })],
    ExpiredToken: [x(400, 'ExpiredToken', 'The provided token has expired.'), A.auth('400 that is an expired token')], BucketAlreadyExists: [x(409, 'BucketAlreadyExists', 'The requested bucket name is not available.'), HTTP[409]],
  }
  for (const [k, [spec, label]] of Object.entries(S)) cases.push({ ...base, id: `${client}/${k}`, how: `GetObject against ${spec.status} ${k}`, label, expect: (e) => e.name === k || e.Code === k, run: async (env, m) => mk(m, await env.http(spec)).send(new m.GetObjectCommand({ Bucket: 'b', Key: 'k' })) })
  cases.push(
    { ...base, id: `${client}/head-404`, how: 'HeadObject: no body, only a status', label: HTTP[404], run: async (env, m) => mk(m, await env.http({ status: 404 })).send(new m.HeadObjectCommand({ Bucket: 'b', Key: 'k' })) },
    { ...base, id: `${client}/refused`, how: 'closed port', label: NET.refused, run: async (env, m) => mk(m, await closed(env)).send(new m.GetObjectCommand({ Bucket: 'b', Key: 'k' })) },
    { ...base, id: `${client}/retried`, how: 'three attempts against 500', label: HTTP[500], run: async (env, m) => mk(m, await env.http(x(500, 'InternalError', 'again')), { maxAttempts: 3 }).send(new m.GetObjectCommand({ Bucket: 'b', Key: 'k' })) },
    { ...base, id: `${client}/no-credentials`, how: 'no credentials anywhere', label: A.auth('credentials missing', [['internal', 'malformed-args', false]]), run: async (env, m) => new m.S3Client({ region: 'us-east-1', endpoint: await env.http({ status: 200 }), credentials: async () => { throw Object.assign(new Error('Could not load credentials from any providers'), { name: 'CredentialsProviderError' }) } }).send(new m.GetObjectCommand({ Bucket: 'b', Key: 'k' })) },
  )
}
// ---- Azure ----
{
  const client = '@azure/core-rest-pipeline', base = { client, version: versionOf(client), load: () => import('@azure/core-rest-pipeline'), call: 'read' }
  const call = async (m, url, o = {}) => { const p = m.createPipelineFromOptions({ retryOptions: { maxRetries: 0 } }); const c = m.createDefaultHttpClient(); const request = m.createPipelineRequest({ url, allowInsecureConnection: true, ...o }); const response = await p.sendRequest(c, request); if (response.status >= 300) { const body = (() => { try { return JSON.parse(response.bodyAsText) } catch { return undefined } })(); throw new m.RestError(body?.error?.message ?? `Unexpected status code: ${response.status}`, { code: body?.error?.code, statusCode: response.status, request, response }) } return response }
  const b = (status, code, message, headers) => ({ status, headers, body: { error: { code, message } } })
  const S = {
    BlobNotFound: [b(404, 'BlobNotFound', 'The specified blob does not exist.'), HTTP[404]], AuthorizationFailed: [b(403, 'AuthorizationFailed', 'The client does not have authorization to perform action'), HTTP[403]],
    ServerBusy: [b(503, 'ServerBusy', 'The server is busy.'), A.notSent('ServerBusy', [['upstream', 'transient', IDEM], ['rate_limited', 'transient', true]])], TooManyRequests: [b(429, 'TooManyRequests', 'Rate limit', { 'x-ms-retry-after-ms': '2500' }), A.rate('x-ms-retry-after-ms', 2500, { header: 'x-ms-retry-after-ms' })],
    BlobAlreadyExists: [b(409, 'BlobAlreadyExists', 'The specified blob already exists.'), HTTP[409]], ConditionNotMet: [b(412, 'ConditionNotMet', 'The condition specified using HTTP conditional header(s) is not met.'), HTTP[412]],
    OperationTimedOut: [b(500, 'OperationTimedOut', 'Operation could not be completed within the specified time.'), L('timeout', 'transient', IDEM, 'OperationTimedOut as 500', { accept: [['upstream', 'transient', IDEM]] })], InvalidQueryParameterValue: [b(400, 'InvalidQueryParameterValue', 'Value for one of the query parameters is invalid'), HTTP[400]],
    QuotaExceeded: [b(409, 'QuotaExceeded', 'Operation could not be completed as it results in exceeding approved quota'), A.quota('409 that is a quota', [['conflict', 'malformed-args', false]])],
  }
  for (const [k, [spec, label]] of Object.entries(S)) cases.push({ ...base, id: `azure/${k}`, how: `sendRequest against ${spec.status} ${k}`, label, expect: (e) => e.statusCode === spec.status, run: async (env, m) => call(m, await env.http(spec)) })
  cases.push(
    { ...base, id: 'azure/refused', how: 'closed port: REQUEST_SEND_ERROR around it', label: NET.refused, run: async (env, m) => call(m, await closed(env)) },
    { ...base, id: 'azure/hangup', how: 'socket destroyed', label: NET.hangup, run: async (env, m) => call(m, await env.http({ fault: 'hangup' })) },
    { ...base, id: 'azure/timeout', how: 'timeout 250: an AbortError', label: A.timeout('the pipeline turns its time-out into an AbortError', [['cancelled', '-', false]]), run: async (env, m) => call(m, await env.http({ fault: 'slow' }), { timeout: 250 }) },
    { ...base, id: 'azure/abort', how: 'caller aborts', label: NET.abort, run: async (env, m) => { const c = new AbortController(); setTimeout(() => c.abort(), 60); return call(m, await env.http({ fault: 'slow' }), { abortSignal: c.signal }) } },
  )
}
// ---- Elasticsearch ----
{
  const client = '@elastic/elasticsearch', base = { client, version: versionOf(client), load: () => import('@elastic/elasticsearch'), call: 'read' }
  const H = { 'x-elastic-product': 'Elasticsearch', 'content-type': 'application/vnd.elasticsearch+json;compatible-with=9' }
  const mk = (m, node, o = {}) => new m.Client({ node, maxRetries: 0, sniffOnStart: false, ...o })
  const e = (status, type, reason, extra = {}) => ({ status, headers: H, body: JSON.stringify({ error: { type, reason, root_cause: [{ type, reason }], ...extra }, status }) })
  const S = {
    index_not_found: [e(404, 'index_not_found_exception', 'no such index [t]'), HTTP[404]], version_conflict: [e(409, 'version_conflict_engine_exception', '[1]: version conflict'), HTTP[409]], parsing: [e(400, 'parsing_exception', 'unknown query [foo]'), HTTP[400]],
    security: [e(401, 'security_exception', 'missing authentication credentials'), HTTP[401]], forbidden: [e(403, 'security_exception', 'action is unauthorized for user'), HTTP[403]], rejected: [e(429, 'es_rejected_execution_exception', 'rejected execution'), A.rate('thread pool full')],
    circuit: [e(429, 'circuit_breaking_exception', '[parent] Data too large'), A.rate('circuit breaker', undefined, { accept: [['upstream', 'transient', true], ['invalid_args', 'malformed-args', false]] })], block: [e(403, 'cluster_block_exception', 'index [t] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)]'), A.futile('read-only index', [['auth', 'forbidden', false]])],
    unavailable: [e(503, 'no_shard_available_action_exception', 'no shard available'), A.notSent('no shard', [['upstream', 'transient', IDEM]])], already: [e(400, 'resource_already_exists_exception', 'index [t/x] already exists'), A.conflict('400 that is a conflict')], corrupt: [e(500, 'corrupt_index_exception', 'checksum failed (hardware problem?)'), A.corrupt('stored data is damaged')],
  }
  for (const [k, [spec, label]] of Object.entries(S)) cases.push({ ...base, id: `elasticsearch/${k}`, how: `search against ${spec.status} ${k}`, label, expect: (x) => x.statusCode === spec.status || x.meta?.statusCode === spec.status, run: async (env, m) => mk(m, await env.http(spec)).search({ index: 't' }) })
  cases.push(
    { ...base, id: 'elasticsearch/refused', how: 'closed port', label: NET.refused, run: async (env, m) => mk(m, await closed(env)).search({ index: 't' }) },
    { ...base, id: 'elasticsearch/timeout', how: 'requestTimeout 250', label: NET.timeout, run: async (env, m) => mk(m, await env.http({ fault: 'slow' }), { requestTimeout: 250 }).search({ index: 't' }) },
    { ...base, id: 'elasticsearch/not-elasticsearch', how: '200 without the product header', label: A.futile('not Elasticsearch'), run: async (env, m) => mk(m, await env.http({ status: 200, body: {} })).search({ index: 't' }) },
  )
}
