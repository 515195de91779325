// Errors that agent frameworks and retry libraries wrap around others, thrown by the real packages
import { HTTP, NET, A, L, IDEM } from '../lib/labels.mjs'
import { versionOf } from '../lib/case.mjs'
export const cases = []
// ---- AI SDK ----
{
  const client = 'ai', load = async () => ({ ai: await import('ai'), p: await import('@ai-sdk/openai-compatible') })
  const base = { client, version: versionOf('ai'), load, call: 'write', limit: 15000 }
  const gen = ({ ai, p }, baseURL, o = {}) => ai.generateText({ model: p.createOpenAICompatible({ name: 'x', baseURL, apiKey: 'k' }).chatModel('m'), prompt: 'x', maxRetries: 0, ...o })
  const b = (message, code) => ({ error: { message, type: 'x', param: null, code } })
  for (const [s, label] of [[400, HTTP[400]], [401, HTTP[401]], [403, HTTP[403]], [404, HTTP[404]], [422, HTTP[422]], [500, HTTP[500]], [503, HTTP[503]]]) cases.push({ ...base, id: `ai/http-${s}`, how: `generateText against ${s}`, label, run: async (env, m) => gen(m, await env.http({ status: s, body: b('no') })) })
  cases.push(
    { ...base, id: 'ai/http-429', how: '429 with Retry-After', label: A.rate('429', 4000, { always: true }), run: async (env, m) => gen(m, await env.http({ status: 429, headers: { 'retry-after': '4' }, body: b('slow') })) },
    { ...base, id: 'ai/quota', how: '429 insufficient_quota in responseBody', label: A.quota('quota'), run: async (env, m) => gen(m, await env.http({ status: 429, body: b('You exceeded your current quota', 'insufficient_quota') })) },
    { ...base, id: 'ai/retry-error', how: 'RetryError: three attempts against 500', label: A.unknownOutcome('retried by the SDK'), expect: (e) => e.name === 'AI_RetryError', run: async (env, m) => gen(m, await env.http({ status: 500, headers: { 'retry-after-ms': '20' }, body: b('x') }), { maxRetries: 1 }), anyAfter: true },
    { ...base, id: 'ai/refused', how: 'closed port', label: NET.refused, run: async (env, m) => gen(m, `http://127.0.0.1:${await env.closedPort()}`) },
    { ...base, id: 'ai/abort', how: 'caller aborts', label: NET.abort, run: async (env, m) => { const c = new AbortController(); setTimeout(() => c.abort(), 60); return gen(m, await env.http({ fault: 'slow' }), { abortSignal: c.signal }) } },
    { ...base, id: 'ai/timeout', how: 'AbortSignal.timeout', label: NET.timeout, run: async (env, m) => gen(m, await env.http({ fault: 'slow' }), { abortSignal: AbortSignal.timeout(150) }) },
    { ...base, id: 'ai/html', how: '200 with an HTML page', label: NET.nonjson, run: async (env, m) => gen(m, await env.http({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>sign in</html>' })) },
    { ...base, id: 'ai/wrong-shape', how: '200 with JSON of another shape: TypeValidationError', label: A.futile('the service broke its contract', [['upstream', 'transient', IDEM]]), run: async (env, m) => gen(m, await env.http({ status: 200, body: { hello: 1 } })) },
    { ...base, id: 'ai/InvalidToolInputError', how: 'class of the SDK', label: A.invalid('arguments'), run: async (env, { ai }) => { throw new ai.InvalidToolInputError({ toolName: 't', toolInput: '{', cause: new Error('x') }) } },
    { ...base, id: 'ai/NoSuchToolError', how: 'class of the SDK', label: A.unknownTool('tool'), run: async (env, { ai }) => { throw new ai.NoSuchToolError({ toolName: 't', availableTools: [] }) } },
    { ...base, id: 'ai/LoadAPIKeyError', how: 'class of the SDK', label: A.auth('key missing'), run: async (env, { ai }) => { throw new ai.LoadAPIKeyError({ message: 'API key is missing.' }) } },
    { ...base, id: 'ai/APICallError-retryable', how: 'no status, isRetryable true', label: A.unknownOutcome('marked', [['upstream', 'transient', true]]), run: async (env, { ai }) => { throw new ai.APICallError({ message: 'it broke', url: 'http://x', requestBodyValues: {}, isRetryable: true }) } },
    { ...base, id: 'ai/APICallError-final', how: 'no status, isRetryable false', label: A.futile('marked'), run: async (env, { ai }) => { throw new ai.APICallError({ message: 'it broke', url: 'http://x', requestBodyValues: {}, isRetryable: false }) } },
  )
}
// ---- LangChain ----
{
  const base = { client: '@langchain/core', version: versionOf('@langchain/core'), load: async () => ({ errors: await import('@langchain/core/errors'), caller: await import('@langchain/core/utils/async_caller') }), call: 'write', limit: 15000 }
  const call = ({ caller }, f) => new caller.AsyncCaller({ maxRetries: 0 }).call(f)
  cases.push(
    { ...base, id: 'langchain/marked-retryable', how: 'stampRetryable(error, true)', label: A.unknownOutcome('marked'), run: async (e, m) => { throw m.errors.stampRetryable(new Error('it broke'), true) } },
    { ...base, id: 'langchain/marked-final', how: 'stampRetryable(error, false)', label: A.futile('marked'), run: async (e, m) => { throw m.errors.stampRetryable(new Error('it broke'), false) } },
    { ...base, id: 'langchain/caller-quota', how: 'AsyncCaller turns insufficient_quota into InsufficientQuotaError', label: A.quota('quota'), run: async (e, m) => call(m, async () => { throw Object.assign(new Error('429'), { status: 429, code: 'insufficient_quota' }) }) },
    { ...base, id: 'langchain/caller-404', how: 'AsyncCaller stamps a 404', label: HTTP[404], run: async (e, m) => call(m, async () => { throw Object.assign(new Error('no'), { status: 404 }) }) },
    { ...base, id: 'langchain/caller-429', how: 'AsyncCaller, capacity', label: A.rate('429'), run: async (e, m) => call(m, async () => { throw Object.assign(new Error('slow down'), { status: 429 }) }) },
    { ...base, id: 'langchain/ContextOverflowError', how: 'class', label: A.invalid('too long'), run: async (e, m) => { throw new m.errors.ContextOverflowError('too many tokens') } },
    { ...base, id: 'langchain/ModelAbortError', how: 'class', label: A.cancelled('aborted'), run: async (e, m) => { throw new m.errors.ModelAbortError('stopped') } },
  )
}
// ---- p-retry ----
{
  const base = { client: 'p-retry', version: versionOf('p-retry'), load: () => import('p-retry'), call: 'write' }
  const http = (status) => Object.assign(new Error('HTTP'), { status })
  cases.push(
    { ...base, id: 'p-retry/exhausted-503', how: 'one retry, then the last error', label: HTTP[503], run: async (e, m) => m.default(async () => { throw http(503) }, { retries: 1, minTimeout: 5 }) },
    { ...base, id: 'p-retry/abort-404', how: 'AbortError around a 404: the original comes out', label: HTTP[404], run: async (e, m) => m.default(async () => { throw new m.AbortError(http(404)) }, { retries: 1 }) },
    { ...base, id: 'p-retry/AbortError', how: 'the AbortError itself', label: HTTP[404], run: async (e, m) => { throw new m.AbortError(http(404)) } },
    { ...base, id: 'p-retry/signal', how: 'aborted by signal', label: A.cancelled('aborted'), run: async (e, m) => { const c = new AbortController(); c.abort(); return m.default(async () => { throw http(503) }, { signal: c.signal }) } },
    { ...base, id: 'p-retry/network', how: 'TypeError that is no network error is not retried', label: A.internal('bug'), run: async (e, m) => m.default(async () => { const o = {}; o.go() }, { retries: 2, minTimeout: 5 }) },
  )
}
// ---- Temporal ----
{
  const base = { client: '@temporalio/common', version: versionOf('@temporalio/common'), load: () => import('@temporalio/common'), call: 'write' }
  const T = (id, how, label, make) => ({ ...base, id: `temporal/${id}`, how, label, run: async (e, m) => { throw make(m.default ?? m) } })
  const act = (m, cause, state = 'MAXIMUM_ATTEMPTS_REACHED') => new m.ActivityFailure('Activity task failed', 'do', '1', state, 'w', cause)
  cases.push(
    T('CancelledFailure', 'cancelled', A.cancelled('cancelled'), (m) => new m.CancelledFailure('Activity cancelled')),
    T('TimeoutFailure', 'start to close', A.timeout('time-out'), (m) => new m.TimeoutFailure('activity StartToClose timeout', undefined, 'START_TO_CLOSE')),
    T('schedule-to-start', 'never picked up', L('timeout', 'transient', true, 'not started', { accept: [['timeout', 'transient', IDEM]] }), (m) => new m.TimeoutFailure('activity ScheduleToStart timeout', undefined, 'SCHEDULE_TO_START')),
    T('activity-timeout', 'ActivityFailure around a TimeoutFailure', A.timeout('time-out'), (m) => act(m, new m.TimeoutFailure('x', undefined, 'HEARTBEAT'))),
    T('application-type', 'ApplicationFailure whose type is RateLimitError', A.rate('by its type'), (m) => m.ApplicationFailure.create({ message: 'slow down', type: 'RateLimitError' })),
    T('application-final', 'nonRetryable ApplicationFailure', A.futile('marked', [['internal', 'malformed-args', false]]), (m) => m.ApplicationFailure.nonRetryable('it broke')),
    T('activity-404', 'ActivityFailure around an ApplicationFailure around a 404', HTTP[404], (m) => act(m, m.ApplicationFailure.create({ message: 'do failed', cause: Object.assign(new Error('gone'), { status: 404 }) }), 'NON_RETRYABLE_FAILURE')),
    T('TerminatedFailure', 'terminated', A.futile('terminated', [['cancelled', '-', false]]), (m) => new m.TerminatedFailure('terminated')),
    T('WorkflowNotFoundError', 'no such workflow', A.notFound('workflow'), (m) => new m.WorkflowNotFoundError('workflow not found', 'w', undefined)),
    T('already-started', 'workflow exists', A.conflict('exists'), (m) => new m.WorkflowExecutionAlreadyStartedError('already started', 'w', 't')),
  )
}
// ---- validators ----
{
  const V = (client, id, how, label, run) => ({ client, version: versionOf(client), load: () => import(client), call: 'write', id: `${client}/${id}`, how, label, run: async (e, m) => run(m) })
  const bad = { id: 'abc', plan: 'x' }, inv = A.invalid('arguments do not fit')
  cases.push(
    V('valibot', 'parse', 'ValiError', inv, (m) => m.parse(m.object({ id: m.number(), plan: m.picklist(['a', 'b']) }), bad)),
    V('valibot', 'missing', 'ValiError', inv, (m) => m.parse(m.object({ id: m.number() }), {})),
    { ...V('valibot', 'safeParse', 'issues returned', inv), run: async (e, m) => { const { returned } = await import('../lib/case.mjs'); const r = m.safeParse(m.object({ id: m.number() }), bad); returned({ issues: r.issues }) } },
    V('arktype', 'assert', 'TraversalError', inv, (m) => m.type({ id: 'number' }).assert(bad)),
    { ...V('arktype', 'errors', 'ArkErrors returned', inv), run: async (e, m) => { const { returned } = await import('../lib/case.mjs'); returned(m.type({ id: 'number' })(bad)) } },
    V('yup', 'validateSync', 'ValidationError', inv, (m) => m.object({ id: m.number().required(), plan: m.string().oneOf(['a']) }).validateSync(bad, { abortEarly: false })),
    V('yup', 'one', 'ValidationError, abortEarly', inv, (m) => m.number().required().validateSync(undefined)),
    V('joi', 'attempt', 'ValidationError', inv, (m) => (m.default ?? m).attempt(bad, (m.default ?? m).object({ id: (m.default ?? m).number().required() }))),
    V('joi', 'validateAsync', 'ValidationError', inv, (m) => (m.default ?? m).object({ id: (m.default ?? m).number().required() }).validateAsync({})),
    V('zod', 'standard-schema', 'a Standard Schema failure made an error', inv, (m) => { const r = m.z.object({ id: m.z.number() })['~standard'].validate(bad); throw Object.assign(new Error('bad arguments'), { issues: r.issues }) }),
  )
}
