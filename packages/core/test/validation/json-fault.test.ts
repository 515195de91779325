import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault } from "../../src/validation/json-fault.ts";

describe("the place where a text stops being JSON", () => {
  it.each([
    ["{city: 1}", "the key city is not in double quotes", 1],
    ["{'a': 1}", "single quotes instead of double quotes", 1],
    ['{"a": 1,}', '"," before "}"', 8],
    ['{"a": None}', "None is no JSON value (use null)", 6],
    ['{"a": yes}', "the value yes is not in double quotes", 6],
    ['{"a" 1}', '":" after the key is missing', 5],
    ['{"a": 1 "b": 2}', '"," or "}" is missing', 8],
    ['{"a": "C:\\dir"}', "a backslash inside a string must be doubled", 9],
    ['{"a": 1} // done', "comments are not allowed", 9],
    ["Sure! {}", "it is plain text", 0],
  ])("%s: %s", (text, problem, position) => {
    expect(jsonFault(text)).toEqual({ problem, position, cut: false });
  });

  it.each(['{"a": "b', '{"a": [1, 2', '{"a"', '{"a": tr', '{"a": 1,', '{"a": "\\u00'])(
    "%s is only cut off",
    (text) => {
      expect(jsonFault(text).cut).toBe(true);
    },
  );

  it("is found for every text that JSON.parse rejects, inside the text", () => {
    const mangled = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", "'", ",", "}", "\n", "x", '"', "\\"))
      .map(([text, at, piece]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + piece + text.slice(place + 1);
      })
      .filter((text) => {
        try {
          JSON.parse(text);
          return false;
        } catch {
          return true;
        }
      });
    fc.assert(
      fc.property(mangled, (text) => {
        const { problem, position } = jsonFault(text);
        expect(problem).not.toBe("it is not valid JSON");
        expect(position).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });
});
