import type { BaseMessage } from "@langchain/core/messages";
import type { Recovery, Run, RunOptions, ToolOptions } from "@recourse/core";
import { type Asked, answeredCalls, type RunHistory, readHistory } from "./history.ts";
import { isUserMessage, lastAiIndex, messagesOf, toolCallsOf } from "./messages.ts";
import type { ToolLike, ToolResult } from "./raw-result.ts";
import { recordOthers } from "./record-others.ts";
import { type EndListener, endHandlerOf } from "./run-end-handler.ts";
import { type SavedRun, savedRunOf } from "./saved-run.ts";
import { type InvocationOptions, type NodeConfig, type Scope, scopeOf } from "./scope.ts";
import { toolSettings } from "./tool-settings.ts";

/** The options of a run that stand on a node or a middleware; one invocation may add to them. */
export type RunDefaults = Omit<InvocationOptions, "id">;

/** The calls of one model response, while they are being answered. */
export interface OpenTurn {
  readonly key: string;
  readonly turn: number;
  message: BaseMessage;
  /** Positions that have been given to a call, for ids that are missing or not unique. */
  readonly taken: Set<number>;
  readonly results: Map<number, ToolResult>;
  readonly inFlight: Set<Promise<unknown>>;
}

/** A run that is live in this process, and where it stands in the messages. */
export interface LiveRun {
  readonly recovery: Recovery;
  readonly scope: Scope;
  readonly run: Run;
  /** The responses that asked for tools, oldest first. */
  readonly keys: string[];
  open: OpenTurn;
  /** A condition or a hook has shown that it can end this run. */
  wired?: boolean;
  /** Every call of this run comes through us, so that an answer from elsewhere is a refusal. */
  gated?: boolean;
  /** Told by a `RunEndHandler` when the graph has ended. */
  readonly onEnd: EndListener;
}

/** Finds a tool by its name. */
export type ToolLookup = (name: string) => ToolLike | undefined;

const noTool: ToolLookup = () => undefined;

/** Live runs beyond this many are let go, the longest unheard of first. */
const LIVE_LIMIT = 1_000;

const live = new Map<string, LiveRun[]>();
const latestOfThread = new Map<string, LiveRun[]>();
const rootOfInvocation = new WeakMap<object, LiveRun>();

/** The live run that some state belongs to, begun or taken up where there is none. */
export function openRun(
  recovery: Recovery,
  state: unknown,
  config: NodeConfig,
  defaults: RunDefaults = {},
  tools: ToolLookup = noTool,
): LiveRun | undefined {
  const messages = messagesOf(state);
  const history = readHistory(messages);
  if (history === undefined) return undefined;
  const scope = scopeOf(history, config);
  const found = live.get(scope.key)?.find((entry) => entry.recovery === recovery);
  if (found !== undefined && isContinuedBy(found, history)) {
    advance(found, history, messages);
    listenForEnd(found, config);
    return found;
  }
  if (found !== undefined) rewind(found);
  const place = { recovery, scope, history, messages, config, defaults, tools };
  const begun = begin(place, savedRunOf(state));
  remember(begun, config);
  listenForEnd(begun, config);
  return begun;
}

/** The same for a hook between model and tools: `undefined` while a new request awaits its first answer. */
export function currentRun(
  recovery: Recovery,
  state: unknown,
  config: NodeConfig,
  defaults: RunDefaults = {},
): LiveRun | undefined {
  const messages = messagesOf(state);
  const isNew = messages.findLastIndex(isUserMessage) > lastAiIndex(messages);
  return isNew ? undefined : openRun(recovery, state, config, defaults);
}

/** The live runs, of any recovery, that some state belongs to. */
export function findRuns(state: unknown, config: NodeConfig): readonly LiveRun[] {
  const history = readHistory(messagesOf(state));
  if (history === undefined) return [];
  return live.get(scopeOf(history, config).key) ?? [];
}

/** The live runs of this id. */
export function runsOfId(runId: string): readonly LiveRun[] {
  return [...live.values()].flat().filter((entry) => entry.run.id === runId);
}

/** Lets a run go whose graph has ended; its record is written. */
export async function finishRun(
  entry: LiveRun,
  reason?: Parameters<Run["finish"]>[0],
): Promise<void> {
  // A halted run stays known for a while: nothing of it may begin again.
  if (entry.run.halt === undefined) forget(entry);
  await entry.run.finish(reason);
}

/** Whether the messages go on where the run stands. Time travel and other processes make them differ. */
function isContinuedBy(entry: LiveRun, history: RunHistory): boolean {
  const { keys } = entry;
  const at = keys.indexOf(history.current.key);
  if (at !== -1) return at === keys.length - 1;
  const before = history.asked.at(-2);
  if (before !== undefined) return before.key === keys.at(-1);
  return keys.length === 0 || !history.complete;
}

function advance(entry: LiveRun, history: RunHistory, messages: readonly BaseMessage[]): void {
  if (entry.open.key === history.current.key) {
    // A checkpoint, or another middleware, may have put another copy of the response in its place.
    entry.open.message = history.current.message;
    return;
  }
  recordOthers(entry, messages);
  entry.keys.push(history.current.key);
  entry.open = openTurn(history.current, Math.max(history.current.turn, entry.run.turn + 1));
}

