import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { entries } from "../src/entries.ts";
import {
  bareMean,
  longerThan,
  type Measured,
  ourMean,
  type Unsent,
  withoutHuge,
} from "../src/measure.ts";

interface Figures {
  readonly measured: Measured[];
  readonly unsent: Unsent[];
  readonly malformed: Measured[];
}

let figures: Figures;

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "gallery-"));
  const file = path.join(folder, "figures.json");
  try {
    execFileSync(process.execPath, ["src/main.ts", "--json", file], {
      cwd: path.join(import.meta.dirname, ".."),
      stdio: ["ignore", "ignore", "inherit"],
    });
    figures = JSON.parse(readFileSync(file, "utf8"), (_key, value) =>
      value === null ? undefined : value,
    ) as Figures;
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 600_000);

describe("the size of our texts over the corpus", () => {
  it("is measured over every error that is thrown", () => {
    expect(figures.measured.length).toBeGreaterThan(800);
    expect(figures.unsent).toEqual([]);
  });

  it("is never over 120 tokens", () => {
    const over = [...figures.measured, ...figures.malformed].filter((each) => each.ours > 120);
    expect(over).toEqual([]);
  });

  it("is at most half of the bare texts', by the mean over all frameworks and failures, of which one is two million characters long", () => {
    expect(ourMean(figures.measured) / bareMean(figures.measured)).toBeLessThanOrEqual(0.5);
  });

  it("is about sixty tokens, without that one too, where most bare texts are shorter", () => {
    const common = withoutHuge(figures.measured);
    expect(common).toHaveLength(figures.measured.length - 1);
    expect(ourMean(common)).toBeLessThanOrEqual(62);
    expect(ourMean(common)).toBeGreaterThan(bareMean(common));
  });

  it("is smaller than the bare texts' where one of those is over sixty tokens", () => {
    const long = longerThan(withoutHuge(figures.measured), 60);
    expect(long.length).toBeGreaterThan(10);
    expect(ourMean(long)).toBeLessThan(bareMean(long));
  });
});

describe("the size of our texts for arguments that do not fit", () => {
  it("is at most half of the bare texts', by the mean over all frameworks and calls", () => {
    expect(figures.malformed.length).toBeGreaterThan(20);
    expect(ourMean(figures.malformed) / bareMean(figures.malformed)).toBeLessThanOrEqual(0.5);
  });
});

describe("docs/gallery.md", () => {
  const page = readFileSync(new URL("../../../docs/gallery.md", import.meta.url), "utf8");

  it("shows twenty failures", () => {
    expect(page.match(/^## \d+\. /gm)).toHaveLength(20);
    expect(entries).toHaveLength(20);
  });

  it.each(entries.map(({ title }, index) => [`${index + 1}. ${title}`]))("has %s", (heading) => {
    const section = page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
    expect(section.match(/^\| (?:LangGraph|LangChain|AI SDK|OpenAI|\*\*Recourse)/gm)).toHaveLength(
      5,
    );
  });

  it("holds no folder and no port of the machine that wrote it", () => {
    expect(page).not.toMatch(/\/(?:home|root|Users|tmp|var|work)\/|127\.0\.0\.1:\d/);
  });
});
