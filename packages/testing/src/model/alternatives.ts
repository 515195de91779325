import type { ChatTool } from "./chat.ts";
import { nearest, similarity } from "./similar.ts";
import { isObject, itemsOf, parseJson, sentencesOf } from "./words.ts";

type Args = Readonly<Record<string, unknown>>;

/** Whether a text says that the name of the tool itself is wrong. */
export function deniesTool(said: string, tool: string): boolean {
  const name = tool.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `unknown tool|unavailable tool|no such tool|no tool (?:named |called )?["'\`]?${name}|(?:tool ["'\`]?${name}["'\`]? |${name} is )(?:was |is |does )?not (?:found|exist|a valid)`,
    "i",
  ).test(said);
}

/** The tool that a text suggests in place of a wrong name: among those it lists, else among all. */
export function otherTool(
  said: string,
  wrong: string,
  tools: readonly ChatTool[],
): string | undefined {
  const names = tools.map((tool) => tool.function.name).filter((name) => name !== wrong);
  const listed = names.filter((name) => mentions(said, name));
  const meant = /did you mean ["'`]?([\w.-]+)/i.exec(said)?.[1];
  if (meant !== undefined && names.includes(meant)) return meant;
  return nearest(wrong, listed.length > 0 ? listed : names, 0.3);
}

/** Arguments with a value replaced by the nearest one that a text says exists. */
export function existingValue(said: string, args: Args): Args | undefined {
  const candidates = candidatesIn(said);
  const key = blamedKey(said, args, candidates);
  if (candidates.length === 0 || key === undefined) return undefined;
  const value = nearest(String(args[key]), candidates);
  return value === undefined || value === args[key] ? undefined : { ...args, [key]: value };
}

/** Arguments widened as a text about an empty result says: another word, or a filter dropped. */
export function widened(said: string, args: Args): Args | undefined {
  const dropped =
    /(?:drop|remove|without) the ["'`]?([\w$]+)["'`]? (?:filter|parameter|argument)/i.exec(
      said,
    )?.[1];
  if (dropped !== undefined && dropped in args) {
    const { [dropped]: _, ...rest } = args;
    return rest;
  }
  const word =
    /(?:did you mean|search(?: again)? for|try(?: the spelling)?|the spelling|nearest:?)\s+["'`“]([^"'`”]+)["'`”]/i.exec(
      said,
    )?.[1];
  const key = blamedKey(said, args, word === undefined ? [] : [word]);
  return word === undefined || key === undefined || args[key] === word
    ? undefined
    : { ...args, [key]: word };
}

/** A tool that a text tells the reader to call, and for what. */
export interface Referral {
  readonly tool: string;
  readonly args: Args;
  /** To see whether a call took effect, or to see what exists. */
  readonly purpose: "verify" | "list";
}

const LOOKS = /^(?:get|list|find|search|read|check|show|describe|lookup)[_A-Z-]/;

/** The other tool that a text refers the reader to, with arguments from what is known. */
export function referralIn(
  said: string,
  failed: { readonly tool: string; readonly args: Args },
  tools: readonly ChatTool[],
  facts: Args,
): Referral | undefined {
  for (const sentence of sentencesOf(said)) {
    const verify = /\b(?:check|verify|confirm|find out|whether|took effect|may have)\b/i.test(
      sentence,
    );
    if (!verify && !/\b(?:call|try|use|see|look|list|ask)\b/i.test(sentence)) continue;
    const named = tools.filter(
      ({ function: { name } }) => name !== failed.tool && mentions(sentence, name),
    );
    const unnamed = verify && named.length === 0 && /\b(?:check|verify|confirm)\b/i.test(sentence);
    const candidates = unnamed ? tools.filter((tool) => LOOKS.test(tool.function.name)) : named;
    for (const tool of candidates) {
      const args = argumentsFor(tool, sentence, { ...facts, ...failed.args });
      if (args === undefined || tool.function.name === failed.tool) continue;
      return { tool: tool.function.name, args, purpose: verify ? "verify" : "list" };
    }
  }
  return undefined;
}

/** Arguments with a value replaced by the nearest one that a listing shows. */
export function valueFromListing(listing: string, said: string, args: Args): Args | undefined {
  const candidates = stringsIn(parseJson(listing) ?? listing.split("\n"));
  const key = blamedKey(said, args, candidates);
  if (key === undefined) return undefined;
  const value = nearest(String(args[key]), candidates, 0.5);
  return value === undefined || value === args[key] ? undefined : { ...args, [key]: value };
}

function argumentsFor(tool: ChatTool, sentence: string, known: Args): Args | undefined {
  const { name, parameters } = tool.function;
  const properties = Object.keys(parameters?.properties ?? {});
  const literal = new RegExp(`${name}\\(["'\`]([^"'\`]+)["'\`]\\)`).exec(sentence)?.[1];
  const args: Record<string, unknown> = {};
  for (const property of properties) if (property in known) args[property] = known[property];
  const first = properties[0];
  if (literal !== undefined && first !== undefined) args[first] = literal;
  return (parameters?.required ?? []).every((property) => property in args) ? args : undefined;
}

/** What a text enumerates as existing, or as meant. */
function candidatesIn(said: string): readonly string[] {
  const meant =
    /(?:nearest|closest|did you mean|similar)(?: (?:is|are|names?))?:?\s+(.+?)(?:\?|\.\s|\.$|;|\(|$)/im.exec(
      said,
    )?.[1];
  if (meant !== undefined) return itemsOf(meant);
  const listed =
    /\b(?:contains?|exist(?:s|ing)?|available|there (?:is|are)|known|valid)\b[^:\n]{0,40}:\s*(.+?)(?:\.\s|\.$|;|$)/im.exec(
      said,
    )?.[1];
  return listed === undefined ? [] : itemsOf(listed);
}

/** The argument that a text complains about: one whose value it quotes, else the likest string. */
function blamedKey(said: string, args: Args, candidates: readonly string[]): string | undefined {
  const texts = Object.entries(args).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  const quoted = texts.filter(([, value]) => said.includes(value));
  if (quoted.length > 0) return quoted.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const score = (value: string): number =>
    Math.max(0, ...candidates.map((candidate) => similarity(value, candidate)));
  return texts.sort(([, a], [, b]) => score(b) - score(a))[0]?.[0];
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(
    text,
  );
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
