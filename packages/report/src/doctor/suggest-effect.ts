import type { Effect } from "@recourse/core";

/** What a name says that a tool does, by the words in it. */
const VERBS: Readonly<Record<Effect, readonly string[]>> = {
  read: [
    ...["get", "list", "read", "find", "search", "fetch", "lookup", "query", "show", "view"],
    ...["describe", "count", "check", "browse", "inspect", "grep", "stat", "status", "calculate"],
    ...["validate", "verify", "estimate", "preview", "compare", "summarize", "analyze", "track"],
    ...["select", "download", "retrieve", "load", "scan", "tail", "cat", "ls", "head", "weather"],
  ],
  idempotent: [
    ...["set", "put", "update", "upsert", "replace", "delete", "remove", "overwrite", "save"],
    ...["enable", "disable", "rename", "move", "close", "archive", "assign", "tag", "label"],
    ...["cancel", "mark", "sync", "ensure", "configure", "clear", "unassign", "patch"],
  ],
  write: [
    ...["create", "add", "send", "post", "pay", "charge", "refund", "transfer", "book", "order"],
    ...["buy", "purchase", "submit", "append", "insert", "publish", "email", "notify", "reply"],
    ...["comment", "invite", "deploy", "run", "exec", "execute", "start", "trigger", "schedule"],
    ...["upload", "generate", "merge", "commit", "push", "issue", "register", "write", "open"],
  ],
};

const BY_VERB: ReadonlyMap<string, Effect> = new Map(
  (Object.keys(VERBS) as Effect[]).flatMap((effect) =>
    VERBS[effect].map((verb) => [verb, effect] as const),
  ),
);

/** What the effect of a tool may be, by its name. */
export interface SuggestedEffect {
  readonly effect: Effect;
  /** The word of the name that says so; nothing when no word does. */
  readonly verb: string | undefined;
}

/**
 * The effect that a tool's name suggests: by the first word in it that is a known verb. A name that
 * says nothing is taken for a `write`, since that is the safe side.
 */
export function suggestEffect(tool: string): SuggestedEffect {
  const words = tool
    // A server's name in front (`mcp__github__create_issue`) is not what the tool does.
    .replace(/^mcp__.+?__/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  for (const verb of words) {
    const effect = BY_VERB.get(verb);
    if (effect !== undefined) return { effect, verb };
  }
  return { effect: "write", verb: undefined };
}
