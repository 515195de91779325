import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  consoleSink,
  createRecovery,
  type RecoveryEvent,
  type RecoveryOptions,
  type ToolCall,
  type ToolOptions,
} from "../../src/index.ts";
import { fakeClock } from "./support/fake-clock.ts";

/** A function of the user's that should answer at once, and gives a promise that rejects. */
// biome-ignore lint/suspicious/noExplicitAny: what no type would let through
const rejecting = async (): Promise<any> => {
  throw new Error("asynchronous");
};

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => {
  process.off("unhandledRejection", note);
});

async function outcomeWith(
  given: {
    readonly tool?: ToolOptions;
    readonly call?: Partial<ToolCall>;
    readonly options?: RecoveryOptions;
  },
  error?: unknown,
) {
  const warnings: string[] = [];
  const onEvent = (event: RecoveryEvent): void => {
    if (event.type === "warning") warnings.push(event.code);
  };
  const recovery = createRecovery({
    onEvent,
    ...given.options,
    clock: fakeClock(),
    tools: { get: { effect: "read", ...given.tool } },
  });
  const run = recovery.run();
  const outcomes = [];
  for (const id of ["a", "b"]) {
    const call = { id, tool: "get", args: { id }, turn: 0, ...given.call };
    outcomes.push(
      await run.call(call, async () => {
        if (error !== undefined) throw error;
        return { found: 1 };
      }),
    );
  }
  await run.finish();
  await recovery.flush();
  await turn();
  await turn();
  return { texts: outcomes.map(({ ok, content }) => ({ ok, content })), warnings };
}

const unavailable = (): Error => Object.assign(new Error("Service Unavailable"), { status: 503 });

describe("a promise where a plain value is wanted is ignored, with one warning by name", () => {
  const hooks: readonly (readonly [string, Parameters<typeof outcomeWith>[0], boolean])[] = [
    ["classify", { tool: { classify: rejecting as never } }, true],
    ["isEmpty", { tool: { isEmpty: rejecting as never } }, false],
    ["tokenizer", { options: { tokenizer: rejecting as never } }, true],
    ["format", { call: { format: rejecting as never } }, false],
    ["returnedFailure", { call: { returnedFailure: rejecting as never } }, false],
    ["passThrough", { call: { passThrough: rejecting as never } }, true],
    ["mayRepeat", { call: { mayRepeat: rejecting as never } }, true],
  ];
  test.each(hooks)("%s", async (name, given, fails) => {
    const error = fails ? unavailable() : undefined;
    const without = await outcomeWith({}, error);
    const { texts, warnings } = await outcomeWith(given, error);
    expect(texts).toEqual(without.texts);
    expect(warnings).toEqual([`promise_ignored: ${name}`]);
    expect(unhandled).toEqual([]);
  });

  test("describeEmpty, where the result is empty", async () => {
    const isEmpty = () => true;
    const without = await outcomeWith({ tool: { isEmpty } });
    const { texts, warnings } = await outcomeWith({
      tool: { isEmpty, describeEmpty: rejecting as never },
    });
    expect(texts).toEqual(without.texts);
    expect(warnings).toEqual(["promise_ignored: describeEmpty"]);
    expect(unhandled).toEqual([]);
  });
});

test("a listener that is asynchronous and fails is none of a call's business", async () => {
  const { texts } = await outcomeWith({ options: { onEvent: rejecting } }, unavailable());
  expect(texts.map(({ ok }) => ok)).toEqual([false, false]);
  expect(unhandled).toEqual([]);
});

test("a logger that is asynchronous and fails is reported as its sink's failure", async () => {
  const failures: RecoveryEvent[] = [];
  const onEvent = (event: RecoveryEvent): void => {
    if (event.type === "sink_failed") failures.push(event);
  };
  const sinks = [consoleSink({ log: rejecting })];
  await outcomeWith({ options: { onEvent, sinks } }, unavailable());
  expect(failures).toHaveLength(3);
  expect(unhandled).toEqual([]);
});

test("hooks that may be asynchronous may give any library's promise", async () => {
  const enumerate = () => {
    const names = Promise.resolve(["alpha", "beta"]);
    // biome-ignore lint/suspicious/noThenProperty: what a promise of another library is
    return { then: names.then.bind(names) } as Promise<string[]>;
  };
  const error = Object.assign(new Error("no alpa"), { status: 404 });
  const { texts } = await outcomeWith(
    { tool: { enumerate }, call: { args: { name: "alpa" } } },
    error,
  );
  expect(texts[0]?.content).toContain("alpha");
});
