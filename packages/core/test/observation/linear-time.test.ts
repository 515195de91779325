import { describe, expect, it } from "vitest";
import { cleanText } from "../../src/observation/clean-text.ts";
import { composeFailure } from "../../src/observation/compose.ts";
import { isGeneric } from "../../src/observation/generic-words.ts";
import { resolveWording } from "../../src/observation/wording.ts";
import { redact } from "../../src/redact/redact.ts";

/** So long that a pattern which walks back over it takes minutes: the test's own time-out ends it. */
const LENGTH = 500_000;
const hostile = [
  " ",
  "\n",
  " at",
  "at a ",
  "at (",
  "/home/",
  "\u001b[",
  "\u001b]",
  "{",
  '{"',
  '"',
  "\\",
  "<",
  "<title",
  'File "',
  "10.",
  "a.",
  "1: ",
  "^~",
  "request failed with ",
  "404 ",
  "[",
  '{"code":',
].map((piece) => [piece, piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)] as const);

describe.each(hostile)("an error that is nothing but %j", (_, text) => {
  it("is cleaned and told in linear time", () => {
    cleanText(text);
    isGeneric(text);
    const { tokens } = composeFailure(
      {
        diagnosis: { errorType: "internal", outcome: "none", rule: "test" },
        decision: "repair",
        retryable: true,
        error: new Error(text),
        tool: "do_thing",
        args: { text },
      },
      { wording: resolveWording(), redact },
    );
    expect(tokens).toBeLessThanOrEqual(120);
  });
});
