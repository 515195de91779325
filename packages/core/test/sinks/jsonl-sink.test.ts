import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRecovery, type RecoveryEvent } from "../../src/index.ts";
import { jsonlSink } from "../../src/node.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "recourse-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A recovery that writes to a path, with what it told its listener. */
function writing(path: string, options = {}) {
  const events: RecoveryEvent[] = [];
  const recovery = createRecovery({
    defaults: { effect: "read" },
    sinks: [jsonlSink(path, options)],
    onEvent: (event) => {
      if (event.type !== "call_settled") events.push(event);
    },
  });
  const run = recovery.run();
  let turn = 0;
  const call = () =>
    run.call({ id: `${turn}`, tool: "t", args: { turn }, turn: turn++ }, () => turn);
  return { recovery, run, call, events };
}

const linesOf = async (path: string): Promise<{ schema: string }[]> =>
  (await readFile(path, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { schema: string });

test("every record is one line of JSON, in order, and the folder is made", async () => {
  const path = join(folder, "deep", "trace.jsonl");
  const { recovery, run, call } = writing(path);
  for (let i = 0; i < 2_500; i++) await call();
  await run.finish();
  await recovery.flush();
  const lines = await linesOf(path);
  expect(lines.length).toBe(2_501);
  expect(lines.at(-1)?.schema).toBe("recourse.run/1");
  expect(lines.slice(0, -1).map((line) => (line as { turn?: number }).turn)).toEqual(
    Array.from({ length: 2_500 }, (_, turn) => turn),
  );
});

test("a file that is there is appended to", async () => {
  const path = join(folder, "trace.jsonl");
  await writeFile(path, '{"schema":"old"}\n');
  const { recovery, call } = writing(path);
  await call();
  await recovery.flush();
  expect((await linesOf(path)).map(({ schema }) => schema)).toEqual(["old", "recourse.call/1"]);
});

test("a file that grows too long is set aside, and only so many are kept", async () => {
  const path = join(folder, "trace.jsonl");
  const { recovery, call } = writing(path, { maxBytes: 2_000, keep: 2 });
  for (let i = 0; i < 30; i++) {
    await call();
    await recovery.flush();
  }
  expect((await readdir(folder)).sort()).toEqual(["trace.jsonl", "trace.jsonl.1", "trace.jsonl.2"]);
  for (const name of await readdir(folder)) {
    expect((await readFile(join(folder, name))).byteLength).toBeLessThanOrEqual(2_000);
  }
});

test("a path that cannot be written is told of in one sentence, and the run goes on", async () => {
  const blocked = join(folder, "file");
  await writeFile(blocked, "");
  const { recovery, run, call, events } = writing(join(blocked, "trace.jsonl"));
  for (let i = 0; i < 3; i++) {
    expect((await call()).ok).toBe(true);
    await recovery.flush();
  }
  await run.finish();
  await recovery.flush();
  const failures = events.filter(({ type }) => type === "sink_failed");
  expect(failures.length).toBe(1);
  expect(String((failures[0] as { error: Error }).error.message)).toMatch(
    /^Trace records cannot be written to .*: (ENOTDIR|EEXIST).*Give jsonlSink a path that this process can write to\.$/,
  );
});

test("what waited while the path was blocked is written once it works", async () => {
  const blocked = join(folder, "file");
  await writeFile(blocked, "");
  const path = join(blocked, "trace.jsonl");
  const { recovery, call } = writing(path);
  await call();
  await recovery.flush();
  await rm(blocked);
  await recovery.flush();
  expect((await linesOf(path)).length).toBe(1);
});

test("a disk that is too slow costs records, never memory, and is told of", async () => {
  const { recovery, call, events } = writing(join(folder, "t.jsonl"), { maxWaiting: 2 });
  await Promise.all(Array.from({ length: 10 }, () => call()));
  await recovery.flush();
  const lost = events.flatMap((event) => (event.type === "sink_failed" ? [event.lost] : []));
  expect(lost[0]).toBeGreaterThanOrEqual(1);
});

/** What a process of its own prints that calls a tool and exits without waiting for anything. */
async function exitAtOnce(path: string): Promise<string> {
  const entry = (name: string) => JSON.stringify(new URL(`../../src/${name}`, import.meta.url));
  const program = `
    import { createRecovery } from ${entry("index.ts")};
    import { jsonlSink } from ${entry("node.ts")};
    const sinks = [jsonlSink(${JSON.stringify(path)})];
    const run = createRecovery({ sinks, defaults: { effect: "read" } }).run();
    for (let turn = 0; turn < 3; turn++) {
      await run.call({ id: String(turn), tool: "t", args: { turn }, turn }, () => turn);
    }
    void run.finish();
    process.exit(0);
  `;
  const args = ["--no-warnings", "--input-type=module", "--eval", program];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  return stderr;
}

test("what waits when the process exits is written then, and the folder is made", async () => {
  const path = join(folder, "deep", "trace.jsonl");
  expect(await exitAtOnce(path)).toBe("");
  const schemas = new Set((await linesOf(path)).map(({ schema }) => schema));
  expect([...schemas].sort()).toEqual(["recourse.call/1", "recourse.run/1"]);
});

test("what cannot be written when the process exits is told of", async () => {
  const blocked = join(folder, "file");
  await writeFile(blocked, "");
  expect(await exitAtOnce(join(blocked, "trace.jsonl"))).toMatch(
    /Trace records cannot be written to .*: (ENOTDIR|EEXIST)/,
  );
});

test("a path that is none is refused at once", () => {
  expect(() => jsonlSink("")).toThrow(/expected `path` to be the name of a file/);
});

test.skipIf(!existsSync("/proc/self"))(
  "a path in a file system where no folder can be made does not hold up the flush",
  async () => {
    const failures: unknown[] = [];
    const recovery = createRecovery({
      sinks: [jsonlSink("/proc/no-such-folder/run.jsonl")],
      onEvent: (event) => {
        if (event.type === "sink_failed") failures.push(event.error);
      },
    });
    await recovery.run().finish();
    await recovery.flush();
    expect(String(failures[0])).toMatch(/cannot be written to .*ENOENT/);
  },
);
