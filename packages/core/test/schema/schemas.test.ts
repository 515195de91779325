import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createRecovery, type Observation, type Run, type TraceRecord } from "../../src/index.ts";
import {
  callRecordSchema,
  jsonSchemas,
  observationSchema,
  parseObservation,
  runRecordSchema,
  runSnapshotSchema,
  traceRecordSchema,
} from "../../src/schema.ts";

const folder = new URL("../../schemas/", import.meta.url);
const shipped = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

/** A run with one call of each kind, and what it wrote. */
async function traced(): Promise<{ run: Run; records: TraceRecord[]; contents: string[] }> {
  const records: TraceRecord[] = [];
  const run = createRecovery({
    onEvent: () => undefined,
    recordArgs: true,
    successText: "envelope",
    model: "m",
    attributes: { tenant: "a", beta: true },
    sinks: [{ write: (record) => void records.push(record) }],
  }).run({ id: "run-1" });
  const contents: string[] = [];
  const call = async (turn: number, tool: string, execute: () => unknown): Promise<void> => {
    contents.push((await run.call({ id: `${turn}`, tool, args: { turn }, turn }, execute)).content);
  };
  await call(0, "works", () => ({ n: 1 }));
  await call(1, "finds_nothing", () => []);
  await call(2, "fails", () => {
    throw Object.assign(new Error("no"), { status: 404 });
  });
  return { run, records, contents };
}

describe("the shipped JSON Schemas", () => {
  it("are those that the zod schemas give (`pnpm --filter @recourse/core schemas` writes them)", () => {
    const made = jsonSchemas();
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(made)
        .map((name) => `${name}.json`)
        .sort(),
    );
    for (const [name, document] of Object.entries(made)) expect(shipped(name)).toEqual(document);
  });

  it("accept what a run writes", async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const { run, records, contents } = await traced();
    const snapshot: unknown = JSON.parse(JSON.stringify(run));
    await run.finish();
    const check = (name: string, value: unknown): void => {
      const validate = ajv.compile(shipped(name) as object);
      expect({
        fits: validate(JSON.parse(JSON.stringify(value))),
        errors: validate.errors,
      }).toEqual({ fits: true, errors: null });
    };
    for (const content of contents) check("observation", JSON.parse(content));
    for (const record of records)
      check(record.schema === "recourse.run/1" ? "run-record" : "call-record", record);
    check("run-snapshot", snapshot);
    expect(records.map(({ schema }) => schema)).toEqual([
      ...Array.from({ length: 3 }, () => "recourse.call/1"),
      "recourse.run/1",
    ]);
  });
});

describe("the zod schemas", () => {
  it("read records, snapshots and envelopes back unchanged", async () => {
    const { run, records, contents } = await traced();
    const snapshot = JSON.parse(JSON.stringify(run)) as unknown;
    await run.finish();
    for (const record of records) {
      const json = JSON.parse(JSON.stringify(record)) as unknown;
      expect(traceRecordSchema.parse(json)).toEqual(json);
    }
    expect(runSnapshotSchema.parse(snapshot)).toEqual(snapshot);
    for (const content of contents) {
      expect(observationSchema.parse(JSON.parse(content))).toEqual(parseObservation(content));
    }
  });

  it("let further keys of a record through and reject a wrong word", async () => {
    const { records } = await traced();
    const record = { ...records[0], newKey: 1 };
    expect(callRecordSchema.parse(record)).toHaveProperty("newKey", 1);
    expect(callRecordSchema.safeParse({ ...record, decision: "shrug" }).success).toBe(false);
    expect(runRecordSchema.safeParse(record).success).toBe(false);
  });
});

describe("parseObservation", () => {
  it("reads an envelope back", () => {
    const observation: Observation = {
      ok: false,
      error_type: "auth",
      retryable: false,
      message: "No.",
    };
    expect(parseObservation(JSON.stringify(observation))).toEqual(observation);
  });

  it.each([
    '{"ok":true,"items":[1]}',
    '{"ok":false,"message":"no type"}',
    '{"ok":"yes"}',
    '{"ok":false,"error_type":"shrug"}',
    '{"ok":false',
    "ok",
    undefined,
    17,
  ])("takes %s for something else", (text) => {
    expect(parseObservation(text)).toBeUndefined();
  });
});
