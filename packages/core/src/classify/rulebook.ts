import type { Link } from "./link.ts";
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

interface Page {
  readonly codes: ReadonlyMap<string, readonly Entry[]>;
  readonly names: ReadonlyMap<string, readonly Entry[]>;
  readonly matchers: Readonly<Record<"number" | "string" | "none", readonly Rule[]>>;
}

/** Rules made ready for look-up. */
export interface Book {
  find(stage: Stage, scene: Scene): Found | undefined;
}

/** Sorts rules into one page per stage, with their tables merged into one look-up. */
export function compile(rules: readonly Rule[]): Book {
  const pages = new Map<Stage, Page>();
  for (const rule of rules) {
    const stage = rule.stage ?? "known";
    let page = pages.get(stage);
    if (page === undefined) {
      page = { codes: new Map(), names: new Map(), matchers: { number: [], string: [], none: [] } };
      pages.set(stage, page);
    }
    enter(page.codes as Map<string, Entry[]>, rule, rule.codes);
    enter(page.names as Map<string, Entry[]>, rule, rule.names);
    if (rule.match === undefined) continue;
    for (const kind of ["number", "string", "none"] as const) {
      if (rule.on === undefined || rule.on === "any" || rule.on === kind) {
        (page.matchers[kind] as Rule[]).push(rule);
      }
    }
  }
  return {
    find(stage, scene) {
      const page = pages.get(stage);
      if (page === undefined) return undefined;
      for (const link of scene.links) {
        const found = onPage(page, link, scene);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
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
  for (const rule of page.matchers[kind]) {
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
