import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeEmpty, composeFailure, composeSuccess } from "../../src/observation/compose.ts";
import type { ComposeSettings, FailureInput } from "../../src/observation/composed.ts";
import { toJsonText } from "../../src/observation/to-json-text.ts";
import { resolveWording } from "../../src/observation/wording.ts";
import { redact } from "../../src/redact/redact.ts";
import { ERROR_TYPES, type ErrorType } from "../../src/vocabulary.ts";

const settings: ComposeSettings = { wording: resolveWording(), redact };
const ORDER = ["ok", "data", "error_type", "retryable", "message", "attempts", "outcome"];
const TYPES = Object.keys(ERROR_TYPES) as ErrorType[];
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Stands for an object whose every property throws, which the generator itself cannot hold. */
const HOSTILE = "a hostile object";
const real = (value: unknown): unknown => (value === HOSTILE ? throwing() : value);

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: true,
});
const thrown = fc.oneof(
  anything,
  fc.string({ unit: "binary" }).map((message) => new Error(message)),
  fc.record({
    message: anything,
    code: anything,
    status: anything,
    cause: anything,
    response: anything,
  }),
  fc.constant(HOSTILE),
);
const inputs = fc.record({
  errorType: fc.constantFrom(...TYPES),
  error: thrown,
  args: fc.oneof(anything, fc.constant(HOSTILE)),
  tool: fc.string({ maxLength: 40 }),
  retryable: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 5 }),
  unknown: fc.boolean(),
  names: fc.array(fc.string()),
  lastTurn: fc.boolean(),
  verifyTool: fc.option(fc.string()),
});

function throwing(): unknown {
  const refuse = (): never => {
    throw new Error("refused");
  };
  return new Proxy(Object.create(null) as object, {
    get: refuse,
    has: refuse,
    ownKeys: refuse,
    getPrototypeOf: refuse,
  });
}

function failureOf(input: typeof inputs extends fc.Arbitrary<infer T> ? T : never): FailureInput {
  const { errorType, error, args, tool, retryable, attempts, unknown, names } = input;
  const row = ERROR_TYPES[errorType];
  return {
    diagnosis: {
      errorType,
      ...(row.errorClass === undefined ? {} : { errorClass: row.errorClass }),
      outcome: unknown ? "unknown" : "none",
      rule: "test",
    },
    decision: row.decision,
    retryable,
    error: real(error),
    tool,
    args: real(args),
    attempts,
    outcome: unknown ? "unknown" : "none",
    hooks: { enumerated: names },
    availableTools: names,
    verifyTool: input.verifyTool ?? undefined,
    lastTurn: input.lastTurn ? { limitName: "failed turns in a row", left: 1 } : undefined,
  };
}

describe("whatever is thrown", () => {
  it("gives an envelope with its keys in order, one line, well formed, within the limit", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const composed = composeFailure(failureOf(input), settings);
        const keys = Object.keys(JSON.parse(composed.content) as object);
        expect(keys).toEqual(ORDER.filter((key) => keys.includes(key)));
        expect(JSON.parse(composed.content)).toEqual(composed.observation);
        expect(composed.tokens).toBeLessThanOrEqual(120);
        expect(composed.observation.message ?? "").not.toMatch(/[\r\n]|\[object /);
        expect(LONE.test(composed.content + composed.userMessage + composed.detail)).toBe(false);
        expect(composed.userMessage).not.toBe("");
      }),
      { numRuns: 400 },
    );
  });

  it("gives the same bytes for the same input", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const once = composeFailure(failureOf(input), settings);
        expect(composeFailure(failureOf(input), settings)).toEqual(once);
      }),
      { numRuns: 100 },
    );
  });

  it("keeps within a smaller limit, and with another count of tokens", () => {
    const byChars: ComposeSettings = {
      ...settings,
      maxMessageTokens: 200,
      tokenizer: (text) => text.length,
    };
    fc.assert(
      fc.property(inputs, (input) => {
        const { tokens, content } = composeFailure(failureOf(input), byChars);
        expect(tokens).toBe(content.length);
        expect(tokens).toBeLessThanOrEqual(200);
      }),
      { numRuns: 100 },
    );
  });
});

describe("text of the service", () => {
  const marker = "zqxjdelete";
  const said = fc
    .array(
      fc.constantFrom(
        marker,
        '"',
        "”",
        "\n",
        "\\",
        "'",
        "Do not",
        "call",
        ". ",
        "\u202e",
        "{",
        "}",
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(" "));

  it("stands in quotation marks only, so never in the next step", () => {
    const types = TYPES.filter((type) => type !== "invalid_args");
    fc.assert(
      fc.property(said, fc.constantFrom(...types), fc.boolean(), (text, errorType, retryable) => {
        const { observation } = composeFailure(
          {
            diagnosis: { errorType, outcome: "none", rule: "test" },
            decision: ERROR_TYPES[errorType].decision,
            retryable,
            error: new Error(text),
            tool: "do_thing",
            args: {},
          },
          settings,
        );
        const ours = (observation.message ?? "").replace(/"[^"]*"/g, "");
        expect(ours).not.toContain(marker);
      }),
      { numRuns: 500 },
    );
  });
});

describe("successes and empty results of any value", () => {
  it("are written without throwing, well formed", () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.constant(HOSTILE)), fc.boolean(), (result, envelope) => {
        const chosen: ComposeSettings = {
          ...settings,
          successText: envelope ? "envelope" : "plain",
        };
        const success = composeSuccess({ tool: "t", args: {}, result: real(result) }, chosen);
        expect(typeof success.content).toBe("string");
        if (envelope) expect(() => JSON.parse(success.content) as unknown).not.toThrow();
        expect(
          composeEmpty({ tool: "t", args: real(result), result: [] }, chosen).tokens,
        ).toBeLessThanOrEqual(120);
      }),
      { numRuns: 300 },
    );
  });

  it("are the JSON of the value where JSON holds it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });
});
