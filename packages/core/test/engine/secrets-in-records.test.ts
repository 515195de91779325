import { describe, expect, test } from "vitest";
import {
  consoleSink,
  createRecovery,
  type RecoveryEvent,
  type RecoveryOptions,
  ToolFault,
} from "../../src/index.ts";
import { fakeClock } from "./support/fake-clock.ts";
import { httpError } from "./support/harness.ts";

const SECRET = ["sk", "proj", "Zb9".repeat(16)].join("-");
const LITERAL = ["winter", "harbour", "93"].join("-");

/** Everything that a recovery tells anybody. */
function told(options: RecoveryOptions = {}) {
  const said: unknown[] = [];
  const recovery = createRecovery({
    redaction: { literals: [LITERAL] },
    ...options,
    sinks: [
      { write: (record) => void said.push(record) },
      consoleSink({ log: ({ message }) => void said.push(message) }),
    ],
    onEvent: (event) => void said.push(event),
  });
  return { recovery, text: () => JSON.stringify(said) };
}

const object = (properties: Record<string, unknown>) => ({
  type: "object",
  properties,
  additionalProperties: false,
});

describe("no secret is in a record, an event, a log line or a report", () => {
  test.each([SECRET, LITERAL, `${"x".repeat(50)}${LITERAL}`])(
    "where it is a key that the tool does not know",
    async (key) => {
      const schema = object({ id: { type: "string" } });
      const { recovery, text } = told({ tools: { get: { effect: "read", schema } } });
      const run = recovery.run();
      for (const turn of [0, 1, 2]) {
        const call = { id: "a", tool: "get", args: { [key]: turn }, turn };
        const { content } = await run.call(call, () => 1);
        expect(content).not.toContain(key.slice(-10));
        expect(content).toContain('"invalid_args"');
      }
      expect(run.report().text).not.toContain(key.slice(-10));
      expect(text()).not.toContain(key.slice(-10));
      expect(JSON.stringify(run)).not.toContain(key.slice(-10));
    },
  );

  test("where the model calls a tool by it, however often", async () => {
    const { recovery, text } = told();
    const run = recovery.run();
    for (const turn of [0, 1, 2, 3]) {
      const call = { id: "a", tool: `get ${SECRET}`, args: { turn }, turn };
      await run.call({ ...call, availableTools: ["get"] }, () => 1);
      run.settle(
        { ...call, index: 1 },
        ToolFault.unknownTool({ message: "There is no such tool" }),
      );
    }
    await run.finish();
    expect(run.report().text).not.toContain(SECRET);
    expect(text()).not.toContain(SECRET);
    expect(text()).toContain("get [REDACTED]");
  });

  test("where it is an id, an attribute, an agent's name or a warning", async () => {
    const { recovery, text } = told();
    const attributes = { tenant: LITERAL, apiToken: "abcd", seat: 3 };
    const run = recovery.run({ agent: `support ${SECRET}`, model: LITERAL, attributes });
    const call = { id: `call ${SECRET}`, tool: "get", args: {}, turn: 0 };
    await run.call(call, () => {
      throw new Error("no");
    });
    await run.finish();
    for (const secret of [SECRET, LITERAL, "abcd"]) {
      expect(run.report().text).not.toContain(secret);
      expect(text()).not.toContain(secret);
    }
    expect(text()).toContain('"seat":3');
  });
});

/** A run in which everything happens that there is an event for. */
async function everyEvent(id: string) {
  const events: RecoveryEvent[] = [];
  const recovery = createRecovery({
    clock: fakeClock(),
    redaction: { literals: [LITERAL] },
    policy: { failedTurns: 12, repairs: 0 },
    onEvent: (event) => void events.push(event),
    onHalt: () => {
      throw new Error("an engine_error");
    },
    sinks: [
      {
        write: () => {
          throw new Error("a sink_failed");
        },
      },
    ],
    defaults: { effect: "read", timeoutMs: 10, retry: { maxAttempts: 2 } },
    tools: { put: { verify: "get" } },
  });
  const run = recovery.run();
  const at = (turn: number, args: unknown = { turn }) => ({
    id,
    tool: "get",
    args,
    turn,
    index: 0,
  });
  const late = { resolve: (_: unknown) => {} };
  await run.call(at(0), (_, { attempt }) =>
    attempt === 1 ? new Promise((resolve) => Object.assign(late, { resolve })) : "tea",
  );
  run.settle(at(0), ToolFault.notFound());
  const same = () => {
    throw httpError(404);
  };
  for (const turn of [1, 2, 3]) await run.call(at(turn, {}), same);
  for (const turn of [4, 5]) run.settle(at(turn), ToolFault.invalidArgs());
  await run.call(at(6), () => {
    throw ToolFault.corruptState();
  });
  late.resolve("late");
  await new Promise((resolve) => setImmediate(resolve));
  await run.finish();
  return events;
}

test("every kind of event shows a call as its record does", async () => {
  const events = await everyEvent(`call ${SECRET}`);
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
    "call_settled",
    "duplicate_result",
    "engine_error",
    "escalated",
    "halted",
    "late_settlement",
    "refused",
    "retry_scheduled",
    "run_finished",
    "sink_failed",
    "warning",
  ]);
  expect(JSON.stringify(events)).not.toContain(SECRET);
  const shown = events.flatMap((event) => ("callId" in event ? [event.callId] : []));
  expect(new Set(shown)).toEqual(new Set(["call [REDACTED]"]));
});

describe("what is known stays as it is", () => {
  test("the name of a tool that exists", async () => {
    const { recovery, text } = told({ tools: { [`get_${LITERAL}`]: { effect: "read" } } });
    const run = recovery.run();
    const call = { id: "a", tool: `get_${LITERAL}`, args: {}, turn: 0 };
    const { record } = await run.call(call, () => 1);
    expect(record.tool).toBe(`get_${LITERAL}`);
    expect(text()).toContain(`"tool":"get_${LITERAL}"`);
  });

  test.each(["call_Ab12Cd34Ef56Gh78Ij90Kl12", "0f8fad5b-d9cb-469f-a165-70867728950e", "", "7"])(
    "the id %s",
    async (id) => {
      const { recovery } = told();
      const { record } = await recovery.run().call({ id, tool: "get", args: {}, turn: 0 }, () => 1);
      expect(record.callId).toBe(id);
    },
  );
});
