import { type Link, PLAIN } from "./link.ts";
import type { Rule, Scene, Stage } from "./rule.ts";
import { isVerdict, type Verdict, verdictOf } from "./verdict.ts";

/** What a rule found, and where. */
export interface Found {
  readonly verdict: Verdict;
  /** The name of the rule, with the code that matched. */
  readonly rule: string;
  readonly link?: Link | undefined;
  readonly status?: number | undefined;
  /** Taken over from another diagnosis: nothing is added to it. */
  readonly final?: true;
}

interface Entry {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly when: ((link: Link) => boolean) | undefined;
}

/** A rule's `match` behind its gate: a bit that own properties and names of a link open. */
interface Matcher {
  readonly rule: Rule;
  /** Which word of the link's reach, or -1: always asked. */
  readonly word: number;
  readonly bit: number;
}

interface Page {
  readonly codes: Map<string, Entry[]>;
  readonly names: Map<string, Entry[]>;
  readonly matchers: Record<"number" | "string" | "none", Matcher[]>;
}

/** Bits in one word of a reach: what fits a small integer. */
const WORD_BITS = 30;
/** Rules made ready for look-up. */
export interface Book {
  find(stage: Stage, scene: Scene): Found | undefined;
}

/** Sorts rules into one page per stage, with their tables merged into one look-up. */
export function compile(rules: readonly Rule[]): Book {
  const pages = new Map<Stage, Page>();
  const gates = new Map<string, number[]>();
  let bits = 0;
  for (const rule of rules) {
    const stage = rule.stage ?? "known";
    let page = pages.get(stage);
    if (page === undefined) {
      page = { codes: new Map(), names: new Map(), matchers: { number: [], string: [], none: [] } };
      pages.set(stage, page);
    }
    enter(page.codes, rule, rule.codes);
    enter(page.names, rule, rule.names);
    if (rule.match === undefined) continue;
    let matcher: Matcher = { rule, word: -1, bit: 0 };
    if (rule.has !== undefined || rule.named !== undefined) {
      const word = Math.floor(bits / WORD_BITS);
      matcher = { rule, word, bit: 1 << (bits % WORD_BITS) };
      bits += 1;
      for (const key of rule.has ?? []) open(gates, key, matcher);
      for (const name of rule.named ?? []) open(gates, `:${name}`, matcher);
    }
    for (const kind of ["number", "string", "none"] as const) {
      if (rule.on === undefined || rule.on === "any" || rule.on === kind)
        page.matchers[kind].push(matcher);
    }
  }
  const words = Math.ceil(bits / WORD_BITS);
  const book: Book = {
    find(stage, scene) {
      const page = pages.get(stage);
      if (page === undefined) return undefined;
      for (const link of scene.links) {
        if (link.reachOf !== book) {
          link.reach = reachOf(link, gates, words);
          link.reachOf = book;
        }
        const found = onPage(page, link, scene);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
  return book;
}

function open(gates: Map<string, number[]>, key: string, { word, bit }: Matcher): void {
  const gate = gates.get(key) ?? [];
  gate[word] = (gate[word] ?? 0) | bit;
  gates.set(key, gate);
}

/** Which gated rules a link can concern at all, worked out once from its own properties and names. */
function reachOf(
  link: Link,
  gates: ReadonlyMap<string, readonly number[]>,
  words: number,
): number[] {
  const reach: number[] = new Array(words).fill(0);
  const add = (gate: readonly number[] | undefined): void => {
    if (gate === undefined) return;
    for (let word = 0; word < words; word += 1)
      reach[word] = (reach[word] as number) | (gate[word] ?? 0);
  };
  add(gates.get(`:${link.name}`));
  if (link.className !== link.name) add(gates.get(`:${link.className}`));
  const names = link.ownNames;
  // A class may keep what matters in getters of its prototype: then every gate stands open.
  const bare =
    names !== undefined && names.length <= 2 && !PLAIN.has(link.className) && link.className !== "";
  if (names === undefined || bare) return isPrimitive(link) ? reach : reach.fill(-1);
  const end = Math.min(names.length, 100);
  for (let at = 0; at < end; at += 1) add(gates.get(names[at] as string));
  return reach;
}

function isPrimitive({ value }: Link): boolean {
  return (typeof value !== "object" || value === null) && typeof value !== "function";
}

function enter(table: Map<string, Entry[]>, rule: Rule, rows: Rule["codes"]): void {
  if (rows === undefined) return;
  for (const key of Object.keys(rows)) {
    const input = rows[key];
    if (input === undefined) continue;
    const entry: Entry = {
      verdict: verdictOf(input),
      rule: `${rule.name}/${key}`,
      when: rule.when,
    };
    const entries = table.get(key);
    if (entries === undefined) table.set(key, [entry]);
    else entries.push(entry);
  }
}

function onPage(page: Page, link: Link, scene: Scene): Found | undefined {
  const { code } = link;
  const kind = code === undefined ? "none" : typeof code === "number" ? "number" : "string";
  for (const { rule, word, bit } of page.matchers[kind]) {
    if (word >= 0 && ((link.reach[word] as number) & bit) === 0) continue;
    const input = rule.match?.(link, scene);
    if (input !== undefined && isVerdict(input)) {
      return { verdict: verdictOf(input), rule: rule.name, link };
    }
  }
  if (code !== undefined) {
    const found = lookUp(page.codes, String(code), link);
    if (found !== undefined) return found;
  }
  if (page.names.size === 0) return undefined;
  return (
    lookUp(page.names, link.name, link) ??
    (link.className !== link.name ? lookUp(page.names, link.className, link) : undefined)
  );
}

function lookUp(
  table: ReadonlyMap<string, readonly Entry[]>,
  key: string,
  link: Link,
): Found | undefined {
  const entries = table.get(key);
  if (entries === undefined) return undefined;
  for (const entry of entries) {
    if (entry.when === undefined || entry.when(link)) {
      return { verdict: entry.verdict, rule: entry.rule, link };
    }
  }
  return undefined;
}
