import { entriesOf } from "./entries-of.ts";

/** Verbs of tools that show what exists, the surest first. */
const VERBS = ["list", "ls", "browse", "glob", "tree", "search", "find", "query"] as const;
const ALL_VERBS = new Set<string>([
  ...VERBS,
  ...[
    "get",
    "read",
    "fetch",
    "show",
    "open",
    "load",
    "lookup",
    "describe",
    "view",
    "create",
    "add",
  ],
  ...[
    "update",
    "edit",
    "set",
    "write",
    "delete",
    "remove",
    "move",
    "cancel",
    "send",
    "post",
    "all",
  ],
  ...["by", "id", "of", "for", "the", "to", "in", "from", "mcp"],
]);
const FILE_WORDS = new Set(["file", "path", "dir", "directory", "folder", "document", "workspace"]);

/**
 * The tool that most likely lists what a call looked for: a listing verb and a noun in common
 * (`get_order` and `list_orders`), or any lister of files for a tool of files.
 */
export function findListTool(
  tool: string,
  args: unknown,
  available: readonly string[] | undefined,
): string | undefined {
  if (available === undefined || available.length === 0) return undefined;
  const wanted = nouns(tool);
  const argNames = entriesOf(args).map(([name]) => name);
  const ofFiles = [...wanted, ...argNames.flatMap(words)].some((word) => FILE_WORDS.has(word));
  let best: { readonly name: string; readonly rank: number } | undefined;
  for (const name of available) {
    if (name === tool) continue;
    const verb = words(name)
      .map((word) => VERBS.indexOf(word as "list"))
      .find((rank) => rank >= 0);
    if (verb === undefined) continue;
    const own = nouns(name);
    const related =
      own.some((noun) => wanted.includes(noun)) ||
      (ofFiles && (own.length === 0 || own.some((noun) => FILE_WORDS.has(noun))));
    if (related && (best === undefined || verb < best.rank)) best = { name, rank: verb };
  }
  return best?.name;
}

function nouns(name: string): string[] {
  return words(name).filter((word) => !ALL_VERBS.has(word));
}

/** One program has the same few names of tools and arguments; a model's own must not fill the memory. */
const KNOWN_LIMIT = 500;
const known = new Map<string, readonly string[]>();

function words(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = split(name);
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(name, found);
  return found;
}

function split(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map(singular);
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && /(?:ss|us|is)$/.test(word)) return word;
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}
