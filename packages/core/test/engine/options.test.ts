import { describe, expect, test } from "vitest";
import {
  createRecovery,
  RecourseError,
  type RecoveryEvent,
  type RecoveryOptions,
  type RunOptions,
} from "../../src/index.ts";
import { harness } from "./support/harness.ts";

const wrong: readonly [string, unknown, RegExp][] = [
  ["an option that does not exist", { polcy: {} }, /no option `polcy`\. Did you mean `policy`\?/],
  [
    "a nested one",
    { policy: { retries: {} } },
    /no option `policy\.retries`\. It belongs under `policy\.retry` as `maxAttempts`/,
  ],
  [
    "a tool's",
    { tools: { get: { efect: "read" } } },
    /`tools\.get\.efect`\. Did you mean `effect`\?/,
  ],
  [
    "one that is near nothing",
    { xyzzy: 1 },
    /no option `xyzzy`\. The options here are mode, tools/,
  ],
  [
    "maxAttempts 0",
    { policy: { retry: { maxAttempts: 0 } } },
    /`policy\.retry\.maxAttempts` to be a whole number of at least 1.*got 0/,
  ],
  [
    "a limit under 1",
    { policy: { failedTurns: 0 } },
    /`policy\.failedTurns` to be a whole number of at least 1, or false, got 0/,
  ],
  ["a negative one", { policy: { errors: -3 } }, /`policy\.errors`.*got -3/],
  [
    "a repeats limit of 1",
    { policy: { repeats: { limit: 1 } } },
    /`policy\.repeats\.limit`.*at least 2/,
  ],
  ["NaN", { policy: { retry: { baseMs: Number.NaN } } }, /`policy\.retry\.baseMs`.*got NaN/],
  [
    "jitter over 1",
    { policy: { retry: { jitter: 2 } } },
    /`policy\.retry\.jitter`.*from 0 to 1, got 2/,
  ],
  [
    'effect "writes"',
    { tools: { get: { effect: "writes" } } },
    /`tools\.get\.effect`.*"read", "idempotent", "write", got "writes"/,
  ],
  ["a mode", { mode: "on" }, /`mode`.*"enforce", "observe", "off".*got "on"/],
  ["a mode of a part", { mode: { message: "off" } }, /`mode\.message`\. Did you mean `messages`\?/],
  ["a tool without a name", { tools: { "": {} } }, /tool without a name.*`defaults`/],
  [
    "a time-out of nothing",
    { tools: { get: { timeoutMs: 0 } } },
    /`tools\.get\.timeoutMs`.*more than 0/,
  ],
  [
    "a hook that is none",
    { tools: { get: { explain: "because" } } },
    /`tools\.get\.explain`.*a function, got "because"/,
  ],
  ["a sink that is none", { sinks: [{}] }, /`sinks\[0\]`.*write/],
  [
    "a tool that is to verify itself",
    { tools: { pay: { effect: "write", verify: "pay" } } },
    /`tools\.pay\.verify`.*another tool.*got "pay"/,
  ],
  ["pii", { redaction: { pii: ["mail"] } }, /`redaction\.pii\[0\]`.*"email", "phone", got "mail"/],
  [
    "retry of one kind of failure",
    { policy: { retry: { byErrorType: { auth: {} } } } },
    /byErrorType\.auth/,
  ],
];

test.each(wrong)(
  "%s gets one sentence that names it and says what to do",
  (_, options, message) => {
    const create = () => createRecovery(options as RecoveryOptions);
    expect(create).toThrow(RecourseError);
    expect(create).toThrow(message);
  },
);

describe("an unknown name", () => {
  test.each([
    [{ redaction: { literal: ["x"] } }, "`redaction.literal`. Did you mean `literals`?"],
    [{ wording: { errors: {} } }, "`wording.errors`. The options here are messages, userMessages"],
    [{ mode: { errors: "off" } }, "`mode.errors`. The options here are messages, retry, guards."],
    [{ runTimeoutMs: 5 }, "`runTimeoutMs`. It belongs under `recovery.run()`."],
    [{ retries: 3 }, "`retries`. It belongs under `policy.retry` as `maxAttempts`."],
    [{ policy: { maxRetries: 3 } }, "It belongs under `policy.retry` as `maxAttempts`."],
    [{ policy: { maxAttempts: 3 } }, "It belongs under `policy.retry`."],
    [{ tools: { t: { retries: 3 } } }, "It belongs under `tools.t.retry` as `maxAttempts`."],
  ])("of %j is told where it belongs", (options, message) => {
    expect(() => createRecovery(options as RecoveryOptions)).toThrow(message);
  });

  test.each([
    [{ policy: "strict" }, "`strictPolicy`"],
    [{ policy: { retry: 3 } }, "`retry: { maxAttempts: 3 }`"],
    [{ tools: { t: { retry: 3 } } }, "`retry: { maxAttempts: 3 }`"],
  ])("is not needed: the value of %j gets the one that is meant", (options, message) => {
    expect(() => createRecovery(options as unknown as RecoveryOptions)).toThrow(message);
  });

  test("of a run is its id, not its parent's", () => {
    const options = { runId: "1" } as unknown as RunOptions;
    expect(() => createRecovery().run(options)).toThrow("Did you mean `id`?");
  });
});

test("a snapshot that is null is called null", () => {
  expect(() => createRecovery().resume(null as never)).toThrow(/got null/);
});

