import type { EmptyDescription, ToolOptions } from "../engine/tool-options.ts";
import { composeMessage } from "./compose-message.ts";
import type { Composed, ComposeSettings, FailureInput, SuccessInput } from "./composed.ts";
import { cutText } from "./cut-text.ts";
import { LIMITS } from "./limits.ts";
import { type MessageSource, messageFacts, messageSource } from "./message-source.ts";
import type { Observation } from "./observation.ts";
import { operatorDetail } from "./operator-detail.ts";
import { tidy } from "./service-words.ts";
import { toJsonText } from "./to-json-text.ts";
import { estimateTokens } from "./tokens.ts";
import type { Wording } from "./wording.ts";

const DEFAULT_MAX_TOKENS = 120;

/** The three texts of a call that failed: the model's, the operator's and the user's. */
export function composeFailure(input: FailureInput, settings: ComposeSettings): Composed {
  const source = messageSource(input, settings);
  const { errorType } = input.diagnosis;
  const attempts = input.attempts ?? 1;
  const unknown = input.outcome === "unknown" || errorType === "corrupt_state";
  const texts = write(source, settings, (message) => ({
    ok: false,
    error_type: errorType,
    retryable: input.retryable,
    message,
    ...(attempts > 1 ? { attempts } : {}),
    ...(unknown ? { outcome: "unknown" as const } : {}),
  }));
  const detail = operatorDetail(source, settings.redact);
  return {
    ...texts,
    userMessage: userMessage(source, settings),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** The text of a call that worked and found nothing. */
export function composeEmpty(input: SuccessInput, settings: ComposeSettings): Composed {
  const { empty } = input.hooks ?? {};
  const described: EmptyDescription = typeof empty === "object" ? empty : {};
  const failure: FailureInput = {
    diagnosis: {
      errorType: "empty_result",
      errorClass: "empty-result",
      outcome: "none",
      rule: "empty",
    },
    decision: "replan",
    retryable: false,
    tool: input.tool,
    args: input.args,
    hooks: {
      ...input.hooks,
      explanation: typeof empty === "string" ? { message: empty } : input.hooks?.explanation,
    },
    attempts: input.attempts,
    lastTurn: input.lastTurn,
    verifies: input.verifies,
    availableTools: input.availableTools,
  };
  const source = messageSource(failure, settings);
  const attempts = input.attempts ?? 1;
  const wording = withDescription(settings, described);
  return {
    ...write(source, { ...settings, wording }, (message) => ({
      ok: true,
      data: [],
      error_type: "empty_result",
      retryable: false,
      message,
      ...(attempts > 1 ? { attempts } : {}),
    })),
    userMessage: userMessage(source, settings),
  };
}

/**
 * The text of a call that succeeded. With `successText: "plain"` it is what the framework would
 * send, byte for byte, unless `maxResultChars` or `redactResults` say otherwise.
 */
export function composeSuccess(input: SuccessInput, settings: ComposeSettings): Composed {
  const { result } = input;
  if (returnsNothing(result, input.options)) {
    return finish({ ok: true, message: settings.wording.done }, settings);
  }
  const max = input.options?.maxResultChars;
  const plain = settings.successText !== "envelope";
  const text = plain ? plainText(input) : undefined;
  if (text === undefined) {
    const whole = redactResult({ ok: true, data: result }, settings);
    if (max === undefined || toJsonText(result).length <= max) return finish(whole, settings);
    const cut = cutResult(redacted(toJsonText(result), settings), max, settings.wording);
    return finish({ ok: true, data: cut }, settings);
  }
  const safe = redacted(text, settings);
  const content = max === undefined ? safe : cutResult(safe, max, settings.wording);
  return { observation: { ok: true, data: result }, content, tokens: tokensOf(content, settings) };
}

/**
 * Of a tool that reads, `null` is a value or nothing found; any other has nothing to say. Neither has
 * one that is declared to change something and gives blank text.
 */
export function returnsNothing(result: unknown, options: ToolOptions | undefined): boolean {
  if (result === undefined) return true;
  if (result === null) return options?.effect !== "read";
  const changes = options?.effect === "write" || options?.effect === "idempotent";
  return changes && typeof result === "string" && result.trim() === "";
}

function plainText({ result, format }: SuccessInput): string {
  if (format !== undefined) {
    const text: unknown = format(result);
    if (typeof text === "string") return text;
  }
  return typeof result === "string" ? result : toJsonText(result);
}

function redacted(text: string, { redactResults, redact }: ComposeSettings): string {
  return redactResults === true ? redact(text) : text;
}

function redactResult(observation: Observation, settings: ComposeSettings): Observation {
  if (settings.redactResults !== true) return observation;
  try {
    return JSON.parse(settings.redact(toJsonText(observation))) as Observation;
  } catch {
    return { ok: true, data: settings.redact(toJsonText(observation.data)) };
  }
}

/** A result of at most `max` characters, the note that says so included. */
function cutResult(text: string, max: number, wording: Wording): string {
  if (text.length <= max) return text;
  const note = wording.resultCut(Math.max(0, max - 80), text.length);
  if (note.length * 2 > max) return cutText(text, max);
  const shown = cutText(text, max - note.length).replace(/…$/, "");
  return shown + wording.resultCut(shown.length, text.length).slice(0, max - shown.length);
}

/** The description's texts reach the template as facts. */
function withDescription(settings: ComposeSettings, described: EmptyDescription): Wording {
  const { wording } = settings;
  const clean = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : cutText(tidy(text, settings), 160).replace(/[.\s]+$/, "");
  const searched = clean(described.searched);
  const widen = clean(described.widen);
  const { candidates } = described;
  return {
    ...wording,
    messages: {
      ...wording.messages,
      empty_result: (facts) =>
        wording.messages.empty_result({
          ...facts,
          // What the description says already is not said twice.
          args: facts.args.filter((pair) => !saidIn(pair, searched)),
          searched,
          candidates,
          widen,
        }),
    },
  };
}

function saidIn(pair: string, searched: string | undefined): boolean {
  const value = pair.slice(pair.indexOf("=") + 1).replace(/^"|"$/g, "");
  return searched?.split(/[\s,;:'"()]+/).includes(value) === true;
}

function userMessage(source: MessageSource, settings: ComposeSettings): string {
  const facts = messageFacts(source, LIMITS[0] as (typeof LIMITS)[number], settings);
  return settings.redact(settings.wording.userMessages[facts.errorType](facts));
}

/** Writes the message as long as the whole content stays within the tokens allowed. */
function write(
  source: MessageSource,
  settings: ComposeSettings,
  envelope: (message: string) => Observation,
): Composed {
  const max = settings.maxMessageTokens ?? DEFAULT_MAX_TOKENS;
  let latest: Composed | undefined;
  const message = composeMessage(source, settings, (text) => {
    latest = finish(envelope(text), settings);
    return latest.tokens <= max;
  });
  // What was tried last is mostly what stays.
  return latest?.observation.message === message ? latest : finish(envelope(message), settings);
}

function finish(observation: Observation, settings: ComposeSettings): Composed {
  const content = toJsonText(observation);
  return { observation, content, tokens: tokensOf(content, settings) };
}

function tokensOf(text: string, { tokenizer }: ComposeSettings): number {
  if (tokenizer === undefined) return estimateTokens(text);
  try {
    const exact = tokenizer(text);
    return Number.isFinite(exact) ? exact : estimateTokens(text);
  } catch {
    return estimateTokens(text);
  }
}
