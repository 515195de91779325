import type { Explanation } from "../engine/tool-options.ts";
import type { ArgumentIssue } from "../validation/issue.ts";
import { issuesFromError } from "../validation/issues-from-error.ts";
import { nearestOf, rank } from "../validation/nearest.ts";
import type { ComposeSettings, FailureInput } from "./composed.ts";
import { cutText } from "./cut-text.ts";
import { entriesOf } from "./entries-of.ts";
import { faultOf } from "./fault-of.ts";
import { findListTool } from "./find-list-tool.ts";
import { findSubject, type Subject, saysMore } from "./find-subject.ts";
import type { Limits } from "./limits.ts";
import { isLocalFailure } from "./local-failure.ts";
import type { MessageFacts } from "./message-facts.ts";
import { type ServiceWords, serviceWords, tidy } from "./service-words.ts";
import { showArguments, showValue } from "./shown-value.ts";
import type { FaultInit } from "./tool-fault.ts";

/** What is read once from a failure, before texts of any length are written from it. */
export interface MessageSource {
  readonly input: FailureInput;
  readonly words: ServiceWords;
  /** The service's words as they are quoted, uncut; absent where they add nothing. */
  readonly quote: string | undefined;
  readonly fault: FaultInit | undefined;
  /** What the tool's author says in place of us, clean and redacted. */
  readonly author: Explanation;
  readonly issues: readonly ArgumentIssue[];
  readonly subject: Subject | undefined;
  readonly names: readonly string[];
  readonly near: readonly string[];
  readonly ranked: readonly string[];
  readonly listTool: string | undefined;
  /** What was shown before, by the length of a value: a message is written more than once. */
  readonly shown: Map<number, Shown>;
}

/** What the model sent, as it is shown. */
interface Shown {
  readonly tool: string;
  readonly args: readonly string[];
  readonly subject: string | undefined;
}

/** Codes that only name the client's way of failing. */
const DULL_CODE = /^(?:ERR_BAD_REQUEST|ERR_BAD_RESPONSE|UNKNOWN|ERROR|E_ERROR|\d{3})$/i;

/** Arguments that say how much to give, not what to look for. */
const PAGING =
  /^(?:limit|offset|skip|page|page_?(?:size|number|token)|per_?page|cursor|sort|sort_?by|order|order_?by|top_?k|max_?results|count)=/i;

/** Whether a code is a name for the failure, and not only a number of the client's. */
function isTelling(code: string): boolean {
  return /^(?=.*[A-Za-z]|\d{4,6}$)[\w.:-]{2,40}$/.test(code) && !DULL_CODE.test(code);
}

/** Reads a failure. Never throws. */
export function messageSource(input: FailureInput, settings: ComposeSettings): MessageSource {
  const keep = [...new Set(textsWithin(input.args, 0))].slice(0, 50);
  const options = { redact: settings.redact, keep };
  const fault = faultOf(input.error);
  const words = fault === undefined ? serviceWords(input.error, options) : {};
  const { errorType } = input.diagnosis;
  const names =
    (errorType === "unknown_tool" ? input.availableTools : input.hooks?.enumerated) ?? [];
  const clean = names
    .map((name) => cutText(tidy(String(name), options), 60))
    .filter((name) => name !== "");
  // Of a tool that does not exist no argument says what was looked for.
  const isUnknown = errorType === "unknown_tool";
  const subject = isUnknown ? undefined : findSubject(input.args, rawText(input.error), clean);
  const sent = isUnknown ? [input.tool] : subject ? [String(subject.value)] : textsOf(input.args);
  const rankings = clean.length === 0 ? [] : sent.map((each) => rank(each, clean));
  const near = [...new Set(rankings.flatMap((each) => nearestOf(each)))].slice(0, 3);
  return {
    input,
    words,
    quote: quotable(input, words, subject),
    fault,
    author: authorSays(input, fault, options),
    issues:
      input.issues ??
      (errorType === "invalid_args" && fault === undefined
        ? issuesFromError(input.error, input.args)
        : []),
    subject,
    names: clean,
    near,
    ranked: rankings[0]?.map(({ name }) => name) ?? [...new Set(clean)],
    listTool: findListTool(input.tool, input.args, input.availableTools),
    shown: new Map(),
  };
}

