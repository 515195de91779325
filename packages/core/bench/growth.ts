import { createRecovery, type Run } from "../src/index.ts";
import { percentile, timeOf } from "./measure.ts";

/** Microseconds of a call early and late in a run. */
export interface Growth {
  readonly early: number;
  readonly late: number;
}

/** Calls of one window. */
const WINDOW = 50;
/** Windows of each kind in one stretch, and stretches: both kinds in turns, each on warm caches. */
const STRETCH = 40;
const STRETCHES = 20;

/** What a call costs around call 100 of a run and around call 100,000. */
export async function measureGrowth(): Promise<Growth> {
  const recovery = createRecovery({ tools: { get: { effect: "read" } } });
  const old = caller(recovery.run());
  for (let i = 0; i < 100_000; i++) await old();
  const early: number[] = [];
  const late: number[] = [];
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    for (let window = 0; window < STRETCH; window++) {
      const young = caller(recovery.run());
      for (let i = 0; i < 100; i++) await young();
      early.push(await timeOf(young, WINDOW));
    }
    for (let window = 0; window < STRETCH; window++) late.push(await timeOf(old, WINDOW));
  }
  return { early: percentile(early, 0.25), late: percentile(late, 0.25) };
}

function caller(run: Run): () => Promise<unknown> {
  let turn = 0;
  return () => {
    const call = { id: `${turn}`, tool: "get", args: { turn }, turn: turn++ };
    return run.call(call, async () => "tea");
  };
}