function openTurn(asked: Asked, turn: number): OpenTurn {
  return {
    key: asked.key,
    turn,
    message: asked.message,
    taken: new Set(),
    results: new Map(),
    inFlight: new Set(),
  };
}

/** Everything that says which run to begin. */
interface Beginning {
  readonly recovery: Recovery;
  readonly scope: Scope;
  readonly history: RunHistory;
  readonly messages: readonly BaseMessage[];
  readonly config: NodeConfig;
  readonly defaults: RunDefaults;
  readonly tools: ToolLookup;
}

function begin(place: Beginning, saved: SavedRun | undefined): LiveRun {
  const { recovery, scope, history, messages, defaults, tools } = place;
  const options: RunOptions = {
    ...defaults,
    ...scope.options,
    framework: "langgraph",
    ...(scope.runId === undefined ? {} : { id: scope.runId }),
  };
  const optionsOf = (name: string): ToolOptions | undefined => {
    const tool = tools(name);
    return tool === undefined ? undefined : toolSettings(tool);
  };
  const known = history.asked.findIndex(({ key }) => key === saved?.keys.at(-1));
  if (saved !== undefined && known !== -1) {
    const run = recovery.resume(saved.snapshot, options);
    // What was answered after the checkpoint's snapshot, and siblings of its open turn.
    run.restore(answeredCalls(messages, history.asked.slice(known), optionsOf));
    const keys = [...saved.keys, ...history.asked.slice(known + 1).map(({ key }) => key)];
    return liveRun(recovery, scope, run, keys, openTurnOf(run, history, known));
  }
  const run = beginFresh(place, options);
  run.restore(answeredCalls(messages, history.asked, optionsOf));
  const keys = history.asked.map(({ key }) => key);
  return liveRun(recovery, scope, run, keys, openTurnOf(run, history, -1));
}

function openTurnOf(run: Run, history: RunHistory, known: number): OpenTurn {
  const { current, asked, complete } = history;
  if (complete) return openTurn(current, current.turn);
  const isKnown = known === asked.length - 1;
  return openTurn(current, isKnown ? Math.max(run.turn, 0) : run.turn + 1);
}

function beginFresh({ recovery, scope, config }: Beginning, options: RunOptions): Run {
  const parent = scope.link?.run ?? parentOf(scope, recovery, config);
  if (parent === undefined) return recovery.run(options);
  return parent.child({
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(options.id === undefined ? {} : { id: options.id }),
  });
}

function liveRun(
  recovery: Recovery,
  scope: Scope,
  run: Run,
  keys: string[],
  open: OpenTurn,
): LiveRun {
  const entry: LiveRun = {
    recovery,
    scope,
    run,
    keys,
    open,
    onEnd: (reason) => finishRun(entry, run.halt?.reason ?? reason),
  };
  return entry;
}

function listenForEnd(entry: LiveRun, { callbacks }: NodeConfig): void {
  if (callbacks === undefined) return;
  const end = endHandlerOf(callbacks);
  end?.handler.listen(end.parentRunId, entry.onEnd);
}

/** The run of the graph that contains this subgraph, if it has one yet. */
function parentOf(scope: Scope, recovery: Recovery, config: NodeConfig): Run | undefined {
  if (scope.subgraph === "" || config.control === undefined) return undefined;
  const root = rootOfInvocation.get(config.control);
  if (root === undefined || root.recovery !== recovery) return undefined;
  return root.run.stopReason === undefined ? root.run : undefined;
}

function remember(entry: LiveRun, config: NodeConfig): void {
  const { scope } = entry;
  live.set(scope.key, [...(live.get(scope.key) ?? []), entry]);
  if (scope.subgraph === "" && scope.link === undefined && config.control !== undefined) {
    rootOfInvocation.set(config.control, entry);
  }
  if (scope.thread !== undefined) {
    const before = latestOfThread.get(scope.thread) ?? [];
    const over = before.find(({ recovery }) => recovery === entry.recovery);
    latestOfThread.set(scope.thread, [...before.filter((other) => other !== over), entry]);
    if (over !== undefined && over.scope.key !== scope.key) void finishRun(over, "completed");
  }
  const oldest = live.size > LIVE_LIMIT ? live.values().next().value : undefined;
  for (const idle of oldest ?? []) void finishRun(idle, "completed");
}

/** The messages took another way than the live run: what they and the state say holds. */
function rewind(entry: LiveRun): void {
  forget(entry);
  entry.recovery.forget(entry.run.id);
}

function forget(entry: LiveRun): void {
  remove(live, entry.scope.key, entry);
  if (entry.scope.thread !== undefined) remove(latestOfThread, entry.scope.thread, entry);
}

function remove(map: Map<string, LiveRun[]>, key: string, entry: LiveRun): void {
  const rest = (map.get(key) ?? []).filter((other) => other !== entry);
  if (rest.length === 0) map.delete(key);
  else map.set(key, rest);
}
