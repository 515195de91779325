import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { findInputs } from "../../src/index.ts";
import { folderWith } from "../support/folder.ts";

describe("finding what to read", () => {
  test("a folder gives its traces at any depth, plain and gzip, and nothing else", () => {
    const folder = folderWith({
      "a.jsonl": "",
      "deep/er/b.ndjson": "",
      "deep/c.jsonl.gz": "",
      "notes.txt": "",
      "policy.json": "",
    });
    const found = findInputs([folder]).map(({ path }) => relative(folder, path));
    expect(found).toEqual(["a.jsonl", "deep/c.jsonl.gz", "deep/er/b.ndjson"]);
  });

  test("the files of one rotation come oldest first", () => {
    const folder = folderWith({
      "t.jsonl": "",
      "t.jsonl.1": "",
      "t.jsonl.2": "",
      "t.jsonl.10": "",
    });
    const found = findInputs([folder]).map(({ path }) => relative(folder, path));
    expect(found).toEqual(["t.jsonl.10", "t.jsonl.2", "t.jsonl.1", "t.jsonl"]);
  });

  test("a glob is matched, and a file that is named twice is read once", () => {
    const folder = folderWith({ "x1.jsonl": "", "x2.jsonl": "", "y.jsonl": "" });
    const found = findInputs([`${folder}/x*.jsonl`, `${folder}/x1.jsonl`]);
    expect(found.map(({ path }) => relative(folder, path))).toEqual(["x1.jsonl", "x2.jsonl"]);
  });

  test("a dash is standard input", () => {
    expect(findInputs(["-"])).toEqual([{ path: "-" }]);
  });

  test.each([
    [[], /Name at least one trace/],
    [["/no/such/place"], /Nothing found at \/no\/such\/place/],
  ])("%j says what is wrong", (names, message) => {
    expect(() => findInputs(names)).toThrow(message);
  });

  test("a folder without traces says so", () => {
    const folder = folderWith({ "a.txt": "" });
    expect(() => findInputs([folder])).toThrow(/holds no \.jsonl or \.ndjson file/);
  });
});
