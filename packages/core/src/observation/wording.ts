import type { Explanation } from "../engine/tool-options.ts";
import type { ErrorType, HaltReason } from "../vocabulary.ts";
import { englishHaltMessages } from "./english-halt-messages.ts";
import { englishIssue, englishIssues } from "./english-issues.ts";
import { englishMessages } from "./english-messages.ts";
import { englishUserMessages } from "./english-user-messages.ts";
import type { IssueFacts, IssueText, MessageFacts } from "./message-facts.ts";
import { safeTemplate } from "./safe-template.ts";

/** Writes one failure: what failed and why, what is true instead, what to do next. */
export type MessageTemplate = (facts: MessageFacts) => Explanation;

/**
 * Every sentence of ours, in one place. Replace it as a whole (another language, another tone) or
 * in parts: what is left out stays English. Templates get facts that are clean, redacted and cut;
 * what they return is held to the size limit again.
 */
export interface Wording {
  /** For the model, by error type. */
  readonly messages: Readonly<Record<ErrorType, MessageTemplate>>;
  /** For the person in front of the agent: calm, nothing internal. */
  readonly userMessages: Readonly<Record<ErrorType, (facts: MessageFacts) => string>>;
  /** For the same person when a run ends early, by reason: `run.halt.userMessage`. */
  readonly haltMessages: Readonly<Record<HaltReason, string>>;
  /** One misfit of the arguments: what is wrong, and how to put it right. */
  readonly issue: (issue: IssueFacts) => IssueText;
  /** The misfits of a call together, the first to fix first. */
  readonly issues: (texts: readonly IssueText[], facts: MessageFacts) => Explanation;
  /**
   * Marks words as not ours. They come without quotation marks of their own kind.
   *
   * @param local they are the host's own (its files, a command), not a service's
   */
  readonly said: (words: string, local: boolean) => string;
  /** Added in the last turn before a limit ends the run. */
  readonly lastTurn: (limit: { readonly limitName: string; readonly left: number }) => string;
  /** A call that worked and returned nothing. */
  readonly done: string;
  /** Stands at the end of a result that was cut to `maxResultChars`. */
  readonly resultCut: (shown: number, total: number) => string;
}

/** What a user gives of a wording: any part of it. */
export type WordingInput = Partial<Omit<Wording, "messages" | "userMessages" | "haltMessages">> & {
  /** A text alone is the whole message, with nothing of ours about the next step. */
  readonly messages?:
    | Readonly<Partial<Record<ErrorType, (facts: MessageFacts) => Explanation | string>>>
    | undefined;
  readonly userMessages?: Partial<Wording["userMessages"]> | undefined;
  readonly haltMessages?: Readonly<Partial<Record<HaltReason, string | undefined>>> | undefined;
};

/** The sentences in English. */
export const englishWording: Wording = {
  messages: englishMessages,
  userMessages: englishUserMessages,
  haltMessages: englishHaltMessages,
  issue: englishIssue,
  issues: englishIssues,
  said: (words, local) => `the ${local ? "error" : "service"} says: "${words}"`,
  lastTurn: ({ limitName, left }) =>
    left <= 1
      ? `Last try: one more like this ends the run (limit: ${limitName}).`
      : `${left} more like this end the run (limit: ${limitName}).`,
  done: "Done; the tool returned no data.",
  resultCut: (shown, total) => `… [cut: ${shown} of ${total} characters; ask for less at a time]`,
};

/** Told of a sentence of the user's that could not be used, by its place in the wording. */
export type OnBadWording = (name: string, why: string) => void;

/**
 * The user's sentences where given, English for the rest, and for one that throws or is none: a
 * failure is told in any case.
 */
export function resolveWording(given: WordingInput = {}, onBad: OnBadWording = ignore): Wording {
  const ours = englishWording;
  const bad = (name: string) => (why: string) => onBad(name, why);
  return {
    messages: byType(ours.messages, (type, template) =>
      safeTemplate(
        asExplanation(given.messages?.[type]),
        template,
        "object",
        bad(`messages.${type}`),
      ),
    ),
    userMessages: byType(ours.userMessages, (type, template) =>
      safeTemplate(given.userMessages?.[type], template, "string", bad(`userMessages.${type}`)),
    ),
    haltMessages: haltMessages(given.haltMessages),
    issue: safeTemplate(given.issue, ours.issue, "object", bad("issue")),
    issues: safeTemplate(given.issues, ours.issues, "object", bad("issues")),
    said: safeTemplate(given.said, ours.said, "string", bad("said")),
    lastTurn: safeTemplate(given.lastTurn, ours.lastTurn, "string", bad("lastTurn")),
    done: given.done ?? ours.done,
    resultCut: safeTemplate(given.resultCut, ours.resultCut, "string", bad("resultCut")),
  };
}

/** A template that gives a text gives a message. */
function asExplanation(
  template: ((facts: MessageFacts) => Explanation | string) | undefined,
): MessageTemplate | undefined {
  if (template === undefined) return undefined;
  return (facts) => {
    const said = template(facts);
    return typeof said === "string" ? { message: said } : said;
  };
}

/** English where nothing is given. */
function haltMessages(given: WordingInput["haltMessages"]): Wording["haltMessages"] {
  const texts = Object.entries(given ?? {}).filter(([, text]) => text !== undefined);
  return { ...englishHaltMessages, ...Object.fromEntries(texts) };
}

function byType<Template>(
  templates: Readonly<Record<ErrorType, Template>>,
  make: (type: ErrorType, template: Template) => Template,
): Record<ErrorType, Template> {
  const entries = Object.entries(templates) as [ErrorType, Template][];
  const made = entries.map(([type, template]) => [type, make(type, template)]);
  return Object.fromEntries(made) as Record<ErrorType, Template>;
}

function ignore(): void {
  // Nobody listens.
}
