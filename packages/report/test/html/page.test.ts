import { beforeAll, describe, expect, test } from "vitest";
import { hostileReport, reportOf, sampleReport } from "../support/html-reports.ts";
import { callRecord, runRecord } from "../support/records.ts";

let page = "";

beforeAll(async () => {
  page = await sampleReport();
});

describe("the page", () => {
  test("loads nothing and runs nothing", () => {
    expect(page).not.toMatch(/<(script|iframe|object|embed|img|base)\b/i);
    expect(page).not.toMatch(/\s(src|srcset|href)\s*=\s*(?!["']?data:)/i);
    expect(page).not.toMatch(/url\(\s*["']?(?!#)|@import/i);
    expect(page.replaceAll("http://www.w3.org/", "")).not.toMatch(/https?:\/\//);
    expect(page).toContain("default-src 'none'");
  });

  test("says first which tools are worst, then the rest in order", () => {
    const headings = [...page.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(headings).toEqual([
      "Worst tools, and what they cost",
      "Errors and faults by framework",
      "Recovery",
      "Wasted calls and error tokens over time",
      "Retry waits",
      "Stop reasons",
      "Incidents",
      "All metrics by framework",
    ]);
  });

  test("shows the exact repeated call of an incident", () => {
    expect(page).toContain(
      "<pre><code>search_issues({&quot;query&quot;:&quot;timout&quot;,&quot;state&quot;:&quot;open&quot;})</code></pre>",
    );
  });

  test("has a table behind every chart", () => {
    const sections = page.split("<section").filter((part) => part.includes('class="chart"'));
    expect(sections.length).toBeGreaterThanOrEqual(6);
    for (const section of sections) expect(section).toContain("<table>");
  });

  test("draws why runs ended for each framework, and says it for those who do not see it", () => {
    const [, stops = ""] = page.split('<section aria-labelledby="stops">');
    expect(stops).toContain("<b>Why runs ended, by framework</b>");
    expect(stops).toMatch(/Shares of stop reasons\. .*langgraph: completed \d+ %, /);
  });

  test("draws in colours that follow the theme", () => {
    const charts = page.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
    expect(charts.length).toBeGreaterThanOrEqual(16);
    for (const chart of charts) {
      const colours = [...chart.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
      expect(
        colours.filter((colour) => !/^(none|transparent|var\(--[a-z0-9]+\))$/.test(colour ?? "")),
      ).toEqual([]);
    }
  });

  test("explains a trace without records", () => {
    const empty = reportOf([]);
    expect(empty).toContain("There are no records in this trace");
    expect(empty).toContain("jsonlSink");
    expect(empty).not.toContain("NaN");
  });

  test("says in words where there is nothing to draw", () => {
    const calm = reportOf([callRecord(), runRecord()]);
    for (const words of [
      "No call failed.",
      "No call had an error type.",
      "There was no error episode to recover from.",
      "No call was tried more than once.",
      "No limit ended a run or refused a call.",
    ]) {
      expect(calm).toContain(words);
    }
    expect(calm).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("reads well with runs that have no calls", () => {
    const bare = reportOf([runRecord(), runRecord({ runId: "b", stopReason: "deadline" })]);
    expect(bare).not.toMatch(/NaN|undefined|Infinity/);
    expect(bare).toContain("50\u00a0% of ended ones completed");
  });

  test("holds hostile texts as texts only", () => {
    const hostile = hostileReport();
    expect(hostile).not.toMatch(/<script|<img|<svg on|<b id/i);
    expect(["\u0000", "\u001b", "\u202e"].filter((char) => hostile.includes(char))).toEqual([]);
    expect(hostile).toContain("&lt;script&gt;");
    expect(hostile).toContain("\\u202egnp.exe\\u0000\\u001b[31m");
  });

  test("is the same page for the same trace", async () => {
    const other = await sampleReport();
    expect(other === page).toBe(true);
  });
});
