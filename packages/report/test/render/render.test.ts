import { describe, expect, test } from "vitest";
import { type Format, render, type Table } from "../../src/index.ts";
import { parseFormat } from "../../src/render/render.ts";
import { cell, duration, formatCell, percent } from "../../src/render/table.ts";

const table: Table = {
  title: "Tools",
  columns: [
    { key: "tool", label: "tool" },
    { key: "calls", label: "calls" },
    { key: "rate", label: "error rate" },
    { key: "wait_ms", label: "wait" },
  ],
  rows: [
    {
      tool: cell.text("get_order"),
      calls: cell.count(1_234_567),
      rate: cell.rate({ count: 1, of: 4, rate: 0.25, low: 0.05, high: 0.7 }),
      wait_ms: cell.ms(90_500),
    },
    {
      tool: cell.text("日本語"),
      calls: cell.count(3),
      rate: cell.rate({ count: 0, of: 0, rate: 0, low: 0, high: 1 }),
      wait_ms: cell.ms(0),
    },
  ],
  notes: ["A note."],
};

/** A tool that is called what nobody would call a tool. */
const hostile: Table = {
  title: "Tools",
  columns: [{ key: "tool", label: "tool" }],
  rows: [
    { tool: cell.text("\u001b[31mred\u001b[0m\u202egnp.exe\u0007") },
    { tool: cell.text("<script>alert(1)</script>|`*_[x](javascript:1)") },
    { tool: cell.text('=cmd|" /C calc"!A0') },
    { tool: cell.text("one\ntwo, three") },
  ],
};

describe("tables", () => {
  test("for a terminal: aligned, numbers to the right, wide characters counted as wide", () => {
    expect(render([table], "table")).toBe(
      [
        "Tools",
        "",
        "tool           calls            error rate    wait",
        "─────────  ─────────  ────────────────────  ──────",
        "get_order  1,234,567  25 % (5.0 % to 70 %)  90.5 s",
        "日本語             3                     –    0 ms",
        "",
        "  A note.",
        "",
      ].join("\n"),
    );
  });

  test("as JSON: numbers are numbers, estimates have bounds, nothing is null", () => {
    expect(JSON.parse(render([table], "json", { read: { calls: 2 } }))).toEqual({
      read: { calls: 2 },
      tables: [
        {
          title: "Tools",
          rows: [
            {
              tool: "get_order",
              calls: 1_234_567,
              rate: { value: 0.25, low: 0.05, high: 0.7, of: 4 },
              wait_ms: 90_500,
            },
            { tool: "日本語", calls: 3, rate: null, wait_ms: 0 },
          ],
          notes: ["A note."],
        },
      ],
    });
  });

  test("as CSV: one table after the other, bounds in columns of their own", () => {
    expect(render([table, table], "csv").split("\r\n")).toEqual([
      "table,tool,calls,rate,rate_low,rate_high,wait_ms",
      "Tools,get_order,1234567,0.25,0.05,0.7,90500",
      "Tools,日本語,3,,,,0",
      "",
      "table,tool,calls,rate,rate_low,rate_high,wait_ms",
      "Tools,get_order,1234567,0.25,0.05,0.7,90500",
      "Tools,日本語,3,,,,0",
      "",
    ]);
  });

  test("as Markdown: numbers to the right", () => {
    expect(render([table], "markdown")).toBe(
      [
        "## Tools",
        "",
        "| tool | calls | error rate | wait |",
        "| --- | ---: | ---: | ---: |",
        "| get_order | 1,234,567 | 25 % (5.0 % to 70 %) | 90.5 s |",
        "| 日本語 | 3 | – | 0 ms |",
        "",
        "A note.",
        "",
      ].join("\n"),
    );
  });

  test.each<Format>(["table", "json", "csv", "markdown"])(
    "without rows are well formed as %s",
    (format) => {
      const text = render([{ ...table, rows: [] }], format);
      expect(text).toContain("Tools".slice(0, format === "csv" ? 0 : 5));
      expect(text.endsWith("\n")).toBe(true);
    },
  );
});

describe("hostile names", () => {
  test("do not reach a terminal as control characters", () => {
    const text = render([hostile], "table");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e]/);
    expect(text).toContain("\\u001b[31mred\\u001b[0m\\u202egnp.exe\\u0007");
    expect(text).toContain("one\\ntwo, three");
  });

  test("are neither HTML nor links nor cells in Markdown", () => {
    const text = render([hostile], "markdown");
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\\|\\`\\*_\\[x\\](javascript:1)");
  });

  test("are no formulas in a spreadsheet", () => {
    expect(render([hostile], "csv")).toContain('"\'=cmd|"" /C calc""!A0"');
  });

  test("are what they are in JSON", () => {
    const { tables } = JSON.parse(render([hostile], "json")) as {
      tables: [{ rows: { tool: string }[] }];
    };
    expect(tables[0].rows[0]?.tool).toBe("\u001b[31mred\u001b[0m\u202egnp.exe\u0007");
  });
});

describe("numbers as people read them", () => {
  test.each([
    [0, "0 %"],
    [0.004, "0.4 %"],
    [0.5, "50 %"],
    [1, "100 %"],
  ])("a share of %f is %s", (value, text) => {
    expect(percent(value)).toBe(text);
  });

  test.each([
    [950, "950 ms"],
    [1_500, "1.5 s"],
    [600_000, "10 min"],
    [10_800_000, "3 h"],
  ])("%i milliseconds are %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  test("a difference has its sign, and is in points when it is one of shares", () => {
    expect(formatCell(cell.difference("share", 0.041, 0.01, 0.072))).toBe(
      "+4.1 points (+1.0 to +7.2)",
    );
    expect(formatCell(cell.difference("number", -2, -3.5, -0.5))).toBe("-2 (-3.5 to -0.5)");
  });

  test("a bound that is open is not shown", () => {
    expect(formatCell(cell.interval("number", 2, Number.NEGATIVE_INFINITY, 3))).toBe("2");
  });
});

test("a format that does not exist is refused with those that do", () => {
  expect(() => parseFormat("xml")).toThrow("use table, json, csv, markdown");
  expect(parseFormat("md")).toBe("markdown");
});