/** The facts for a template, cut to limits. */
export function messageFacts(
  source: MessageSource,
  limits: Limits,
  settings: ComposeSettings,
): MessageFacts {
  const { input, words, subject, near } = source;
  const { diagnosis } = input;
  const shown = shownWithin(source, limits.value, settings);
  const said = quoteOf(source, limits);
  // What may not be it is not named beside the service's own words.
  const named = subject !== undefined && (subject.sure || said === undefined) ? subject : undefined;
  const others = source.ranked.filter((name) => !near.includes(name));
  const room = Math.max(0, limits.list - near.length);
  const waitMs = input.waitMs ?? diagnosis.retryAfterMs;
  const code = diagnosis.code === undefined ? undefined : String(diagnosis.code);
  const local = isLocalFailure(diagnosis.rule);
  return {
    tool: shown.tool,
    errorType: diagnosis.errorType,
    decision: input.decision,
    retryable: input.retryable,
    attempts: input.attempts ?? 1,
    status: diagnosis.status,
    code: code !== undefined && isTelling(code) ? code : undefined,
    name: words.name,
    said,
    quote: said === undefined ? undefined : settings.wording.said(said, local),
    local,
    html: words.html === true,
    args: shown.args,
    subject: named && { name: named.name, shown: shown.subject ?? "" },
    near: near.slice(0, limits.list),
    others: others.slice(0, room),
    total: source.names.length,
    listTool: source.listTool,
    verifyTool: input.verifyTool,
    waitSeconds:
      waitMs === undefined || !Number.isFinite(waitMs)
        ? undefined
        : Math.max(1, Math.ceil(waitMs / 1000)),
    timeoutSeconds:
      input.timeoutMs === undefined ? undefined : Number((input.timeoutMs / 1000).toPrecision(2)),
    outcomeUnknown: input.outcome === "unknown",
    unavailable: input.unavailable === true,
    escalated: input.escalated === true,
    repeatCount: input.repeat?.count ?? 0,
    verifies: input.verifies,
  };
}

/** The service's words as far as limits let them be quoted. */
export function quoteOf({ quote }: MessageSource, { said }: Limits): string | undefined {
  return quote === undefined || said === 0 ? undefined : cutText(quote, said);
}

/** The service's words for a quotation. Inner quotation marks cannot end it. */
function quotable(
  { diagnosis, tool, args }: FailureInput,
  { text }: ServiceWords,
  subject: Subject | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  const known = diagnosis.errorType === "not_found" && subject !== undefined;
  if (known && !saysMore(text, tool, args, subject)) return undefined;
  const quote = text.replace(/["“”„«»]/g, "'").replace(/[.\s]+$/, "");
  return quote === "" ? undefined : quote;
}

function shownWithin(source: MessageSource, max: number, { redact }: ComposeSettings): Shown {
  const before = source.shown.get(max);
  if (before !== undefined) return before;
  const { input, subject } = source;
  const show = { redact, max };
  const shown: Shown = {
    tool: cutText(tidy(input.tool, { redact }), 64),
    args: showArguments(input.args, show)
      .filter((pair) => !PAGING.test(pair))
      .slice(0, 4),
    subject: subject && showValue(subject.value, [subject.name], show),
  };
  source.shown.set(max, shown);
  return shown;
}

function authorSays(
  input: FailureInput,
  fault: FaultInit | undefined,
  options: { readonly redact: (text: string) => string; readonly keep: readonly string[] },
): Explanation {
  const given = input.hooks?.explanation;
  const hook: Explanation = typeof given === "string" ? { message: given } : (given ?? {});
  const says = (key: "message" | "instead" | "next"): string | undefined => {
    const text = hook[key] ?? fault?.[key];
    return typeof text === "string" && text.trim() !== "" ? tidy(text, options) : undefined;
  };
  const [message, instead, next] = [says("message"), says("instead"), says("next")];
  return {
    ...(message === undefined ? {} : { message }),
    ...(instead === undefined ? {} : { instead }),
    ...(next === undefined ? {} : { next }),
  };
}

/** Every text within the arguments: what the model has sent, it may see again. */
function textsWithin(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value.length > 1 && value.length <= 400 ? [value] : [];
  if (depth > 3) return [];
  const parts = Array.isArray(value) ? value : entriesOf(value).map(([, part]) => part);
  return parts.slice(0, 50).flatMap((part) => textsWithin(part, depth + 1));
}

/** The texts among the arguments. */
function textsOf(args: unknown): string[] {
  if (typeof args === "string") return [args];
  return entriesOf(args)
    .map(([, value]) => value)
    .filter(
      (value): value is string =>
        typeof value === "string" && value.length > 1 && value.length <= 400,
    )
    .slice(0, 20);
}

function rawText(error: unknown): string {
  if (typeof error === "string") return error.slice(0, 4000);
  try {
    const { message, path } = (error ?? {}) as {
      readonly message?: unknown;
      readonly path?: unknown;
    };
    return `${String(message ?? "")} ${typeof path === "string" ? path : ""}`.slice(0, 4000);
  } catch {
    return "";
  }
}