test.each([
  [{ runTimeoutMs: -1 }, /`runTimeoutMs`.*got -1.*past/],
  [{ runTimeoutMs: 0 }, /`runTimeoutMs`/],
  [{ runTimeoutMs: Number.NaN }, /`runTimeoutMs`/],
  [{ mode: "of" }, /`mode`/],
  [{ id: "" }, /`id`/],
  [{ attributes: { a: {} } }, /`attributes\.a`/],
] as const)("a run with %j is refused with a sentence", (options, message) => {
  expect(() => createRecovery().run(options as unknown as RunOptions)).toThrow(message);
});

describe("odd settings that may be meant", () => {
  test.each([
    [
      'repeats: "allow" on a write',
      { effect: "write", repeats: "allow" },
      /`tools\.t` has repeats: "allow" on a write/,
    ],
    [
      "verify without a write",
      { effect: "read", verify: "get" },
      /`tools\.t` names a tool to verify with/,
    ],
  ] as const)("%s is warned about", (_, t, message) => {
    const h = harness({ tools: { t } });
    const warnings = h.events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
    expect(warnings).toEqual([expect.stringMatching(message)]);
  });
});

test("everything left out or undefined is fine", () => {
  expect(() => createRecovery()).not.toThrow();
  expect(() =>
    createRecovery({
      mode: undefined,
      tools: undefined,
      policy: { retry: undefined, errors: undefined },
    }),
  ).not.toThrow();
});

describe("a tool to verify with that there is not", () => {
  const warningsOf = (events: readonly RecoveryEvent[]) =>
    events.flatMap((event) => (event.type === "warning" ? [event.message] : []));

  test("is named once, when the run's tools are known, with the nearest one", async () => {
    const h = harness({ tools: { pay: { effect: "write", verify: "get_payments" } } });
    for (const turn of [0, 1]) {
      const availableTools = ["pay", "get_payment", "list_orders"];
      await h.ok("pay", { turn }, "paid", { turn, availableTools });
    }
    expect(warningsOf(h.events)).toEqual([
      expect.stringMatching(
        /^The tool "pay" is to be verified with "get_payments", which is not among the tools .* Did you mean "get_payment"\? Give the model/,
      ),
    ]);
  });

  test("is no matter where it is among them, or where nobody says what there is", async () => {
    const h = harness({ tools: { pay: { effect: "write", verify: "get_payment" } } });
    await h.ok("pay", { n: 1 }, "paid", { availableTools: ["pay", "get_payment"] });
    await h.ok("pay", { n: 2 }, "paid");
    expect(warningsOf(h.events)).toEqual([]);
  });

  test("is told of at once where it is nearly one that has settings", () => {
    const h = harness({
      tools: { pay: { effect: "write", verify: "get_paymnt" }, get_payment: { effect: "read" } },
    });
    expect(warningsOf(h.events)).toEqual([
      '`tools.pay.verify` names "get_paymnt", of which nothing is said under `tools`. Did you mean "get_payment"?',
    ]);
  });
});

describe("the settings of a tool", () => {
  test("exact name over pattern over what the adapter knows over the defaults", () => {
    const { recovery } = harness({
      defaults: { timeoutMs: 1, effect: "read", critical: true },
      tools: {
        "get_*": { timeoutMs: 3 },
        "get_order_*": { maxResultChars: 9 },
        get_order_1: { timeoutMs: 4 },
      },
    });
    const adapter = { timeoutMs: 2, effect: "idempotent" } as const;
    expect(recovery.toolOptions("other", adapter)).toMatchObject({
      timeoutMs: 2,
      effect: "idempotent",
      critical: true,
    });
    expect(recovery.toolOptions("get_x", adapter)).toMatchObject({
      timeoutMs: 3,
      effect: "idempotent",
    });
    expect(recovery.toolOptions("get_order_1", adapter)).toMatchObject({
      timeoutMs: 4,
      maxResultChars: 9,
    });
  });

  test("an undefined value does not hide one below it", () => {
    const { recovery } = harness({
      defaults: { effect: "read" },
      tools: { t: { effect: undefined } },
    });
    expect(recovery.toolOptions("t").effect).toBe("read");
  });

  test("a pattern's other characters are taken as they are", () => {
    const { recovery } = harness({ tools: { "a.b*": { effect: "read" } } });
    expect(recovery.toolOptions("a.b1").effect).toBe("read");
    expect(recovery.toolOptions("axb1").effect).toBeUndefined();
  });

  test("names that objects have anyway are names like any other", () => {
    const { recovery } = harness({ tools: { ["toString"]: { effect: "read" as const } } });
    expect(recovery.toolOptions("toString").effect).toBe("read");
    expect(recovery.toolOptions("constructor").effect).toBeUndefined();
    expect(recovery.toolOptions("__proto__").effect).toBeUndefined();
  });
});

test("without a listener a warning goes to the console, once", async ({ onTestFinished }) => {
  const said: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void said.push(text);
  onTestFinished(() => {
    console.warn = warn;
  });
  const run = createRecovery().run();
  for (const turn of [0, 1]) {
    await run.call({ id: "a", tool: "quirk", args: { turn }, turn }, () => 1);
  }
  expect(said).toEqual([
    expect.stringMatching(/^\[recourse\] The tool "quirk" declares no effect/),
  ]);
});
