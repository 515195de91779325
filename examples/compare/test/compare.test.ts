import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { realModelFrom, SCENARIOS, type ScenarioOutcome } from "@recourse/example-support-desk";
import { startScriptedModel } from "@recourse/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SCENARIO_NAMES, STACK_NAMES, UsageError } from "../src/command-line.mjs";
import { compare } from "../src/compare.ts";
import { differences } from "../src/differences.ts";
import { readOptions } from "../src/options.ts";
import { STACKS } from "../src/stacks.ts";
import { detailTable, LEGEND, totalTable } from "../src/table.ts";

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
    const lines = detailTable(outcomes).split("\n");
    expect(lines.at(-2)).toBe("invalid-enum");
    expect(lines.at(-1)).toMatch(/^ {2}openai-agents +10 → 2 .*no → yes +max_steps → completed/);
    expect(totalTable(outcomes)).toMatch(/openai-agents +Recourse +2 .* yes +completed +1\/1$/m);
  }, 30_000);

  test("says what each column counts", () => {
    const [above = "", below = ""] = detailTable([]).split("\n");
    const words = `${above} ${below}`.split(/ +/).filter(Boolean);
    const named = LEGEND.split("\n").map((line) => line.slice(2, 17).trim());
    expect(
      named
        .flatMap((name) => name.split(" "))
        .filter(Boolean)
        .toSorted(),
    ).toEqual(words.toSorted());
  });
});

describe("with a real model", () => {
  test("the same agents go through a proxy that measures them", async () => {
    // Any server will do that speaks chat completions and is named as the environment names one.
    const model = await startScriptedModel({ scripts: scenarios.map(({ script }) => script) });
    const realModel = realModelFrom({
      OPENAI_API_KEY: "from-the-environment",
      OPENAI_BASE_URL: model.baseURL,
      MODEL: "some-model",
    });
    try {
      const asked = { scenarios, stacks: STACKS, out: undefined };
      const { outcomes, faults } = await compare(asked, silent, realModel);
      expect(faults).toEqual([]);
      expect(outcomes.map(({ metrics }) => metrics.turns > 0)).toEqual(outcomes.map(() => true));
      expect(new Set(model.exchanges.map(({ request }) => request.model))).toEqual(
        new Set(["some-model"]),
      );
      const calls = outcomes.flatMap((outcome) => outcome.calls);
      expect(new Set(calls.map((call) => call.model))).toEqual(new Set(["some-model"]));
    } finally {
      await model.close();
    }
  }, 30_000);

  test("is asked for only when the environment has a key", () => {
    expect(realModelFrom({})).toBeUndefined();
    expect(realModelFrom({ OPENAI_API_KEY: "" })).toBeUndefined();
    expect(realModelFrom({ OPENAI_API_KEY: "k" })).toMatchObject({
      baseURL: "https://api.openai.com/v1",
    });
  });
});

describe("the options", () => {
  test("name the scenarios and stacks that there are", () => {
    expect(SCENARIO_NAMES).toEqual(SCENARIOS.map(({ name }) => name));
    expect(STACK_NAMES).toEqual(STACKS.map(({ name }) => name));
  });

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
    [["--wat"], "Unknown option '--wat'. npm start -- --help lists the options."],
    [["extra"], "Unexpected argument 'extra'. npm start -- --help lists the options."],
    [["--out"], "Option '--out <value>' argument missing. npm start -- --help lists the options."],
  ])("refuse %j in one clear sentence", (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(message);
  });

  test("refuse a folder that cannot be made", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    for (const out of [join(file, "traces"), file]) {
      expect(() => readOptions(["--out", out])).toThrow(
        /cannot be written \(ENOTDIR\)\. Name another with --out\./,
      );
    }
  });
});

describe("npm start", () => {
  const start = fileURLToPath(new URL("../../../scripts/start.mjs", import.meta.url));

  test("answers a wrong option in one line before it installs or builds anything", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [start, "--", "--bad"], {
      encoding: "utf8",
      env: {}, // nowhere to find a package manager
    });
    expect(stderr).toBe("Unknown option '--bad'. npm start -- --help lists the options.\n");
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});
