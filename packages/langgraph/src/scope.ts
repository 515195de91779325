import { type RunOptions, signature } from "@recourse/core";
import { type CallLink, readCallLink } from "./call-link.ts";
import { keyOfMessage, type MessageKey, type RunHistory } from "./history.ts";
import { subgraphOf } from "./langgraph-internals.ts";
import { textOfMessage } from "./messages.ts";
import { requestName } from "./request-name.ts";

/** The part of a node's config that is read. */
export interface NodeConfig {
  readonly configurable?: Record<string, unknown> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly callbacks?: unknown;
  readonly executionInfo?: { readonly nodeAttempt?: number } | undefined;
  readonly control?: object | undefined;
  readonly writer?: ((chunk: unknown) => void) | undefined;
}

/** What a user may give for one invocation, under `configurable.recourse`. */
export type InvocationOptions = Omit<RunOptions, "framework" | "parentRunId" | "signal">;

/** Where a run lives: which calls belong together, and what the run is called. */
export interface Scope {
  /** The same for every call of one run; of one owner, where there is one. */
  readonly key: string;
  /** The message that the run began with. */
  readonly anchor: MessageKey;
  /** What the run ends with: an invocation, or the messages of a hand-written loop. */
  readonly owner: object | undefined;
  /** The same for all runs of one thread, or of one request inside a call; a new one there means that the one before is over. */
  readonly thread: string | undefined;
  /** A name that another process would give too; `undefined` where the run cannot leave this one. */
  readonly runId: string | undefined;
  /** The call that this graph runs inside of. */
  readonly link: CallLink | undefined;
  /** The path of the subgraph; empty for a graph that nothing contains. */
  readonly subgraph: string;
  readonly options: InvocationOptions;
}

/** Finds the run that a history belongs to. */
export function scopeOf(history: RunHistory, config: NodeConfig): Scope {
  const { configurable } = config;
  const link = readCallLink(config);
  const subgraph = subgraphOf(configurable);
  const nested = link !== undefined || subgraph !== "";
  const given = (configurable?.["recourse"] ?? noOptions) as InvocationOptions;
  const anchor = keyOfMessage(history.anchor);
  if (!nested && given.id !== undefined) {
    const key = `id ${given.id}`;
    return scope({ key, anchor, link, subgraph, runId: given.id, options: given });
  }
  const options = nested ? withoutId(given) : given;
  if (link !== undefined) {
    const call = `${link.run.id}/${link.callId}`;
    const name = nameOf(anchor, history);
    const key = `call ${call} ${subgraph} ${name}`;
    const runId = `${call}/${requestName(link, key, subgraph, history.anchor)}`;
    return scope({ key, anchor, link, subgraph, thread: `call ${runId}`, runId, options });
  }
  const threadId = configurable?.["thread_id"];
  if (typeof threadId === "string" || typeof threadId === "number") {
    const thread = `${threadId} ${subgraph}`;
    const name = nameOf(anchor, history);
    const runId = [String(threadId), subgraph, name].filter((part) => part !== "").join("/");
    return scope({ key: `thread ${thread} ${name}`, anchor, subgraph, thread, runId, options });
  }
  const owner = config.control ?? history.anchor;
  const id = typeof anchor === "string" ? anchor : "";
  return scope({ key: `${subgraph} ${id}`, anchor, subgraph, owner, options });
}

/** What a message is called, the same in every process: by its id, or by its place and its words. */
function nameOf(key: MessageKey, { anchor, start }: RunHistory): string {
  if (typeof key === "string") return key;
  return `${start}-${signature("", textOfMessage(anchor)).slice(0, 8)}`;
}

const noOptions: InvocationOptions = {};

/** All scopes have the same fields in the same order, which the engine of the language likes. */
function scope({
  key,
  anchor,
  owner,
  thread,
  runId,
  link,
  subgraph,
  options,
}: Pick<Scope, "key" | "anchor" | "subgraph" | "options"> & Partial<Scope>): Scope {
  return { key, anchor, owner, thread, runId, link, subgraph, options };
}

function withoutId(options: InvocationOptions): InvocationOptions {
  const { id: _, ...rest } = options;
  return rest;
}
