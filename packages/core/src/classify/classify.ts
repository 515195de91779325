import { checkClassifier } from "../options/check-classifier.ts";
import type { ClassifyContext, Diagnosis } from "./diagnosis.ts";
import { waitOf } from "./hint.ts";
import { chainOf, Link, membersOf } from "./link.ts";
import { type OnRuleError, ownRules, warnOfRule } from "./own-rules.ts";
import { forgetHostile, read } from "./read.ts";
import { isMcpFailure, returnedVerdict } from "./returned.ts";
import type { Rule, Scene, Stage } from "./rule.ts";
import { type Book, compile, type Found } from "./rulebook.ts";
import { faultRule } from "./rules/fault.ts";
import { allRules } from "./rules/index.ts";
import { classOf, type VerdictInput, verdictOf } from "./verdict.ts";

/** How deep aggregates inside aggregates are looked into. */
const MAX_DEPTH = 3;
/** The stages in which rules speak, after the user's own: docs/classifier.md. */
const STAGES: readonly Stage[] = ["known", "abort", "body", "limit", "status", "word", "text"];

/** Options of {@link classifier}. */
export interface ClassifierOptions {
  /** Rules asked before all others, in this order; their `stage` is ignored. */
  readonly rules?: readonly Rule[];
  /**
   * Told once of each rule that throws or gives nonsense. It is passed over: the next one is asked.
   * @default a line on the console
   */
  readonly onRuleError?: OnRuleError;
}

/** A function that says what happened. Never throws, never changes the value. */
export type Classify = (value: unknown, context?: ClassifyContext) => Diagnosis;

const builtIn: Book = compile(allRules);

/**
 * Says what happened, which class it is, whether the call can have taken effect, and when a
 * repeat makes sense, of anything that can be thrown or returned. Recognises by shape, follows
 * cause chains and aggregates (bounded), never throws, never changes the value.
 *
 * @example classify(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }))
 * // { errorType: "upstream", errorClass: "transient", outcome: "none", rule: "node/ECONNREFUSED", … }
 */
export function classify(value: unknown, context?: ClassifyContext): Diagnosis {
  return safely(value, contextOf(context), undefined);
}

/**
 * A {@link classify} that asks the given rules first.
 *
 * @throws RecourseError `invalid_option`, with the rule's place and what to do
 */
export function classifier(options: ClassifierOptions = {}): Classify {
  checkClassifier(options);
  const { rules = [], onRuleError = warnOfRule } = options;
  const own = compile(ownRules(rules, onRuleError));
  return (value, context) => safely(value, contextOf(context), own);
}

/**
 * The diagnosis of a value that a tool returned, or `undefined` when it is no failure and not
 * empty: MCP `isError`, a `Response` that is not ok, `{ data: null, error }`, `{ ok: false }`,
 * GraphQL `errors`, an `Error` value, `[]` and other empty results.
 */
export function classifyReturned(value: unknown, given?: ClassifyContext): Diagnosis | undefined {
  const context = contextOf(given);
  try {
    const returned = returnedVerdict(value, context, (inner) => safely(inner, context, undefined));
    if (returned === undefined) return undefined;
    if ("rule" in returned) return returned;
    return diagnose({ verdict: returned.verdict, rule: returned.name }, [new Link(value)], context);
  } catch {
    return undefined;
  }
}

/**
 * The hooks by which other libraries ask hand over what they like as a second argument: a number,
 * `null`. What is no context says nothing.
 */
export function contextOf<Context extends ClassifyContext>(given: unknown): Partial<Context> {
  return typeof given === "object" && given !== null ? (given as Context) : {};
}

function safely(value: unknown, context: ClassifyContext, own: Book | undefined): Diagnosis {
  forgetHostile();
  try {
    return search(value, context, own, 0);
  } catch {
    // Only a value that breaks the language's own promises gets here.
    return {
      errorType: "internal",
      errorClass: "malformed-args",
      outcome: "unknown",
      rule: "unreadable",
    };
  } finally {
    forgetHostile();
  }
}

