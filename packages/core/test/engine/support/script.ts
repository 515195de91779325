import fc from "fast-check";
import {
  type CallOutcome,
  createRecovery,
  type Recovery,
  type RecoveryOptions,
  type Run,
  type RunCounters,
  type RunSnapshot,
  ToolFault,
  type ToolOptions,
} from "../../../src/index.ts";
import { fakeClock } from "./fake-clock.ts";
import { systemError } from "./harness.ts";

/** Cases of each property: at least 1,000, more on demand. */
export const RUNS: number = Number(process.env["PROPERTY_RUNS"] ?? 1_000);

/** What a call would give if it were executed. */
export type Fate =
  | "ok"
  | "other"
  | "empty"
  | "nothing"
  | "not_found"
  | "internal"
  | "auth"
  | "reset"
  | "corrupt"
  | "returned";

/** One call of a script. */
export interface Step {
  readonly tool: string;
  readonly args: number | string;
  readonly fate: Fate;
  readonly id: string | undefined;
}

/** Turns of parallel calls. */
export type Script = readonly (readonly Step[])[];

export const scriptTools: Readonly<Record<string, ToolOptions>> = {
  read: { effect: "read" },
  list: { effect: "read" },
  set: { effect: "idempotent" },
  pay: { effect: "write" },
  send: { effect: "write", verify: "read" },
  poll: { effect: "read", repeats: "allow" },
  vital: { effect: "read", critical: true },
  typed: {
    effect: "read",
    schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  },
};

const tools = [...Object.keys(scriptTools), "undeclared"];
const mild: Fate[] = [
  "ok",
  "ok",
  "ok",
  "other",
  "empty",
  "nothing",
  "not_found",
  "internal",
  "reset",
  "returned",
];
const harsh: Fate[] = [...mild, "auth", "corrupt"];

/** Scripts of up to a dozen turns of up to four calls, out of few arguments, so that much repeats. */
export function scripts({
  fates = harsh,
  ids = true,
}: {
  readonly fates?: readonly Fate[];
  readonly ids?: boolean;
} = {}): fc.Arbitrary<Script> {
  const id = ids
    ? fc.constantFrom(undefined, undefined, "", "same", "call_1")
    : fc.constant(undefined);
  const step = fc.record({
    tool: fc.constantFrom(...tools),
    args: fc.constantFrom<number | string>(1, 1, 2, "bad"),
    fate: fc.constantFrom(...fates),
    id,
  });
  return fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
}

export const mildScripts: fc.Arbitrary<Script> = scripts({ fates: mild });

/** What a tool does for its fate. */
export function fateOf({ fate, tool, args }: Step): unknown {
  switch (fate) {
    case "ok":
      return `${tool} of ${args}`;
    case "other":
      return { other: args };
    case "empty":
      return [];
    case "nothing":
      return undefined;
    case "returned":
      return { isError: true, content: [{ type: "text", text: "no luck" }] };
    case "not_found":
      throw ToolFault.notFound({ message: `no ${args}` });
    case "internal":
      throw new TypeError("x is not a function");
    case "auth":
      throw Object.assign(new Error("Forbidden"), { status: 403 });
    case "reset":
      throw systemError("ECONNRESET");
    case "corrupt":
      throw ToolFault.corruptState({ message: "half written" });
  }
}

/** What came of one call. */
export interface Trace {
  readonly turn: number;
  readonly index: number;
  readonly executed: boolean;
  readonly outcome: CallOutcome;
}

/** What came of a script. */
export interface Played {
  readonly traces: readonly Trace[];
  readonly run: Run;
  readonly counters: RunCounters;
  readonly stopReason: string | undefined;
}

export interface PlayOptions {
  readonly recovery?: Recovery;
  readonly options?: RecoveryOptions;
  /** In which order the calls of a turn settle: a rank for each position. */
  readonly rank?: (turn: number, index: number) => number;
  /** Before which turns the run is cut, written as JSON and resumed elsewhere. */
  readonly cuts?: ReadonlySet<number>;
}

export function newRecovery(options: RecoveryOptions = {}): Recovery {
  return createRecovery({
    tools: scriptTools,
    policy: { retry: false },
    clock: fakeClock(),
    onEvent: () => {},
    ...options,
  });
}

/** Plays a script: the calls of a turn are admitted in order, then settle in the order given. */
export async function play(script: Script, play: PlayOptions = {}): Promise<Played> {
  let run = (play.recovery ?? newRecovery(play.options)).run({ id: "run" });
  const traces: Trace[] = [];
  for (const [turn, steps] of script.entries()) {
    if (play.cuts?.has(turn)) {
      const snapshot = JSON.parse(JSON.stringify(run)) as RunSnapshot;
      run = newRecovery(play.options).resume(snapshot);
    }
    const gates = new Map<number, () => void>();
    const executed = new Set<number>();
    const pending = steps.map((step, index) =>
      run.call(
        { id: step.id ?? `${turn}.${index}`, tool: step.tool, args: { n: step.args }, turn, index },
        async () => {
          executed.add(index);
          await new Promise<void>((resolve) => gates.set(index, resolve));
          return fateOf(step);
        },
      ),
    );
    const order = [...gates.keys()].sort(
      (a, b) => (play.rank?.(turn, a) ?? a) - (play.rank?.(turn, b) ?? b),
    );
    for (const index of order) {
      gates.get(index)?.();
      await pending[index];
    }
    for (const [index, outcome] of (await Promise.all(pending)).entries()) {
      traces.push({ turn, index, executed: executed.has(index), outcome });
    }
  }
  run.closeTurn();
  return { traces, run, counters: run.counters, stopReason: run.stopReason };
}

/** What must be the same, whatever the schedule: everything but durations. */
export function essence({ traces, counters, stopReason }: Played): unknown {
  return {
    calls: traces.map(({ turn, index, executed, outcome }) => ({
      at: `${turn}.${index}`,
      executed,
      content: outcome.content,
      decision: outcome.record.decision,
      errorType: outcome.record.errorType,
    })),
    counters,
    stopReason,
  };
}
