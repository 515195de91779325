import { expect, test } from "vitest";
import { callbackSink, consoleSink, type LogEntry, type TraceRecord } from "../../src/index.ts";
import { harness, httpError } from "../engine/support/harness.ts";

test("a line says what failed, what was done and how the run ended; successes are left out", async () => {
  const lines: LogEntry[] = [];
  const h = harness({
    tools: { get: { effect: "read" } },
    sinks: [consoleSink({ log: (entry) => void lines.push(entry) })],
  });
  await h.ok("get", { a: 1 }, 1);
  await h.call("get", { a: 2 }, [{ error: httpError(503) }, { value: 1 }]);
  await h.fail("get", { a: 3 }, httpError(404));
  await h.run.finish();
  expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "info: get ok after 2 attempts -> proceed",
    expect.stringMatching(/^warn: get not_found -> replan: /),
    expect.stringMatching(/^info: run .* ended: completed; 3 calls, 1 errors, 0 refused$/),
  ]);
});

test("successes too, if asked for", async () => {
  const lines: string[] = [];
  const h = harness({
    sinks: [consoleSink({ successes: true, log: ({ message }) => void lines.push(message) })],
  });
  await h.ok("get", {}, 1);
  expect(lines).toEqual(["get ok -> proceed"]);
});

test("a function is a sink", async () => {
  const records: TraceRecord[] = [];
  const h = harness({ sinks: [callbackSink((record) => void records.push(record))] });
  await h.ok("get", {}, 1);
  expect(records).toEqual(h.records);
});

test("a sink that fails is told of once per record, and the others get theirs", async () => {
  const h = harness({
    sinks: [
      {
        write: () => {
          throw new Error("full");
        },
      },
      { write: () => Promise.reject(new Error("gone")) },
    ],
  });
  await h.ok("get", {}, 1);
  await h.recovery.flush();
  const failed = h.events.flatMap((e) =>
    e.type === "sink_failed" ? [(e.error as Error).message] : [],
  );
  expect(failed.sort()).toEqual(["full", "gone"]);
  expect(h.records.length).toBe(1);
});

test("flush waits for what sinks are still writing", async () => {
  let written = false;
  const h = harness({
    sinks: [
      {
        write: () =>
          new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
            written = true;
          }),
      },
    ],
  });
  await h.ok("get", {}, 1);
  await h.recovery.flush();
  expect(written).toBe(true);
});
