import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { HOSTILE } from "./hostile.ts";

const SIZE = 500_000;
/**
 * Not a measurement: what is linear takes below a second, what backtracks takes hours. The worker is
 * ended from outside, because nothing inside a hanging thread runs any more.
 */
const GIVE_UP_MS = 120_000;

const source = `
  import { workerData, parentPort } from "node:worker_threads";
  const { createRedactor } = await import(workerData.module);
  const redactor = createRedactor({ literals: ["velvet-orbit-77", "aaaaaaab"], pii: ["email", "phone"] });
  for (const [name, unit] of workerData.texts) {
    parentPort.postMessage({ name });
    redactor(unit.repeat(Math.ceil(workerData.size / unit.length)));
  }
  parentPort.postMessage({ name: "finished" });
`;

describe("a hostile text of half a megabyte", () => {
  it("never makes the redactor hang", { timeout: 2 * GIVE_UP_MS }, async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      workerData: {
        module: new URL("../../src/redact.ts", import.meta.url).href,
        texts: HOSTILE,
        size: SIZE,
      },
    });
    let reached = "nothing";
    const ended = await new Promise<string>((resolve, reject) => {
      const giveUp = setTimeout(() => resolve(`hung at: ${reached}`), GIVE_UP_MS);
      worker.on("message", ({ name }: { name: string }) => {
        reached = name;
        if (name !== "finished") return;
        clearTimeout(giveUp);
        resolve(name);
      });
      worker.on("error", reject);
    });
    await worker.terminate();
    expect(ended).toBe("finished");
  });
});
