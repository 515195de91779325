import { readFileSync } from "node:fs";
import type { ErrorType } from "../../../src/index.ts";
import {
  createRecovery,
  type Run,
  type RunSnapshot,
  ToolFault,
  type ToolOptions,
} from "../../../src/index.ts";

/** The outcome that a call would have if it were executed. */
interface Outcome {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error_type?: ErrorType;
  readonly message?: string;
}

interface Expectation {
  readonly refuse: readonly Place[];
  readonly may_refuse?: readonly Place[];
  readonly end: {
    readonly by_turn: number;
    readonly not_before?: number;
    readonly reason: string;
    readonly reason_any?: readonly string[];
  } | null;
}

interface Place {
  readonly turn: number;
  readonly index: number;
}

/** A sequence of calls and what a guard must do with it. */
export interface LoopCase {
  readonly id: string;
  readonly name: string;
  readonly tools: Readonly<Record<string, { effect?: ToolOptions["effect"]; poll?: true }>>;
  readonly turns: readonly (readonly { tool: string; args: unknown; outcome: Outcome }[])[];
  readonly events?: readonly { after_turn: number; type: "resume" | "new_run" | "user_message" }[];
  readonly expect: Expectation & {
    readonly contested: boolean;
    readonly alternatives?: readonly Expectation[];
    readonly why: string;
  };
}

/** What a guard did. */
export interface Verdict {
  readonly refuse: readonly Place[];
  readonly end: { readonly turn: number; readonly reason: string } | null;
}

export function loopCases(): LoopCase[] {
  const file = new URL("../fixtures/loops.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: LoopCase[] };
  return cases.map((each) => ({ ...each, turns: revive(each.turns) as LoopCase["turns"] }));
}

/** Values that JSON has no form for are tagged. */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const tagged = value as Record<string, unknown>;
  if ("$date" in tagged) return new Date(tagged["$date"] as string);
  if ("$undefined" in tagged) return undefined;
  if ("$bigint" in tagged) return BigInt(tagged["$bigint"] as string);
  const out = {};
  for (const [key, item] of Object.entries(tagged)) {
    // Assigning would lose a key named __proto__.
    Object.defineProperty(out, key, { value: revive(item), enumerable: true });
  }
  return out;
}

/** Runs a case through a real run: calls of a turn are admitted together, then they settle. */
export async function playLoop({ tools, turns, events = [] }: LoopCase): Promise<Verdict> {
  const settings: Record<string, ToolOptions> = {};
  for (const [name, { effect, poll }] of Object.entries(tools)) {
    settings[name] = { effect, ...(poll ? { repeats: "allow" } : {}) };
  }
  const newRecovery = () =>
    createRecovery({
      tools: settings,
      policy: { errors: false, emptyTurns: false, retry: false },
      onEvent: () => {},
    });
  let run: Run = newRecovery().run();
  const refuse: Place[] = [];
  for (const [turn, calls] of turns.entries()) {
    const gates: (() => void)[] = [];
    const outcomes = calls.map(({ tool, args, outcome }, index) =>
      run.call({ id: `${turn}-${index}`, tool, args, turn, index }, async () => {
        await new Promise<void>((resolve) => gates.push(resolve));
        if (outcome.ok) return outcome.value;
        throw new ToolFault({
          errorType: outcome.error_type ?? "internal",
          message: outcome.message,
        });
      }),
    );
    for (const open of gates) open();
    for (const [index, settled] of (await Promise.all(outcomes)).entries()) {
      if (settled.record.decision === "refuse") refuse.push({ turn, index });
    }
    run.closeTurn();
    if (run.halt !== undefined) return { refuse, end: { turn, reason: run.halt.reason } };
    for (const event of events.filter(({ after_turn }) => after_turn === turn)) {
      if (event.type === "new_run") run = newRecovery().run();
      else if (event.type === "user_message") run.contextChanged();
      else run = newRecovery().resume(JSON.parse(JSON.stringify(run)) as RunSnapshot);
    }
  }
  return { refuse, end: null };
}

/** What is wrong with a verdict; empty when it is right. */
export function faultsOf(got: Verdict, want: Expectation): string[] {
  const faults: string[] = [];
  const key = ({ turn, index }: Place): string => `${turn}.${index}`;
  const ended = got.end?.turn ?? Number.POSITIVE_INFINITY;
  const refused = new Set(got.refuse.map(key));
  for (const place of want.refuse) {
    if (place.turn < ended && !refused.has(key(place))) faults.push(`not refused: ${key(place)}`);
  }
  const allowed = new Set([...want.refuse, ...(want.may_refuse ?? [])].map(key));
  const free = want.end ? (want.end.not_before ?? want.end.by_turn) : Number.POSITIVE_INFINITY;
  for (const place of got.refuse) {
    if (!allowed.has(key(place)) && place.turn < free)
      faults.push(`wrongly refused: ${key(place)}`);
  }
  if (want.end === null) {
    if (got.end !== null) faults.push(`wrongly ended in turn ${got.end.turn}: ${got.end.reason}`);
  } else if (got.end === null) {
    faults.push("not ended");
  } else {
    if (got.end.turn < free || got.end.turn > want.end.by_turn) {
      faults.push(`ended in turn ${got.end.turn}`);
    }
    const reasons = [want.end.reason, ...(want.end.reason_any ?? [])];
    if (!reasons.includes(got.end.reason)) faults.push(`ended with ${got.end.reason}`);
  }
  return faults;
}
