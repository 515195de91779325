import type { BaseMessage } from "@langchain/core/messages";
import { resultsAfter } from "./history.ts";
import type { LiveRun } from "./live-run.ts";
import { messagesOf, toolCallsOf } from "./messages.ts";
import { knowById } from "./run-registry.ts";
import { type SavedRun, savedRunOf } from "./saved-run.ts";

/** What a node adds to the state when the graph declares `recoveryState`. */
export interface RecoveryUpdate {
  readonly recovery: SavedRun;
  readonly stopReason?: string;
  readonly userMessage?: string;
}

/** Enough to find one's place again; a run may have thousands of turns. */
const KEYS_KEPT = 50;

/** Judges the turn once all its calls have settled, and adds what the state keeps of the run. */
export function endOfTurn(entry: LiveRun, input: unknown, output: unknown): unknown {
  if (isSettled(entry, messagesOf(input))) entry.run.closeTurn();
  return declaresRecovery(input) ? withUpdate(output, updateOf(entry)) : output;
}

/** What a step of its own adds to the state of a run that it has ended; nothing where the state keeps no run. */
export function updateOfEnd(entry: LiveRun, state: unknown): Partial<RecoveryUpdate> {
  return declaresRecovery(state) ? updateOf(entry) : {};
}

/** What takes the end of a run out of the state again, when a person lets the agent go on. */
export function updateOfGoingOn(state: unknown): { stopReason?: null; userMessage?: null } {
  return declaresRecovery(state) ? { stopReason: null, userMessage: null } : {};
}

/** Whether every call of the open turn has a result, from here or from someone before us. */
export function isSettled({ open }: LiveRun, messages: readonly BaseMessage[]): boolean {
  const calls = toolCallsOf(open.message);
  if (open.results.size >= calls.length) return true;
  const answered = new Set(
    resultsAfter(messages, open.message).map((result) => result.tool_call_id),
  );
  return calls.every((call, index) => open.results.has(index) || answered.has(call.id ?? ""));
}

/** The run as the state keeps it. */
export function savedRun(entry: LiveRun): SavedRun {
  const { run, keys } = entry;
  knowById(entry);
  const ids = keys.slice(-KEYS_KEPT).filter((key) => typeof key === "string");
  return { runId: run.id, keys: ids, snapshot: run.toJSON() };
}

function updateOf(entry: LiveRun): RecoveryUpdate {
  const { halt } = entry.run;
  return {
    recovery: savedRun(entry),
    ...(halt === undefined ? {} : { stopReason: halt.reason, userMessage: halt.userMessage }),
  };
}

/** Whether a state has our channels. A field of the user's own by that name is left alone. */
function declaresRecovery(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  const { recovery } = input as { recovery?: unknown };
  return recovery === null || savedRunOf({ recovery }) !== undefined;
}

function withUpdate(output: unknown, update: RecoveryUpdate): unknown {
  if (!Array.isArray(output)) return { ...(output as object), ...update };
  return [...output, update];
}
