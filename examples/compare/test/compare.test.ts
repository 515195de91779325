import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCENARIOS, type ScenarioOutcome } from "@recourse/example-support-desk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compare } from "../src/compare.ts";
import { differences } from "../src/differences.ts";
import { readOptions, UsageError } from "../src/options.ts";
import { STACKS } from "../src/stacks.ts";
import { detailTable, totalTable } from "../src/table.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "compare-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const silent = { scenario: () => undefined, outcome: () => undefined };
const scenarios = SCENARIOS.filter(({ name }) => name === "invalid-enum");

describe("a comparison", () => {
  test("runs every stack bare and with Recourse, and writes the records down", async () => {
    const { outcomes, faults } = await compare({ scenarios, stacks: STACKS, out: folder }, silent);
    expect(outcomes).toHaveLength(2 * STACKS.length);
    expect(faults).toEqual([]);
    for (const { name } of STACKS) {
      const lines = (await readFile(join(folder, `${name}.jsonl`), "utf8")).trim().split("\n");
      expect(lines.map((line) => (JSON.parse(line) as { schema: string }).schema)).toEqual([
        "recourse.call/1",
        "recourse.call/1",
        "recourse.run/1",
      ]);
    }
  }, 30_000);

  test("says where two stacks did not do the same", async () => {
    const stacks = STACKS.slice(2);
    const { outcomes } = await compare({ scenarios, stacks, out: undefined }, silent);
    const changed = outcomes.map((outcome, index): ScenarioOutcome => {
      if (outcome.variant === "bare" || index < 2) return outcome;
      return { ...outcome, calls: outcome.calls.map((call) => ({ ...call, decision: "halt" })) };
    });
    expect(differences(outcomes)).toEqual([]);
    expect(differences(changed).join("\n")).toContain('.decision: "repair" against "halt"');
  }, 30_000);

  test("shows bare and Recourse side by side, and the sums", async () => {
    const stacks = STACKS.slice(2, 3);
    const { outcomes } = await compare({ scenarios, stacks, out: undefined }, silent);
    expect(detailTable(outcomes)).toMatch(/invalid-enum +openai-agents +no → yes +10 → 2/);
    expect(totalTable(outcomes)).toMatch(/openai-agents +Recourse +1\/1 +2 /);
  }, 30_000);
});

describe("the options", () => {
  test("choose scenarios and stacks", () => {
    expect(readOptions(["--scenario", "forbidden", "--stack", "ai-sdk"])).toMatchObject({
      scenarios: [{ name: "forbidden" }],
      stacks: [{ name: "ai-sdk" }],
      out: undefined,
    });
    expect(readOptions(["--help"])).toBe("help");
  });

  test.each([
    [["--scenario", "nope"], 'There is no scenario "nope". Choose one of: rate-limited, '],
    [["--stack", "nope"], 'There is no stack "nope". Choose one of: langgraph, ai-sdk, '],
    [["--wat"], "Unknown option '--wat'"],
    [["extra"], "Unexpected argument 'extra'"],
  ])("refuse %j in one clear sentence", (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });

  test("refuse a folder that cannot be made", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(() => readOptions(["--out", join(file, "traces")])).toThrow(
      /cannot be written \(ENOTDIR\)\. Name another with --out\./,
    );
  });
});
