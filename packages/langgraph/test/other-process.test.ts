import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseObservation } from "@recourse/core";
import { afterAll, describe, expect, it } from "vitest";
import type { Report } from "./support/resumable-agent.ts";

const agent = fileURLToPath(new URL("./support/resumable-agent.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "recourse-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function process(state: string, answer?: string): Promise<Report> {
  const args = [
    agent,
    join(folder, `${state}.db`),
    state,
    ...(answer === undefined ? [] : [answer]),
  ];
  const { stdout } = await promisify(execFile)(globalThis.process.execPath, args);
  return JSON.parse(stdout) as Report;
}

// Nothing in common but a file: the first process is gone when the second one begins.
describe.each(["annotation", "messages"])("a run kept in SQLite (%s)", (state) => {
  it("goes on in another process with its counters, and the same key for what runs again", async () => {
    const first = await process(state);
    expect(first).toMatchObject({ paused: true, executed: ["boom", "boom", "look"], runs: [] });
    const second = await process(state, "yes");
    expect(second.pid).not.toBe(first.pid);
    expect(second).toMatchObject({ paused: false, executed: ["look"] });
    expect(second.keys).toEqual(first.keys);
    expect(second.keys[0]).toEqual(expect.any(String));
    expect(second.results.slice(2, 4)).toEqual(["seen", "the answer is yes"]);
    expect(parseObservation(second.results[4] as string)?.error_type).toBe("repeated_call");
    if (state === "messages") return;
    expect(second.stopReason).toBe("completed");
    expect(second.runs).toMatchObject([{ counters: { turns: 4, calls: 5, refused: 1 } }]);
  }, 60_000);
});
