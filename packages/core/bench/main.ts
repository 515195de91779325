/**
 * What the engine costs. Run it with `node bench/main.ts`; it prints figures and their ratios and
 * asserts nothing, since figures of a busy machine say little.
 */
import { measureGrowth } from "./growth.ts";
import { measureMemory } from "./memory.ts";
import { measureOverhead } from "./overhead.ts";

const us = (value: number): string => `${value.toFixed(2)} µs`;

const share = (value: number): string => `${(value / overhead.cockatiel).toFixed(2)} of cockatiel`;

console.log("Overhead of one successful call (the whole engine, a record written to a sink):");
const overhead = await measureOverhead();
console.log(`  the tool alone                         ${us(overhead.bare)}`);
console.log(`  cockatiel: retry + breaker + time-out  ${us(overhead.cockatiel)}`);
console.log(
  `  Recourse: text, no schema              ${us(overhead.text)}, ${share(overhead.text)}`,
);
console.log(
  `  Recourse: text, zod schema             ${us(overhead.textZod)}, ${share(overhead.textZod)}`,
);
console.log(
  `  Recourse: object, JSON Schema          ${us(overhead.objectJson)}, ${share(overhead.objectJson)}`,
);

console.log("\nA whole run: made, one call, finished, both records written:");
console.log(`  the call succeeds                      ${us(overhead.wholeRun)}`);
console.log(`  the call fails for good                ${us(overhead.failingRun)}`);
console.log(`  the failing tool alone                 ${us(overhead.failingBare)}`);

console.log("\nDoes a call cost more later in a run?");
const growth = await measureGrowth();
console.log(`  around call     100: ${us(growth.early)}`);
console.log(`  around call 100,000: ${us(growth.late)}`);
console.log(`  ratio ${(growth.late / growth.early).toFixed(2)}`);

console.log("\nMemory of a run of a million calls:");
const memory = await measureMemory(1_000_000);
console.log(
  `  heap before ${memory.beforeMb.toFixed(1)} MB, after ${memory.afterMb.toFixed(1)} MB`,
);
console.log(`  snapshot ${memory.snapshotKb.toFixed(0)} kB, ${memory.seconds.toFixed(1)} s in all`);