function search(
  value: unknown,
  context: ClassifyContext,
  own: Book | undefined,
  depth: number,
): Diagnosis {
  const links = chainOf(value);
  const scene: Scene = {
    links,
    context,
    now: context.now ?? Date.now(),
    inner: (part) =>
      depth < MAX_DEPTH ? toVerdict(search(part, context, own, depth + 1)) : undefined,
  };
  const found = firstOf(value, scene, own, depth);
  return diagnose(settleAbort(found, context), links, context, scene);
}

function firstOf(value: unknown, scene: Scene, own: Book | undefined, depth: number): Found {
  const { links, context } = scene;
  if (own !== undefined) {
    const found = own.find("known", scene);
    if (found !== undefined) return found;
  }
  for (const link of links) {
    const verdict = faultRule.match?.(link, scene);
    if (verdict !== undefined) return { verdict: verdictOf(verdict), rule: faultRule.name, link };
  }
  if (depth === 0 && (context.origin === "returned" || isMcpFailure(value))) {
    const returned = returnedVerdict(value, context, (inner) =>
      search(inner, context, own, depth + 1),
    );
    if (returned !== undefined) {
      if ("rule" in returned) return fromDiagnosis(returned);
      return { verdict: returned.verdict, rule: returned.name, link: links[0] };
    }
  }
  for (const stage of STAGES) {
    const found = builtIn.find(stage, scene);
    if (found !== undefined) return found;
    if (stage === "status" || stage === "known") {
      const group = stage === "status" ? groupVerdict(scene, own, depth) : undefined;
      if (group !== undefined) return group;
    }
  }
  return { verdict: verdictOf("internal"), rule: "unrecognised", link: links[0] };
}

/** Severity of an aggregate's members: the one that forbids most speaks for all. */
const SEVERITY: Readonly<Record<string, number>> = {
  "corrupt-state": 6,
  forbidden: 5,
  "malformed-args": 4,
  "not-found": 3,
  "empty-result": 2,
  transient: 1,
};

/**
 * Several failures at once: the severest member decides, the outcome is unknown if any member's
 * is, and the longest wait counts.
 */
function groupVerdict(scene: Scene, own: Book | undefined, depth: number): Found | undefined {
  if (depth >= MAX_DEPTH) return undefined;
  for (const link of scene.links) {
    const members = membersOf(link);
    if (members.length === 0) continue;
    let worst: Diagnosis | undefined;
    let unknown = false;
    let wait: number | undefined;
    for (const member of members) {
      const diagnosis = search(member, { ...scene.context, now: scene.now }, own, depth + 1);
      if (diagnosis.outcome === "unknown") unknown = true;
      if (diagnosis.retryAfterMs !== undefined) wait = Math.max(wait ?? 0, diagnosis.retryAfterMs);
      const rank = SEVERITY[diagnosis.errorClass ?? ""] ?? 0;
      if (worst === undefined || rank > (SEVERITY[worst.errorClass ?? ""] ?? 0)) worst = diagnosis;
    }
    if (worst === undefined) continue;
    return fromDiagnosis({
      ...worst,
      outcome: unknown ? "unknown" : "none",
      ...(wait !== undefined && { retryAfterMs: wait }),
      rule: `aggregate: ${worst.rule}`,
    });
  }
  return undefined;
}

