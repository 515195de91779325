import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSnapshots } from "../../src/adapter.ts";
import type { RecoveryEvent, RecoveryOptions, RunSnapshot, TraceRecord } from "../../src/index.ts";
import { consoleSink } from "../../src/index.ts";
import {
  fateOf,
  newRecovery,
  play,
  RUNS,
  type Step,
  scripts,
  scriptTools,
} from "./support/script.ts";

const LIMIT_MS = 300_000;

/** Fails with the seed and the path by which fast-check finds the case again. */
function always<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(arbitrary, holds), { numRuns: RUNS });
}

const boom = (): never => {
  throw new Error("boom");
};

describe("what users plug in", () => {
  const plug = fc.subarray(
    [
      "sink",
      "asyncSink",
      "onEvent",
      "onHalt",
      "onEscalate",
      "classify",
      "explain",
      "enumerate",
      "isEmpty",
      "describeEmpty",
      "tokenizer",
    ],
    { minLength: 1 },
  );

  const spoil = (plugs: readonly string[]): RecoveryOptions => {
    const has = (name: string): boolean => plugs.includes(name);
    const hooks = ["classify", "explain", "enumerate", "isEmpty", "describeEmpty"].filter(has);
    return {
      sinks: [
        ...(has("sink") ? [{ write: boom }] : []),
        ...(has("asyncSink") ? [{ write: async () => boom() }] : []),
      ],
      onEvent: has("onEvent") ? boom : () => {},
      ...(has("onHalt") ? { onHalt: boom } : {}),
      ...(has("onEscalate") ? { onEscalate: boom } : {}),
      ...(has("tokenizer") ? { tokenizer: boom } : {}),
      defaults: Object.fromEntries(hooks.map((hook) => [hook, boom])),
    };
  };

  test(
    "never breaks a call by throwing, and changes no decision",
    () =>
      always(fc.tuple(scripts(), plug), async ([script, plugs]) => {
        const clean = await play(script);
        const spoiled = await play(script, { options: spoil(plugs) });
        const decisions = ({ traces }: typeof clean) =>
          traces.map(({ executed, outcome }) => [executed, outcome.ok, outcome.record.decision]);
        expect(decisions(spoiled)).toEqual(decisions(clean));
        expect(spoiled.stopReason).toBe(clean.stopReason);
      }),
    LIMIT_MS,
  );

  /** Values that break when they are looked at; made late, since fast-check looks at them too. */
  const makers: readonly (() => unknown)[] = [
    () => new Proxy({}, { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom }),
    () => Object.defineProperty({}, "message", { get: boom, enumerable: true }),
    () => ({ toString: boom, toJSON: boom, message: "x" }),
    () => Object.assign(new Error("x"), { cause: new Proxy({}, { get: boom }) }),
  ];
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withNullPrototype: true,
  });
  const hostile = fc.oneof(
    fc.constantFrom(...makers),
    anything.map((value) => () => value),
  );

  test(
    "whatever is thrown, returned or sent as arguments, a call gives an outcome",
    () =>
      always(fc.tuple(hostile, hostile, fc.boolean()), async ([makeGiven, makeArgs, thrown]) => {
        const given = makeGiven();
        const args = makeArgs();
        const run = newRecovery().run();
        const pending = run.call({ id: "a", tool: "undeclared", args, turn: 0 }, () => {
          if (thrown) throw given;
          return given;
        });
        const isPromise =
          !thrown && typeof given === "object" && given !== null && isThenable(given);
        if (isPromise) return;
        const outcome = await pending;
        expect(typeof outcome.content).toBe("string");
        expect(typeof run.report().text).toBe("string");
        expect(() => JSON.stringify(run)).not.toThrow();
      }),
    LIMIT_MS,
  );
});

function isThenable(value: object): boolean {
  try {
    return typeof (value as { then?: unknown }).then === "function";
  } catch {
    return true;
  }
}

