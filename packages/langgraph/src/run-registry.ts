import type { Recovery, Run } from "@recourse/core";
import type { LiveRun } from "./live-run.ts";
import { ObjectNotes } from "./object-notes.ts";
import type { NodeConfig, Scope } from "./scope.ts";

/** Runs of threads beyond this many are let go, the longest unheard of first. */
const LIVE_LIMIT = 1_000;

/** Runs that another invocation can come back to. */
const byKey = new Map<string, readonly LiveRun[]>();
/** Runs that end with an object: an invocation of a graph, or the messages of a hand-written loop. */
const byOwner = new ObjectNotes<readonly LiveRun[]>();
const byId = new Map<string, readonly LiveRun[]>();
const latestOfThread = new Map<string, readonly LiveRun[]>();
const rootOfInvocation = new ObjectNotes<LiveRun>();

/** The live runs of a scope, of whatever recovery. */
export function runsOf(scope: Scope): readonly LiveRun[] {
  if (scope.owner === undefined) return byKey.get(scope.key) ?? [];
  return (byOwner.get(scope.owner) ?? []).filter((entry) => entry.scope.key === scope.key);
}

/** The live run of a scope. */
export function runOf(scope: Scope, recovery: Recovery): LiveRun | undefined {
  const runs = scope.owner === undefined ? byKey.get(scope.key) : byOwner.get(scope.owner);
  return runs?.find((entry) => entry.recovery === recovery && entry.scope.key === scope.key);
}

/** The live runs of the thread, or of the invocation, that a scope belongs to, whatever they began with. */
export function runsAround({ thread, owner, subgraph }: Scope): readonly LiveRun[] {
  if (thread !== undefined) return latestOfThread.get(thread) ?? [];
  const runs = owner === undefined ? [] : (byOwner.get(owner) ?? []);
  return runs.filter((entry) => entry.scope.subgraph === subgraph);
}

/** The live runs of this id, as far as a state has been told of them. */
export function runsOfId(runId: string): readonly LiveRun[] {
  return byId.get(runId) ?? [];
}

/** The run of the graph that contains a subgraph, if it has one yet. */
export function rootOf(control: object, recovery: Recovery): LiveRun | undefined {
  const root = rootOfInvocation.get(control);
  return root?.recovery === recovery && root.run.stopReason === undefined ? root : undefined;
}

/** A state keeps the run: it can be asked for by its id from now on. */
export function knowById(entry: LiveRun): void {
  const { id } = entry.run;
  if (byId.get(id)?.includes(entry) === true) return;
  add(byId, id, entry);
  const oldest = byId.size > LIVE_LIMIT ? byId.keys().next().value : undefined;
  if (oldest !== undefined) byId.delete(oldest);
}

/** Keeps a run that has just begun. */
export function remember(entry: LiveRun, { control }: NodeConfig): void {
  const { scope } = entry;
  if (scope.owner === undefined) {
    add(byKey, scope.key, entry);
    const oldest = byKey.size > LIVE_LIMIT ? byKey.values().next().value : undefined;
    for (const idle of oldest ?? []) letGo(idle);
  } else {
    add(byOwner, scope.owner, entry);
  }
  if (control !== undefined && scope.subgraph === "" && scope.link === undefined) {
    rootOfInvocation.set(control, entry);
  }
  if (scope.thread !== undefined) follow(scope.thread, entry);
}

/** A new run on a thread means that the one before is over; inside a call, that its tool began again. */
function follow(thread: string, entry: LiveRun): void {
  const before = latestOfThread.get(thread) ?? [];
  const over = before.find(({ recovery }) => recovery === entry.recovery);
  latestOfThread.set(thread, [...before.filter((other) => other !== over), entry]);
  if (over === undefined || over.scope.key === entry.scope.key) return;
  if (entry.scope.link === undefined) void finishRun(over, "completed");
  else rewind(over);
}

/** Lets a run go whose graph has ended; its record is written. */
export async function finishRun(
  entry: LiveRun,
  reason?: Parameters<Run["finish"]>[0],
): Promise<void> {
  keepGoing(entry);
  // A halted run stays known for a while: nothing of it may begin again.
  if (entry.run.halt === undefined) forget(entry);
  await entry.run.finish(reason);
}

/** Longer than LangGraph takes to begin the next step. */
const STEP_MS = 100;

/**
 * Lets a run go of whose graph LangGraph says that it has ended. It says so too where all that
 * follows are tasks by `Send`, so a run that has had such tasks is given the time to begin them.
 */
export function finishAtEnd(entry: LiveRun): void {
  const finish = () => void finishRun(entry, entry.run.halt?.reason ?? "completed");
  if (entry.sent) entry.ending ??= setTimeout(finish, STEP_MS);
  else finish();
}

/** Somebody asks for a run: it has not ended. */
export function keepGoing(entry: LiveRun): void {
  clearTimeout(entry.ending);
  entry.ending = undefined;
}

/** Ends a run that nobody has asked for in a long time: one that was halted too, or it would stay for ever. */
function letGo(entry: LiveRun): void {
  forget(entry);
  void entry.run.finish(entry.run.halt?.reason ?? "completed");
}

/** The messages took another way than the live run: what they and the state say holds. */
export function rewind(entry: LiveRun): void {
  keepGoing(entry);
  forget(entry);
  entry.recovery.forget(entry.run.id);
}

function forget(entry: LiveRun): void {
  const { scope, run } = entry;
  if (scope.owner === undefined) remove(byKey, scope.key, entry);
  else remove(byOwner, scope.owner, entry);
  remove(byId, run.id, entry);
  if (scope.thread !== undefined) remove(latestOfThread, scope.thread, entry);
}

interface Runs<Key> {
  get(key: Key): readonly LiveRun[] | undefined;
  set(key: Key, runs: readonly LiveRun[]): unknown;
  delete(key: Key): boolean;
}

function add<Key>(map: Runs<Key>, key: Key, entry: LiveRun): void {
  const runs = map.get(key);
  map.set(key, runs === undefined ? [entry] : [...runs, entry]);
}

function remove<Key>(map: Runs<Key>, key: Key, entry: LiveRun): void {
  const rest = (map.get(key) ?? []).filter((other) => other !== entry);
  if (rest.length === 0) map.delete(key);
  else map.set(key, rest);
}
