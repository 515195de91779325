import type { Explanation } from "../engine/tool-options.ts";
import type { ComposeSettings } from "./composed.ts";
import { cutText, wellFormed } from "./cut-text.ts";
import { issueFacts } from "./issue-facts.ts";
import {
  LEAST_SAID,
  LEAST_SAID_OF_ARGUMENTS,
  LIMITS,
  type Limits,
  QUOTED_LENGTH,
} from "./limits.ts";
import { type MessageSource, messageFacts, quoteOf } from "./message-source.ts";

/** Failures after which the model is to send something else: the service's words say what. */
const CALLS_FOR_WORDS: ReadonlySet<string> = new Set(["invalid_args", "conflict", "not_found"]);
/** Fixed texts: neither the service nor the tool's author has a say in them. */
const FIXED: ReadonlySet<string> = new Set(["corrupt_state", "not_executed"]);

/**
 * The message of a failure, as long as `fits` allows: written with ever tighter limits until it
 * does, and cut as a last resort, the next step last of all.
 */
export function composeMessage(
  source: MessageSource,
  settings: ComposeSettings,
  fits: (message: string) => boolean,
): string {
  let parts: Parts = { fact: "", next: "" };
  for (const limits of LIMITS) {
    parts = write(source, quotedLimits(source, limits, settings), settings);
    const message = join(parts);
    if (fits(message)) return message;
  }
  return cutToFit(parts, fits);
}

interface Parts {
  /** What failed, why, and what is true instead. */
  readonly fact: string;
  readonly next: string;
}

function join({ fact, next }: Parts): string {
  return [fact, next].filter((part) => part !== "").join(" ");
}

/** A quotation fills what the rest leaves of a short message. */
function quotedLimits(source: MessageSource, limits: Limits, settings: ComposeSettings): Limits {
  if (quoteOf(source, limits) === undefined) return limits;
  const rest = join(write(source, { ...limits, said: 1 }, settings)).length;
  const { errorType } = source.input.diagnosis;
  const least = CALLS_FOR_WORDS.has(errorType) ? LEAST_SAID_OF_ARGUMENTS : LEAST_SAID;
  const said = Math.max(least, QUOTED_LENGTH - rest);
  return { ...limits, said: Math.min(limits.said, said) };
}

function write(source: MessageSource, limits: Limits, settings: ComposeSettings): Parts {
  const { wording } = settings;
  const facts = messageFacts(source, limits, settings);
  let said: Explanation;
  if (facts.errorType === "invalid_args" && source.issues.length > 0) {
    const shown = issueFacts(source.issues, limits, settings.redact);
    const texts = shown.facts.map((each) => wording.issue(each));
    const { left, leftPlaces } = shown;
    said = wording.issues(texts, { ...facts, issuesLeft: left, placesLeft: leftPlaces });
    const named = shown.facts.some((each) => each.allowed.length > 0);
    if (!named && facts.near.length > 0 && said.instead === undefined) {
      said = { ...said, instead: wording.messages.not_found(facts).instead ?? "" };
    }
  } else {
    said = wording.messages[facts.errorType](facts);
  }
  const author = FIXED.has(facts.errorType) ? {} : source.author;
  const message =
    author.message === undefined ? said.message : withTool(author.message, facts.tool, limits);
  const instead =
    author.instead === undefined ? said.instead : cutText(author.instead, limits.author);
  // Where the engine has closed the way that the author points to, its word goes.
  const closed = facts.unavailable || facts.escalated || facts.decision === "verify";
  const next =
    author.next === undefined || closed ? said.next : cutText(author.next, limits.author);
  const { lastTurn } = source.input;
  const last =
    lastTurn === undefined || FIXED.has(facts.errorType) ? "" : wording.lastTurn(lastTurn);
  return {
    fact: sentences([message, instead], settings),
    next: sentences([next, last], settings),
  };
}

function withTool(message: string, tool: string, limits: Limits): string {
  const text = cutText(message, limits.author);
  return text.split(/[^\w.:/-]+/).includes(tool) ? text : `${tool}: ${text}`;
}

function sentences(parts: readonly (string | undefined)[], { redact }: ComposeSettings): string {
  const texts = parts.filter(
    (part): part is string => typeof part === "string" && part.trim() !== "",
  );
  return wellFormed(redact(texts.map(sentence).join(" ")));
}

function sentence(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return /[.!?…。！？]["')\]]*$/.test(plain) ? plain : `${plain}.`;
}

/** The longest fact that fits beside the next step; if even that is too long, it is cut as well. */
function cutToFit(parts: Parts, fits: (message: string) => boolean): string {
  for (let length = parts.fact.length; length > 8; length = Math.floor(length * 0.75)) {
    const message = join({ fact: cutText(parts.fact, length), next: parts.next });
    if (fits(message)) return message;
  }
  for (let length = parts.next.length; length > 8; length = Math.floor(length * 0.75)) {
    const message = cutText(parts.next, length);
    if (fits(message)) return message;
  }
  return "";
}
