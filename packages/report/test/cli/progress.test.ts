import { describe, expect, test } from "vitest";
import { Progress } from "../../src/cli/progress.ts";
import { emptyTally } from "../../src/read/read-records.ts";

interface Watched {
  readonly written: string[];
  at(ms: number, bytes: number): void;
  readonly progress: Progress;
}

function watch(isTTY: boolean, bytes: number | undefined): Watched {
  const written: string[] = [];
  let now = 0;
  const input = bytes === undefined ? { path: "-" } : { path: "a", bytes };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const progress = new Progress([input], stream, () => now);
  return {
    written,
    progress,
    at(ms, read) {
      now = ms;
      progress.update({ ...emptyTally(), bytes: read, lines: read });
    },
  };
}

describe("progress", () => {
  test("is silent when reading takes less than a second", () => {
    const { at, progress, written } = watch(true, 100);
    at(10, 50);
    at(999, 99);
    progress.end();
    expect(written).toEqual([]);
  });

  test("writes one line over and over on a terminal, and clears it", () => {
    const { at, progress, written } = watch(true, 100);
    at(1_000, 25);
    at(1_050, 26);
    at(2_000, 50);
    progress.end();
    expect(written).toEqual([
      "\r\u001b[2KReading: 25 records, 25 %, about 3 s left",
      "\r\u001b[2KReading: 50 records, 50 %, about 2 s left",
      "\r\u001b[2K",
    ]);
  });

  test("writes a line every few seconds elsewhere", () => {
    const { at, progress, written } = watch(false, 100);
    for (let ms = 0; ms <= 8_000; ms += 500) at(ms, ms / 100);
    progress.end();
    expect(written).toHaveLength(3);
    expect(written.every((line) => /^Reading: \d+ records, .*\n$/.test(line))).toBe(true);
  });

  test("names no share where the size is not known", () => {
    const { at, written } = watch(false, undefined);
    at(5_000, 70);
    expect(written).toEqual(["Reading: 70 records\n"]);
  });
});
