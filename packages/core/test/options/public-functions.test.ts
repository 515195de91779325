import { describe, expect, test } from "vitest";
import * as adapter from "../../src/adapter.ts";
import * as classifying from "../../src/classify.ts";
import * as core from "../../src/index.ts";
import * as node from "../../src/node.ts";
import * as redacting from "../../src/redact.ts";

/** What somebody without types passes by mistake. */
const MISTAKES: readonly unknown[] = [
  undefined,
  null,
  "text",
  "",
  Number.NaN,
  -1,
  true,
  [],
  [null],
  {},
  { xyzzy: 1 },
  () => {},
  Symbol("s"),
  10n,
  Promise.resolve(1),
];

type Anything = (...args: never[]) => unknown;

const run = () => core.createRecovery({ onEvent: () => {} }).run() as unknown as Methods;
type Methods = Record<string, Anything>;

const method = (name: string, ...before: unknown[]): [string, Anything] => [
  `run.${name}(${before.map(() => "…, ").join("")}?)`,
  (...args: never[]) => {
    const one = run();
    return (one[name] as Anything).call(one, ...(before as never[]), ...args);
  },
];

const call = { id: "1", tool: "t", args: {}, turn: 0 };

const functions: readonly [string, Anything][] = [
  ...Object.entries({ ...core, ...classifying, ...redacting, ...node } as Record<string, unknown>)
    .filter((entry): entry is [string, Anything] => typeof entry[1] === "function")
    .filter(
      ([name]) =>
        !/^(?:MetricsBuilder|ToolFault|RecourseError|isFailure|isRefusal|isResult)$/.test(name),
    ),
  ["new ToolFault", (init) => new core.ToolFault(init)],
  ["ToolFault.notFound", (text) => core.ToolFault.notFound(text)],
  ["MetricsBuilder.add", (record) => new core.MetricsBuilder().add(record)],
  ["isRetryable(e, ?)", (options) => core.isRetryable(new Error("e"), options)],
  ["classify(e, ?)", (context) => core.classify(new Error("e"), context)],
  ["classifyReturned(v, ?)", (context) => classifying.classifyReturned({ ok: false }, context)],
  ["withRecovery(tool, ?)", (options) => core.withRecovery({}, options)],
  ["redact(text, ?)", (options) => core.redact("a text", options)],
  ["redactValue(value, ?)", (redactor) => redacting.redactValue({ a: "b" }, redactor)],
  ["replay([], ?)", (policy) => core.replay([], policy)],
  ["jsonlSink(path, ?)", (options) => node.jsonlSink("trace.jsonl", options)],
  ["createRecovery().run", (options) => core.createRecovery().run(options)],
  ["createRecovery().resume", (snapshot) => core.createRecovery().resume(snapshot)],
  ["createRecovery().liveRun", (id) => core.createRecovery().liveRun(id)],
  ["createRecovery().toolOptions", (name) => core.createRecovery().toolOptions(name)],
  [
    "createRecovery().warnOnce",
    (code) => core.createRecovery({ onEvent: () => {} }).warnOnce(code, code),
  ],
  method("call"),
  method("call", call),
  method("stream"),
  method("stream", call),
  method("preflight"),
  method("settle"),
  method("settle", call),
  method("recordExternal"),
  method("recordExternal", call),
  method("stop"),
  method("child"),
  method("finish"),
  method("restore"),
  [
    "extendRecovery",
    (recovery) => adapter.extendRecovery(recovery, { framework: "f", extend: (r) => r }),
  ],
  ["validateArguments", (schema) => adapter.validateArguments(schema, {})],
  ["unwrapArguments", (args) => adapter.unwrapArguments(args)],
  ["readRecoveryOptions", (tool) => adapter.readRecoveryOptions(tool)],
  ["callContext", (carrier) => adapter.callContext(carrier)],
  ["toJsonText", (value) => adapter.toJsonText(value)],
  ["canonicalJson", (value) => adapter.canonicalJson(value)],
];

