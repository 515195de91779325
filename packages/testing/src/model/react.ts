import {
  deniesTool,
  existingValue,
  otherTool,
  type Referral,
  referralIn,
  valueFromListing,
  widened,
} from "./alternatives.ts";
import type { ChatTool } from "./chat.ts";
import { mendArguments } from "./mend.ts";
import type { Goal } from "./script.ts";
import { deniesPermission, forbidsRepeat, readWords, sendsElsewhere } from "./words.ts";

type Args = Readonly<Record<string, unknown>>;

/** A call that the model is about to make. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Args;
  readonly raw?: string | undefined;
  readonly truncated?: boolean | undefined;
  readonly id?: string | undefined;
}

/** One goal on its way. */
export interface Track {
  goal: Goal;
  /** The next call; `undefined` when the goal is reached or given up. */
  next: PlannedCall | undefined;
  /** Why it was given up. */
  closed?: string;
  /** A call that another tool is being asked about. */
  aside?: Referral & { readonly about: PlannedCall; readonly said: string };
  calls: number;
  /** The last refusal for want of permission. */
  denied?: string;
}

/** What the model knows when it reads a result. */
export interface Reader {
  readonly tools: readonly ChatTool[];
  readonly facts: Args;
  /** Results of successful calls so far, newest last; a success is added. */
  readonly results: string[];
}

/** A goal before its first call. */
export function startTrack(goal: Goal, results: readonly string[]): Track {
  const args = typeof goal.args === "function" ? goal.args(results) : (goal.args ?? {});
  const { tool, rawArguments: raw, truncated, id } = goal;
  return { goal, next: { tool, args, raw, truncated, id }, calls: 0 };
}

/** Lets the model read one result and decide what to do about it. */
export function react(track: Track, made: PlannedCall, text: string, reader: Reader): void {
  track.calls++;
  const words = readWords(text);
  if (track.goal.regardless === true) {
    reader.results.push(text);
    track.next = undefined;
    return;
  }
  if (track.aside !== undefined) readAside(track, track.aside, text, words.kind, reader);
  else if (words.kind === "success") readSuccess(track, made, text, reader);
  else if (words.kind === "empty") readNothing(track, made, words.said, text, reader);
  else readFailure(track, made, words.said, reader);
}

function readSuccess(track: Track, made: PlannedCall, text: string, { results }: Reader): void {
  results.push(text);
  const { until } = track.goal;
  const again = until !== undefined && !until.matches.test(text) && track.calls < until.atMost;
  track.next = again ? plain(made) : undefined;
}

/** Nothing found: widen as told, accept it when the text says so, else try the same once more. */
function readNothing(
  track: Track,
  made: PlannedCall,
  said: string,
  text: string,
  { results }: Reader,
): void {
  const args = said === "" ? undefined : widened(said, made.args);
  if (args !== undefined) track.next = { tool: made.tool, args };
  else if (said === "") track.next = plain(made);
  else {
    results.push(text);
    track.next = undefined;
  }
}

function readFailure(track: Track, made: PlannedCall, said: string, reader: Reader): void {
  const next = wayOut(track, made, said, reader);
  if (next !== undefined) {
    track.next = next;
    return;
  }
  const { or } = track.goal;
  // Told that it may not, a model tries once more; told twice the same, it believes it.
  const deniedTwice = deniesPermission(said) && track.denied === said;
  track.denied = said;
  const closed = forbidsRepeat(said) || deniedTwice;
  if (or !== undefined && (closed || sendsElsewhere(said))) {
    Object.assign(track, startTrack(or, reader.results), { calls: track.calls });
  } else if (closed) {
    track.closed = said.split("\n")[0] ?? said;
    track.next = undefined;
  } else {
    track.next = { ...plain(made), raw: track.next?.raw, truncated: track.next?.truncated };
  }
}

/** The first thing that a text gives to act on. */
function wayOut(
  track: Track,
  made: PlannedCall,
  said: string,
  { tools, facts }: Reader,
): PlannedCall | undefined {
  if (deniesTool(said, made.tool)) {
    const tool = otherTool(said, made.tool, tools);
    return tool === undefined ? undefined : { tool, args: made.args };
  }
  if (track.next?.raw !== undefined && /JSON|cut off|truncated|arguments/i.test(said)) {
    // Hosts keep broken arguments in their own way in the history; what was meant is known here.
    return { tool: made.tool, args: track.next.args };
  }
  const referral = referralIn(said, made, tools, facts);
  if (referral?.purpose === "verify") return goAside(track, referral, made, said);
  const parameters = parametersOf(made.tool, tools);
  const args = mendArguments(said, made.args, parameters, facts) ?? existingValue(said, made.args);
  if (args !== undefined) return { tool: made.tool, args };
  return referral === undefined ? undefined : goAside(track, referral, made, said);
}

function goAside(track: Track, referral: Referral, about: PlannedCall, said: string): PlannedCall {
  track.aside = { ...referral, about, said };
  return { tool: referral.tool, args: referral.args };
}

/** Reads what a checking or listing tool said about the call that is in question. */
function readAside(
  track: Track,
  aside: NonNullable<Track["aside"]>,
  text: string,
  kind: "success" | "failure" | "empty",
  { results }: Reader,
): void {
  const { about, purpose, said } = aside;
  delete track.aside;
  if (kind === "failure") {
    track.closed = said;
    track.next = undefined;
    return;
  }
  if (purpose === "verify") {
    const achieved = track.goal.achievedWhen?.test(text) ?? false;
    if (achieved) results.push(text);
    track.next = achieved ? undefined : plain(about);
    return;
  }
  const args = valueFromListing(text, said, about.args);
  if (args === undefined) track.closed = said;
  track.next = args === undefined ? undefined : { tool: about.tool, args };
}

/** The same call again, as it was understood: without a broken text or a cut. */
function plain({ tool, args }: PlannedCall): PlannedCall {
  return { tool, args };
}

function parametersOf(name: string, tools: readonly ChatTool[]): readonly string[] {
  const tool = tools.find((candidate) => candidate.function.name === name);
  return Object.keys(tool?.function.parameters?.properties ?? {});
}