describe("secrets", () => {
  const hex = fc.stringMatching(/^[A-Za-z0-9]{32}$/);
  /** Joined at run time, so that no file holds what looks like a secret. */
  const secret = fc.oneof(
    hex.map((text) => `${["sk", "proj"].join("-")}-${text}`),
    hex.map((text) => `${["gh", "p_"].join("")}${text}abcd`),
    hex.map((text) => `literal/${text}`),
  );
  const place = fc.constantFrom(
    "message",
    "cause",
    "header",
    "args",
    "returned",
    "fault",
    "detail",
  );

  test(
    "are in no failure text, record, event, log or report",
    () =>
      always(fc.tuple(secret, place), async ([key, where]) => {
        const records: TraceRecord[] = [];
        const events: RecoveryEvent[] = [];
        const lines: string[] = [];
        const recovery = newRecovery({
          recordArgs: true,
          onEvent: (event) => void events.push(event),
          sinks: [
            { write: (record) => void records.push(record) },
            consoleSink({ log: ({ message }) => void lines.push(message) }),
          ],
        });
        const run = recovery.run({ literals: [key] });
        const args = where === "args" ? { token: key, url: `https://x.test/?key=${key}` } : {};
        const outcome = await run.call({ id: "a", tool: "pay", args, turn: 0 }, () => {
          if (where === "returned") return { ok: false, error: `bad key ${key}` };
          const error = new Error(where === "message" ? `denied for ${key}` : "denied");
          if (where === "cause") error.cause = new Error(`token=${key}`);
          if (where === "header")
            Object.assign(error, { config: { headers: { authorization: `Bearer ${key}` } } });
          if (where === "fault")
            Object.assign(error, { response: { status: 400, data: { message: `key ${key}` } } });
          throw error;
        });
        run.stop(where === "detail" ? `stopped: ${key}` : undefined);
        await run.finish();
        const written = JSON.stringify([
          outcome.content,
          outcome.userMessage,
          outcome.record,
          records,
          events.map((event) => ({ ...event, error: undefined })),
          lines,
          run.report(),
          run.halt,
        ]);
        expect(written).not.toContain(key);
        expect(written).not.toContain(JSON.stringify(key).slice(1, -1));
      }),
    LIMIT_MS,
  );

  test(
    "or anything else in a successful result stay as they are, byte for byte",
    () =>
      always(fc.tuple(fc.string({ unit: "binary" }), secret), async ([text, key]) => {
        const value = `x${text}${key}`;
        const outcome = await newRecovery()
          .run()
          .call({ id: "a", tool: "read", args: {}, turn: 0 }, () => value);
        expect(outcome).toMatchObject({ ok: true, intervened: false });
        expect(outcome.content).toBe(value);
        expect(outcome.value).toBe(value);
      }),
    LIMIT_MS,
  );
});

describe.each(["observe", "off"] as const)("mode %s", (mode) => {
  /** What a framework sees of a tool that nobody wraps. */
  const bare = async (step: Step): Promise<unknown> => {
    try {
      return { value: fateOf(step) };
    } catch (error) {
      return { thrown: String(error) };
    }
  };

  test(
    "the framework behaves as if we were not there",
    () =>
      always(scripts(), async (script) => {
        const run = newRecovery({ mode }).run();
        for (const [turn, steps] of script.entries()) {
          for (const [index, step] of steps.entries()) {
            const args = { n: step.args };
            let got: unknown;
            let contextSignal: AbortSignal | undefined;
            const seen = await run
              .call({ id: step.id ?? "", tool: step.tool, args, turn, index }, (given, context) => {
                got = given;
                contextSignal = context.signal;
                return fateOf(step);
              })
              .then(
                (outcome) => ({ value: outcome.value, intervened: outcome.intervened }),
                (error: unknown) => ({ thrown: String(error) }),
              );
            const expected = await bare(step);
            const plain = "value" in seen ? { value: seen.value } : seen;
            expect(plain).toEqual(expected);
            if ("intervened" in seen) expect(seen.intervened).toBe(false);
            expect(got).toBe(args);
            expect(contextSignal?.aborted).toBe(false);
          }
        }
        expect(run.closeTurn()).toBeUndefined();
        expect(run.halt).toBeUndefined();
      }),
    LIMIT_MS,
  );
});

test(
  "merging snapshots is idempotent and commutative, and a record merged twice changes nothing",
  () =>
    always(fc.tuple(scripts({ ids: false }), fc.nat(11), fc.nat(11)), async ([script, a, b]) => {
      const at = async (turns: number): Promise<RunSnapshot> => {
        const { run } = await play(script.slice(0, 1 + (turns % script.length)), {
          options: { tools: scriptTools },
        });
        return JSON.parse(JSON.stringify(run)) as RunSnapshot;
      };
      const [one, two] = [await at(a), await at(b)];
      const merged = mergeSnapshots(one, two);
      expect(mergeSnapshots(two, one)).toEqual(merged);
      expect(mergeSnapshots(merged, one)).toEqual(merged);
      expect(mergeSnapshots(merged, two)).toEqual(merged);
      expect(mergeSnapshots(merged, merged)).toEqual(merged);
    }),
  LIMIT_MS,
);
