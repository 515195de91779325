import { likeness, NEAR } from "../validation/nearest.ts";
import { entriesOf } from "./entries-of.ts";

/** The argument that names what a call looked for. */
export interface Subject {
  readonly name: string;
  readonly value: string | number;
  /** The failure names it, or something alike exists: it is surely this. */
  readonly sure: boolean;
}

const NAMING =
  /(?:^|_)(?:ids?|name|path|file|filename|slug|key|number|ref|url|uri|channel|user|title|sku|code|repo|branch)$/i;

/**
 * Which argument names what was not found: the one that the failure speaks of, that resembles what
 * exists, or whose name names things. `undefined` when no argument stands out.
 */
export function findSubject(
  args: unknown,
  said: string,
  known: readonly string[],
): Subject | undefined {
  let best: Subject | undefined;
  let highest = 0;
  const entries = entriesOf(args);
  for (const [name, value] of entries) {
    if ((typeof value !== "string" && typeof value !== "number") || value === "") continue;
    const text = String(value);
    if (text.length > 300) continue;
    let score = entries.length === 1 ? 0.5 : 0;
    if (mentions(said, text)) score += 3;
    if (known.slice(0, 500).some((each) => likeness(text, each) >= NEAR)) score += 2;
    if (NAMING.test(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2"))) score += 1;
    if (score > highest) {
      highest = score;
      best = { name, value, sure: score >= 2 };
    }
  }
  return best;
}

function mentions(said: string, text: string): boolean {
  const at = said.indexOf(text);
  if (at < 0) return false;
  const before = said[at - 1] ?? " ";
  const after = said[at + text.length] ?? " ";
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
}

/** Words by which services say "not there"; they add nothing to our saying it. */
const ABSENCE =
  /\b(?:not|no|found|such|does|do|did|doesn|don|exists?|missing|unknown|cannot|can|could|unable|find|locate|error|exception|failed|enoent|file|or|and|directory|folder|open|stat|scandir|access|unlink|the|this|that|there|any|an?|with|is|was|were|for|of|in|at|by|to|on|from|404|resource|entity|record|row|document|page|object|item|value|result|results|data|request|requested|given|specified|provided|supplied|matching|match|named|called|name|key|id|ids|uid|uuid|identifier|number|path|url|uri|code|status|http|you|it|its|has|have|been|api|server|service|namespace|notfound|nosuchkey|spawn|spawnsync|sync|invalid|valid|t)\b/gi;

/**
 * Whether a service's words say more than that the subject is not there. A noun in them says that
 * something else is missing (`User not found` of a call about an order), unless they name the subject
 * as well: then it is the subject's own (`no order A-1`).
 */
export function saysMore(said: string, tool: string, args: unknown, subject: Subject): boolean {
  let rest = said.replaceAll(String(subject.value), " ");
  for (const [name, value] of entriesOf(args)) {
    rest = rest.replaceAll(name, " ");
    if (typeof value === "string" && value !== "") rest = rest.replaceAll(value, " ");
  }
  const ownWords = tool.toLowerCase().split(/[^a-z0-9]+/);
  const left = rest
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .replace(ABSENCE, " ")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !ownWords.some((own) => own.startsWith(word.slice(0, 4))));
  return left.length >= (mentions(said, String(subject.value)) ? 2 : 1);
}
