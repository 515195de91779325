import type { BaseMessage } from "@langchain/core/messages";
import type { Recovery, Run } from "@recourse/core";
import { beginRun, openTurn } from "./begin-run.ts";
import { type RunHistory, readHistory } from "./history.ts";
import { isBranch } from "./langgraph-internals.ts";
import type { LiveRun, RunDefaults, ToolLookup } from "./live-run.ts";
import { isUserMessage, lastAiIndex, messagesOf } from "./messages.ts";
import { recordOthers } from "./record-others.ts";
import { endHandlerOf } from "./run-end-handler.ts";
import {
  finishRun,
  keepGoing,
  remember,
  rewind,
  runOf,
  runsAround,
  runsOf,
} from "./run-registry.ts";
import { savedRunOf } from "./saved-run.ts";
import { type NodeConfig, type Scope, scopeOf } from "./scope.ts";
import { warnOfUnparsedCalls } from "./warn-of-unparsed-calls.ts";
import { warnOfUnwiredHalt } from "./warn-of-unwired-halt.ts";

const noDefaults: RunDefaults = {};
const noTool: ToolLookup = () => undefined;

/**
 * The live run that some state belongs to, begun or taken up where there is none.
 *
 * @param gated whether every call of this run comes through us, as in an agent
 */
export function openRun(
  recovery: Recovery,
  state: unknown,
  config: NodeConfig,
  defaults: RunDefaults = noDefaults,
  tools: ToolLookup = noTool,
  gated = false,
): LiveRun | undefined {
  const messages = messagesOf(state);
  const history = readHistory(messages);
  if (history === undefined) return undefined;
  const scope = scopeOf(history, config);
  let entry = runOf(scope, recovery) ?? trimmedRun(scope, recovery, history);
  if (entry !== undefined && isContinuedBy(entry, history)) {
    advance(entry, history, messages, gated);
  } else {
    if (entry !== undefined) letGo(entry, scope);
    const place = { recovery, scope, history, messages, config, defaults, tools, gated };
    entry = beginRun(place, savedRunOf(state));
    remember(entry, config);
    if (!gated) warnOfUnparsedCalls(recovery, messages);
  }
  keepGoing(entry);
  entry.sent ||= isBranch(config.metadata);
  // In each attempt anew: a run that was begun before an interrupt belongs to the one after it.
  adopt(entry.run, scope, defaults);
  if (config.callbacks !== undefined) listenForEnd(entry, config.callbacks);
  return entry;
}

/** Lets the call that a run goes on inside of know of it. */
function adopt(run: Run, { link, options }: Scope, defaults: RunDefaults): void {
  if (link === undefined) return;
  link.raw.children ??= new Map();
  link.raw.children.set(run, options.agent ?? defaults.agent);
}

/** The same for an agent's hook between model and tools: `undefined` while a new request awaits its first answer. */
export function currentRun(
  recovery: Recovery,
  state: unknown,
  config: NodeConfig,
  defaults: RunDefaults = noDefaults,
): LiveRun | undefined {
  const messages = messagesOf(state);
  const isNew = messages.findLastIndex(isUserMessage) > lastAiIndex(messages);
  return isNew ? undefined : openRun(recovery, state, config, defaults, noTool, true);
}

/**
 * The live runs, of any recovery, that some state belongs to. One that stands at another response
 * was left behind: the thread has gone on from an earlier checkpoint under another recovery.
 */
export function findRuns(state: unknown, config: NodeConfig): readonly LiveRun[] {
  const history = readHistory(messagesOf(state));
  if (history === undefined) return [];
  const scope = scopeOf(history, config);
  const runs = history.complete ? runsOf(scope) : [...runsOf(scope), ...runsAround(scope)];
  return [...new Set(runs)].filter(({ open }) => open.key === history.current.key);
}

/** The run whose first message was trimmed away: that what is left begins otherwise begins no new one. */
function trimmedRun(scope: Scope, recovery: Recovery, history: RunHistory): LiveRun | undefined {
  if (history.complete) return undefined;
  const { current, before } = history;
  return runsAround(scope).find((entry) => {
    const last = entry.keys.at(-1);
    return entry.recovery === recovery && (last === current.key || last === before);
  });
}

/** Another request under the same id begins a run anew; the same request means time travel. */
function letGo(entry: LiveRun, { anchor }: Scope): void {
  if (entry.scope.anchor === anchor) rewind(entry);
  else void finishRun(entry, "completed");
}

/** Whether the messages go on where the run stands. Time travel and other processes make them differ. */
function isContinuedBy(entry: LiveRun, history: RunHistory): boolean {
  const { keys } = entry;
  const { current, before, complete } = history;
  const last = keys.at(-1);
  if (last === undefined) return before === undefined;
  // The end of the run first: to look through all of a long one is a good part of what a call costs.
  if (last === current.key) return true;
  return before === undefined ? !complete && !keys.includes(current.key) : last === before;
}

function advance(
  entry: LiveRun,
  history: RunHistory,
  messages: readonly BaseMessage[],
  gated: boolean,
): void {
  const { current } = history;
  if (entry.open.key === current.key) {
    // A checkpoint, or another middleware, may have put another copy of the response in its place.
    entry.open.message = current.message;
    return;
  }
  recordOthers(entry, messages);
  warnOfUnwiredHalt(entry);
  if (!gated) warnOfUnparsedCalls(entry.recovery, messages.slice(lastAiIndex(messages)));
  entry.keys.push(current.key);
  entry.open = openTurn(current, Math.max(current.turn, entry.run.turn + 1));
}

function listenForEnd(entry: LiveRun, callbacks: unknown): void {
  const end = endHandlerOf(callbacks);
  end?.handler.listen(end.parentRunId, entry.onEnd);
}
