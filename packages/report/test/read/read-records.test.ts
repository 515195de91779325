import { gzipSync } from "node:zlib";
import type { CallRecord, RunRecord } from "@recourse/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInputs, type ReadTally, readRecords } from "../../src/index.ts";
import { folderWith } from "../support/folder.ts";
import { callRecord, lines, runRecord } from "../support/records.ts";

interface Read {
  readonly tally: ReadTally;
  readonly calls: readonly CallRecord[];
  readonly runs: readonly RunRecord[];
}

async function read(content: string | Uint8Array, name = "t.jsonl"): Promise<Read> {
  const calls: CallRecord[] = [];
  const runs: RunRecord[] = [];
  const inputs = findInputs([`${folderWith({ [name]: content })}/${name}`]);
  const tally = await readRecords(inputs, {
    call: (record) => void calls.push(record),
    run: (record) => void runs.push(record),
  });
  return { tally, calls, runs };
}

const many = Array.from({ length: 3_000 }, (_, turn) => callRecord({ turn, tool: `tööl-${turn}` }));

describe("reading a trace", () => {
  test("gives every record in its order, over many chunks, with characters of any width", async () => {
    const { calls, runs, tally } = await read(lines([...many, runRecord()]));
    expect(calls.map(({ tool }) => tool)).toEqual(many.map(({ tool }) => tool));
    expect(runs).toHaveLength(1);
    expect(tally).toMatchObject({ files: 1, lines: 3_001, calls: 3_000, runs: 1, unreadable: 0 });
  });

  test("counts a last line that broke off, and keeps one that is whole without a line break", async () => {
    const whole = lines([callRecord(), callRecord({ turn: 2 })]);
    expect((await read(whole.slice(0, -20))).tally).toMatchObject({ calls: 1, truncated: 1 });
    expect((await read(whole.slice(0, -1))).tally).toMatchObject({ calls: 2, truncated: 0 });
  });

  test("cut anywhere, it reads every record before the cut", async () => {
    const bytes = Buffer.from(lines(many.slice(0, 40)));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (cut) => {
        const { tally } = await read(bytes.subarray(0, cut));
        const whole = bytes.subarray(0, cut).toString().split("\n").length - 1;
        expect(tally.unreadable).toBe(0);
        expect([whole, whole + 1]).toContain(tally.calls);
        expect(tally.calls + tally.truncated).toBeLessThanOrEqual(whole + 1);
      }),
      { numRuns: 25 },
    );
  });

  test("unpacks gzip whatever the file is called", async () => {
    const packed = gzipSync(lines(many));
    expect((await read(packed, "t.jsonl.gz")).calls).toHaveLength(3_000);
    expect((await read(packed, "t.jsonl")).calls).toHaveLength(3_000);
  });

  test("reads gzip that was cut off up to the cut", async () => {
    const packed = gzipSync(lines(many));
    const { tally } = await read(packed.subarray(0, packed.length - 2_000), "t.jsonl.gz");
    expect(tally.calls).toBeGreaterThan(2_000);
    expect(tally.calls).toBeLessThan(3_000);
    expect(tally.truncated).toBe(1);
  });

  test("reports damaged gzip and goes on to the next file", async () => {
    const damaged = gzipSync(lines(many));
    damaged.fill(0xff, 200, 400);
    const folder = folderWith({ "a.jsonl.gz": damaged, "b.jsonl": lines([callRecord()]) });
    let calls = 0;
    const tally = await readRecords(findInputs([folder]), { call: () => calls++, run: () => {} });
    expect(tally.broken).toHaveLength(1);
    expect(tally.broken[0]).toMatch(/a\.jsonl\.gz: /);
    expect(calls).toBeGreaterThanOrEqual(1);
  });

  test("counts lines that are no records, and reads on", async () => {
    const { tally } = await read(`hello\n[1]\n\n  \nnull\n{"a":\n${lines([callRecord()])}`);
    expect(tally).toMatchObject({ calls: 1, unreadable: 4, lines: 5 });
  });

  test("leaves out records of other schemas by name, and counts fields that it does not know", async () => {
    const { tally } = await read(
      [
        { ...callRecord(), newField: 1, another: 2 },
        { ...callRecord({ turn: 2 }), newField: 1 },
        { ...callRecord(), schema: "recourse.call/2" },
        { ...runRecord(), schema: "recourse.run/9" },
        { no: "schema" },
      ]
        .map((value) => `${JSON.stringify(value)}\n`)
        .join(""),
    );
    expect(tally.calls).toBe(2);
    expect([...tally.otherSchemas]).toEqual([
      ["recourse.call/2", 1],
      ["recourse.run/9", 1],
      ["(no schema)", 1],
    ]);
    expect([...tally.unknownFields]).toEqual([
      ["newField", 2],
      ["another", 1],
    ]);
  });

  test("leaves out records that lack what every reader needs", async () => {
    const { tool: _tool, ...noTool } = callRecord();
    const { counters: _counters, ...noCounters } = runRecord();
    const odd = { ...runRecord(), stopReason: "bored" };
    const { tally } = await read(
      [noTool, noCounters, odd].map((value) => `${JSON.stringify(value)}\n`).join(""),
    );
    expect(tally).toMatchObject({ calls: 0, runs: 0, incomplete: 3 });
  });

  test("mends fields of the wrong kind, so that nothing behind it meets them", async () => {
    const odd = {
      ...callRecord(),
      contentTokens: "many",
      attemptLog: [null, { waitMs: -1 }, { waitMs: 5, durationMs: 1 }],
      attributes: "none",
      framework: 7,
      errorType: "exploded",
      tripped: { rule: 1, tool: {}, value: "3" },
    };
    const { calls } = await read(`${JSON.stringify(odd)}\n`);
    expect(calls[0]).toMatchObject({
      contentTokens: 0,
      attemptLog: [{ waitMs: 0 }, { waitMs: 0 }, { waitMs: 5 }],
      framework: "(none)",
      tripped: { rule: "(unknown)" },
    });
    expect(calls[0]).not.toHaveProperty("attributes");
    expect(calls[0]).not.toHaveProperty("errorType");
  });

  test("does not hold a line that never ends", async () => {
    const endless = Buffer.alloc(40 << 20, "x");
    const { tally } = await read(
      Buffer.concat([endless, Buffer.from(`\n${lines([callRecord()])}`)]),
    );
    expect(tally).toMatchObject({ unreadable: 1, calls: 1 });
  });

  test("ignores a byte order mark", async () => {
    expect((await read(`\uFEFF${lines([callRecord()])}`)).tally).toMatchObject({
      calls: 1,
      unreadable: 0,
    });
  });
});
