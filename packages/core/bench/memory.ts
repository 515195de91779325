import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createRecovery } from "../src/index.ts";

/** What a long run keeps. */
export interface Memory {
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly snapshotKb: number;
  readonly seconds: number;
}

/** The heap before and after a run of so many different calls, collected both times. */
export async function measureMemory(calls: number): Promise<Memory> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapMb = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const beforeMb = heapMb();
  const started = performance.now();
  const run = createRecovery({ tools: { get: { effect: "read" } } }).run();
  for (let turn = 0; turn < calls; turn++) {
    await run.call({ id: `${turn}`, tool: "get", args: { turn }, turn }, async () => "tea");
  }
  return {
    beforeMb,
    afterMb: heapMb(),
    snapshotKb: JSON.stringify(run).length / 1e3,
    seconds: (performance.now() - started) / 1_000,
  };
}