/** What is given back or thrown, promises and generators driven to their end. */
async function outcomeOf(act: () => unknown): Promise<unknown> {
  try {
    const given = await act();
    const next = (given as { next?: () => unknown } | null | undefined)?.next;
    if (typeof next === "function") await next.call(given);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("a mistake is answered by us, not by a TypeError from our inside", () => {
  test.each(functions)("%s", async (_, act) => {
    for (const mistake of MISTAKES) {
      const thrown = await outcomeOf(() => act(mistake as never));
      if (thrown !== undefined) expect(thrown).toBeInstanceOf(core.RecourseError);
    }
  });
});

describe("the answer names the function and the option, and says what to do", () => {
  const sentences: readonly [string, () => unknown, RegExp][] = [
    [
      "no tool to put settings on",
      () => core.withRecovery(undefined as never, {}),
      /^withRecovery\(\): expected `tool` to be a tool, which is an object or a function, got undefined\.$/,
    ],
    [
      "a misspelt setting",
      () => core.withRecovery({}, { efect: "read" } as never),
      /^withRecovery\(\): there is no option `efect`\. Did you mean `effect`\?$/,
    ],
    [
      "a word in another case",
      () => core.withRecovery({}, { effect: "Write" as never }),
      /got "Write"\. Did you mean "write"\?$/,
    ],
    [
      "a setting one level too high",
      () => core.withRecovery({}, { maxAttempts: 3 } as never),
      /no option `maxAttempts`\. It belongs under `retry`\.$/,
    ],
    [
      "a tool's setting among those of all",
      () => core.createRecovery({ timeoutMs: 5 } as never),
      /no option `timeoutMs`\. It belongs under `defaults` or `tools\.<name>`\.$/,
    ],
    [
      "a limit outside of the policy",
      () => core.createRecovery({ retry: false } as never),
      /no option `retry`\. It belongs under `policy`\.$/,
    ],
    [
      "a controller in place of its signal",
      () => core.createRecovery().run({ signal: new AbortController() as never }),
      /`signal` to be an AbortSignal, got an object\. Of an AbortController, pass its `signal`\.$/,
    ],
    [
      "an option that a run has not",
      () => core.createRecovery().run({ runTimeout: 5 } as never),
      /^run\(\): there is no option `runTimeout`\. Did you mean `runTimeoutMs`\?$/,
    ],
    [
      "a promise that was not awaited",
      () => core.createRecovery(Promise.resolve({}) as never),
      /got a promise; await it first\.$/,
    ],
    [
      "a template for an error type that there is not",
      () => core.createRecovery({ wording: { messages: { notfound: () => ({}) } as never } }),
      /no option `wording\.messages\.notfound`\. Did you mean `not_found`\?$/,
    ],
    [
      "files of no bytes",
      () => node.jsonlSink("trace.jsonl", { maxBytes: 0 }),
      /^jsonlSink\(\): expected `maxBytes` to be a whole number of at least 1, got 0\. Leave it out/,
    ],
    [
      "a logger as it is",
      () => core.consoleSink((() => {}) as never),
      /^consoleSink\(\): expected `options` to be an object, got a function\.$/,
    ],
    [
      "a list of records in place of the records",
      () => core.replay(['{"schema":"recourse.call/1"}'] as never),
      /^replay\(\): expected `record` to be a record.*got "\{.*parse each line with JSON\.parse\.$/,
    ],
    [
      "a policy for replay",
      () => core.replay([], { failedTurn: 3 } as never),
      /^replay\(\): there is no option `policy\.failedTurn`\. Did you mean `policy\.failedTurns`|`failedTurns`/,
    ],
    [
      "a rule without a test",
      () => classifying.classifier({ rules: [{ name: "w" }] as never }),
      /^classifier\(\): expected `rules\[0\]\.match` to be a function, got undefined\. A rule has/,
    ],
    [
      "a rule that gives a type that there is not",
      () => classifying.classifier({ rules: [{ name: "w", codes: { W1: "notfound" } }] as never }),
      /`rules\[0\]\.codes\.W1` to be an error type.*got "notfound"\. Did you mean "not_found"\?$/,
    ],
    [
      "an error in place of a text",
      () => core.redact(new Error("x") as never),
      /^redact\(\): expected `text` to be a text, got an object\. For values of other shapes/,
    ],
    [
      "one name in place of a list",
      () => redacting.literalsFromEnvironment("API_KEY" as never),
      /^literalsFromEnvironment\(\): expected `names` to be an array, got "API_KEY"\.$/,
    ],
    [
      "a fault of a type that there is not",
      () => new core.ToolFault({ errorType: "missing" as never }),
      /^new ToolFault\(\): expected `errorType` to be one of "timeout", .*got "missing"\.$/,
    ],
    [
      "an end for a reason that there is not",
      () =>
        core
          .createRecovery()
          .run()
          .finish("complete" as never),
      /^run\.finish\(\): expected `reason` to be one of .*Did you mean "completed"\?$/,
    ],
    [
      "a call without a tool",
      () =>
        core
          .createRecovery()
          .run()
          .call({ name: "t" } as never, () => 1),
      /^run\.call\(\): expected `tool` to be the tool's name, got undefined\. A call is `\{ id, tool, args, turn \}`\.$/,
    ],
    [
      "a call without a function",
      () =>
        core
          .createRecovery()
          .run()
          .call(call, undefined as never),
      /^run\.call\(\): expected the second argument to be the function that runs the tool, got undefined\./,
    ],
    [
      "a result that is none",
      () =>
        core
          .createRecovery()
          .run()
          .recordExternal(call, "tea" as never),
      /^run\.recordExternal\(\): expected the second argument to be `\{ value \}` or `\{ error \}`, got "tea"\./,
    ],
  ];
  test.each(sentences)("%s", async (_, act, sentence) => {
    const thrown = await outcomeOf(act);
    expect(thrown).toBeInstanceOf(core.RecourseError);
    expect((thrown as Error).message).toMatch(sentence);
  });
});

test("no message shows a literal that is to be redacted", async () => {
  for (const literals of ["hunter2", ["hunter2", { hunter2: 1 }], [["hunter2"]]]) {
    for (const act of [
      () => core.createRecovery({ redaction: { literals: literals as never } }),
      () => core.createRecovery().run({ literals: literals as never }),
      () => redacting.createRedactor({ literals: literals as never }),
    ]) {
      const thrown = (await outcomeOf(act)) as Error;
      expect(thrown).toBeInstanceOf(core.RecourseError);
      expect(thrown.message).not.toContain("hunter2");
    }
  }
});

test("a fault takes its message as a text too", () => {
  const fault = core.ToolFault.notFound("No order 17.");
  expect([fault.errorType, fault.message]).toEqual(["not_found", "No order 17."]);
});

test("a call whose id is no text is executed, and its record has one", async () => {
  const one = core.createRecovery({ onEvent: () => {} }).run();
  const ids = [];
  for (const id of [7, undefined, null, {}]) {
    const { record } = await one.call({ ...call, id: id as never }, () => "tea");
    ids.push(record.callId);
  }
  expect(ids).toEqual(["7", "", "", ""]);
});

test("the host's options are checked by the same room in an adapter", () => {
  const { checkToolOptions, checkFields, kinds } = adapter;
  const more = { recovery: kinds.recovery };
  const check = (settings: unknown) =>
    checkToolOptions("", settings, { of: "recoverTool()" }, more);
  expect(check({ effect: "read", recovery: core.createRecovery() })).toEqual([]);
  expect(() => check({ effekt: "read" })).toThrow(/^recoverTool\(\): .*Did you mean `effect`\?$/);
  expect(() => check({ recovery: {} })).toThrow(
    /`recovery` to be what createRecovery\(\) returned/,
  );
  expect(() => checkFields("halt", { limit: 0 }, { limit: kinds.whole(1) })).toThrow(
    /`halt\.limit`/,
  );
});