/** Only the caller and the executor know whose abort it was; what they say goes before guesses. */
function settleAbort(found: Found, context: ClassifyContext): Found {
  const { errorType } = found.verdict;
  const lost =
    errorType === "upstream" &&
    found.verdict.outcome === "unknown" &&
    found.link?.status === undefined;
  if (
    errorType !== "cancelled" &&
    errorType !== "timeout" &&
    !(lost && classOf(found.verdict) === "transient")
  ) {
    return found;
  }
  if (context.callerAborted === true)
    return { ...found, verdict: verdictOf("cancelled"), rule: "caller-aborted" };
  if (context.timedOut === true)
    return { ...found, verdict: verdictOf("timeout"), rule: "attempt-timed-out" };
  if (errorType === "cancelled" && context.callerAborted === false) {
    return { ...found, verdict: verdictOf("timeout"), rule: "abort-not-by-the-caller" };
  }
  return found;
}

function toVerdict(diagnosis: Diagnosis): VerdictInput {
  const { errorType, errorClass, outcome, retryAfterMs, retried, code } = diagnosis;
  return {
    errorType,
    ...(errorClass !== undefined && { errorClass }),
    outcome,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(retried && { retried }),
    ...(code !== undefined && { code }),
  };
}

function fromDiagnosis(diagnosis: Diagnosis): Found {
  return {
    verdict: verdictOf(toVerdict(diagnosis)),
    rule: diagnosis.rule,
    status: diagnosis.status,
    final: true,
  };
}

function diagnose(
  found: Found,
  links: readonly Link[],
  context: ClassifyContext,
  scene?: Scene,
): Diagnosis {
  const { verdict, link, rule } = found;
  const now = scene?.now ?? context.now ?? Date.now();
  const errorClass = classOf(verdict);
  const transient = errorClass === "transient";
  let wait = verdict.retryAfterMs;
  if (transient && wait === undefined && found.final !== true) {
    const limited = verdict.errorType === "rate_limited";
    if (link !== undefined) wait = waitOf(link, now, limited);
    for (const other of links) {
      if (wait !== undefined) break;
      if (other !== link) wait = waitOf(other, now, limited);
    }
  }
  const status = found.status ?? (found.final ? undefined : link?.status);
  const code = verdict.code ?? link?.code;
  const retried = verdict.retried ?? (transient && links.some(hasRetried) ? true : undefined);
  // Written out, since a diagnosis is made for every failure and spreading is slow.
  const diagnosis: { -readonly [Key in keyof Diagnosis]: Diagnosis[Key] } = {
    errorType: verdict.errorType,
    outcome: verdict.outcome,
    rule,
  };
  if (errorClass !== undefined) diagnosis.errorClass = errorClass;
  if (wait !== undefined && Number.isFinite(wait) && wait >= 0) diagnosis.retryAfterMs = wait;
  if (status !== undefined) diagnosis.status = status;
  if (code !== undefined) diagnosis.code = code;
  if (retried) diagnosis.retried = retried;
  return diagnosis;
}

/** Where clients keep that they have retried. */
const RETRIED_KEYS: ReadonlySet<string> = new Set([
  "retryCount",
  "attemptNumber",
  "retries",
  "$metadata",
  "request",
  "config",
  "meta",
]);

/** Signs that the client below has retried, whoever it is. */
function hasRetried(link: Link): boolean {
  if (!link.canHave(RETRIED_KEYS)) return false;
  const { value } = link;
  return (
    positive(read(value, "retryCount")) || // kafkajs, got
    (positive(read(value, "attemptNumber"), 1) && read(value, "retriesLeft") === 0) || // p-retry
    positive(read(value, "retries")) || // superagent
    positive(read(read(value, "$metadata"), "attempts"), 1) || // AWS SDK
    positive(read(read(value, "request"), "retryCount")) || // got
    positive(read(read(read(value, "request"), "request"), "retryCount")) || // octokit plugin-retry
    positive(read(read(read(value, "config"), "axios-retry"), "retryCount")) ||
    positive(read(read(read(value, "config"), "retryConfig"), "currentRetryAttempt")) || // gaxios
    positive(read(read(read(value, "meta"), "meta"), "attempts")) // Elasticsearch
  );
}

function positive(value: unknown, above = 0): boolean {
  return typeof value === "number" && value > above;
}
