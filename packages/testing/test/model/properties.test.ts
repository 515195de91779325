import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWords } from "../../src/index.ts";
import { converse, wants } from "./conversation.ts";

const tools = { act: ["path", "count"], list: [], get_act: ["path"] };
const script = wants("act", { path: "src/a.ts", count: "3" }, { count: 3 });

/** Texts with the words that the policy looks for, in any disorder. */
const words = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        "Error: ",
        "path must be one of a|b; ",
        "count must be an integer ",
        "Nearest: x, y. ",
        "Check with get_act before ",
        "call list ",
        "unknown tool ",
        "do not retry",
        '{"ok":false,"message":"',
        '"}',
        "[{",
        "✖ ",
        "→ at path",
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

describe("whatever a tool result says", () => {
  test("the model makes a move, and the same one again", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 4 }), (answers) => {
        const { moves } = converse(script, answers, tools);
        expect(moves.length).toBeGreaterThan(0);
        expect(converse(script, answers, tools).moves).toEqual(moves);
        for (const move of moves) expect(move.calls.length === 0).toBe(move.content !== null);
      }),
    );
  });

  test("it reads as one of three kinds", () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.json()), (text) => {
        expect(["success", "failure", "empty"]).toContain(readWords(text).kind);
      }),
    );
  });
});
