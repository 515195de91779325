import type { CallContext, Run } from "@recourse/core";
import { childFault } from "@recourse/core/adapter";

const LINK = "__recourse";

/** What a tool returned, before LangChain made a message of it. */
export interface RawResult {
  known: boolean;
  value: unknown;
  /** The runs of agents that were called in the tool, and what each agent is called. */
  children?: Map<Run, string | undefined>;
  /** What the requests to these agents are called, by what they are known by: see `requestName`. */
  requests?: Map<string, string>;
}

/** What a running tool's config says of the call it runs under. */
export interface CallLink {
  readonly run: Run;
  readonly callId: string;
  readonly context: CallContext;
  /** Where the tool leaves what it returned. */
  readonly raw: RawResult;
}

/** The part of a `configurable` that says which call a tool runs under; graphs inside it inherit it. */
export function callLink(link: CallLink): Record<string, unknown> {
  return { [LINK]: link };
}

/** The call under which something runs, if it runs inside one of ours. */
export function readCallLink(config: unknown): CallLink | undefined {
  if (typeof config !== "object" || config === null) return undefined;
  const { configurable } = config as { configurable?: Record<string, unknown> };
  return configurable?.[LINK] as CallLink | undefined;
}

/**
 * The call that a tool runs under, from the second argument that LangChain gives it:
 * `{ idempotencyKey, attempt, signal }`. `undefined` where the tool runs bare.
 *
 * @example tool(async (args, config) => pay(args, callContext(config)?.idempotencyKey), { … })
 */
export function callContext(config: unknown): CallContext | undefined {
  return readCallLink(config)?.context;
}

/** The halt of an agent inside the tool, which makes the call one that failed. */
export function haltOfChild(raw: RawResult, tool: string): { readonly error: unknown } | undefined {
  for (const [{ halt }, agent = tool] of raw.children ?? []) {
    if (halt !== undefined) return { error: childFault(agent, halt) };
  }
  return undefined;
}
