import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { TraceRecord } from "@recourse/core";
import { beforeAll, describe, expect, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { callRecord, failedCall, lines, runRecord } from "../support/records.ts";
import { CLI, runCli } from "../support/run-cli.ts";
import { runSample } from "../support/sample-trace.ts";

const SECONDS = 60_000;

let sample = "";

beforeAll(async () => {
  const records: TraceRecord[] = [];
  await runSample([{ write: (record) => void records.push(record) }], { runs: 24 });
  sample = lines(records);
});

interface JsonReport {
  readonly read: Record<string, unknown>;
  readonly warnings?: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly rows: readonly Record<string, unknown>[];
  }[];
}

function json(text: string): JsonReport {
  return JSON.parse(text) as JsonReport;
}

describe("recourse report", { timeout: SECONDS }, () => {
  test("prints tables, the worst tools first", async () => {
    const folder = folderWith({ "traces/a.jsonl": sample });
    const { code, stdout, stderr } = await runCli(["report", "traces"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Worst tools, by the tokens that their failures cost\n/);
    expect(stdout).toContain("Metrics by framework");
    expect(stdout).toContain('search_issues({"query":"timout","state":"open"})');
  });

  test("reads standard input, plain and gzip, the same", async () => {
    const plain = await runCli(["report", "-", "--format", "json"], { input: sample });
    const packed = await runCli(["report", "-", "-f", "json"], { input: gzipSync(sample) });
    expect(plain.code).toBe(0);
    expect(json(packed.stdout).tables).toEqual(json(plain.stdout).tables);
    expect(json(plain.stdout).read).toMatchObject({ files: 1, unreadable: 0 });
  });

  test("reads a folder, a glob and gzip together", async () => {
    const part = (run: string): string =>
      lines([callRecord({ runId: run }), runRecord({ runId: run })]);
    const folder = folderWith({
      "in/a.jsonl": part("a"),
      "in/b.jsonl.gz": gzipSync(part("b")),
      "c1.jsonl": part("c"),
    });
    const { stdout } = await runCli(["report", "in", "c*.jsonl", "--format=json"], { cwd: folder });
    expect(json(stdout).read).toMatchObject({ files: 3, calls: 3, runs: 3 });
  });

  test("counts what it could not read, says so, and succeeds", async () => {
    const folder = folderWith({
      "a.jsonl": `${lines([callRecord()])}garbage\n{"schema":"recourse.call/2"}\n${lines([callRecord({ turn: 2 })]).slice(0, -30)}`,
    });
    const { code, stdout, stderr } = await runCli(["report", "a.jsonl", "-f", "json"], {
      cwd: folder,
    });
    expect(code).toBe(0);
    expect(json(stdout).read).toMatchObject({
      calls: 1,
      unreadable: 1,
      truncated: 1,
      otherSchemas: { "recourse.call/2": 1 },
    });
    expect(stderr).toContain("1 line is no JSON object and was left out.");
    expect(stderr).toContain("1 last line broke off");
  });

  test.each([
    ["r.html", /^<!doctype html>/],
    ["r.json", /^\{/],
    ["r.csv", /^table,tool,/],
    ["r.md", /^## Worst tools/],
    ["r.txt", /^Worst tools/],
  ])("writes %s by its ending, into a folder that it makes", async (name, start) => {
    const folder = folderWith({ "a.jsonl": lines([failedCall(), runRecord()]) });
    const { code, stdout, stderr } = await runCli(["report", "a.jsonl", "--out", `new/${name}`], {
      cwd: folder,
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: `Wrote new/${name}\n`,
    });
    expect(readFileSync(join(folder, "new", name), "utf8")).toMatch(start);
  });

  test("says that no record has the label that it was to group by", async () => {
    const { code, stderr } = await runCli(["report", "-", "--by", "nosuch"], { input: sample });
    expect(code).toBe(0);
    expect(stderr).toContain("no record has nosuch, so there is one group");
    const known = await runCli(["report", "-", "--by", "framework"], { input: sample });
    expect(known.stderr).not.toContain("no record has");
  });

  test("groups by the label that is named", async () => {
    const records = ["x", "y"].map((tenant) =>
      callRecord({ runId: tenant, attributes: { tenant } }),
    );
    const { stdout } = await runCli(["report", "-", "--by", "tenant", "-f", "json"], {
      input: lines(records),
    });
    const metrics = json(stdout).tables.find(({ title }) => title === "Metrics by tenant");
    expect(metrics?.rows.map(({ group }) => group)).toEqual(["x", "y"]);
  });

  test.each(["report", "doctor", "compare", "replay"])(
    "%s fails on a trace without records, says what to do, and writes nothing",
    async (command) => {
      const folder = folderWith({ "empty.jsonl": "", "log.jsonl": '{"level":"info"}\nnot JSON\n' });
      const asked = { compare: ["--by", "framework"], replay: ["--policy", "default"] }[command];
      const { code, stdout, stderr } = await runCli(
        [command, "log.jsonl", "--out", "out.json", ...(asked ?? [])],
        { cwd: folder },
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^recourse: no records in log\.jsonl\. .*1 line is no JSON object.* Records come from a sink: /,
      );
      expect(existsSync(join(folder, "out.json"))).toBe(false);
      const empty = await runCli(["doctor", "empty.jsonl"], { cwd: folder });
      expect(empty.stderr).toMatch(/^recourse: no records in empty\.jsonl\. Records come from /);
    },
  );

  test("compare names the side that has no records", async () => {
    const folder = folderWith({ "a.jsonl": lines([callRecord()]), "b.jsonl": "" });
    const { code, stderr } = await runCli(["compare", "a.jsonl", "b.jsonl"], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain("no records in b.jsonl.");
  });
});

describe("recourse compare", { timeout: SECONDS }, () => {
  test("compares groups within a trace, with intervals, p and a verdict in words", async () => {
    const { code, stdout } = await runCli(["compare", "-", "--by", "framework"], { input: sample });
    expect(code).toBe(0);
    expect(stdout).toContain("langgraph against ai-sdk");
    expect(stdout).toMatch(/error rate .*%.* cannot tell/);
    expect(stdout).toContain("Warning: ai-sdk has 24 runs: only large differences can be told.");
  });

  test("compares two folders whose runs have the same ids", async () => {
    const side = (errors: number): string =>
      lines(
        Array.from({ length: 40 }, (_, run) => [
          ...Array.from({ length: 10 }, (_, at) =>
            at < errors
              ? failedCall({ runId: `r${run}`, turn: at })
              : callRecord({ runId: `r${run}`, turn: at }),
          ),
          runRecord({ runId: `r${run}` }),
        ]).flat(),
      );
    const folder = folderWith({ "a/t.jsonl": side(2), "b/t.jsonl": side(5) });
    const { stdout } = await runCli(["compare", "a/", "b/", "-f", "json"], { cwd: folder });
    const { tables } = json(stdout);
    expect(tables[0]?.rows).toMatchObject([
      { group: "a/", runs: 40, calls: 400 },
      { group: "b/", runs: 40, calls: 400 },
    ]);
    const rate = tables[1]?.rows.find(({ metric }) => metric === "error rate");
    expect(rate).toMatchObject({
      base: { value: 0.2 },
      other: { value: 0.5 },
      difference: { value: expect.closeTo(0.3, 9) },
      verdict: "higher in b/",
    });
  });

  test("warns on standard output and in JSON when the mixes differ", async () => {
    const records = ["x", "y"].flatMap((scenario) =>
      Array.from({ length: 35 }, (_, run) =>
        callRecord({
          runId: `${scenario}${run}`,
          framework: scenario === "x" ? "ai-sdk" : "langgraph",
          attributes: { scenario },
        }),
      ),
    );
    const { stdout } = await runCli(["compare", "-", "--by", "framework", "-f", "json"], {
      input: lines(records),
    });
    expect(json(stdout).warnings?.join()).toMatch(/scenario mixes differ: 100 %/);
  });

  test.each([
    [["compare", "t.jsonl"], "Name two traces to compare, or a label within one"],
    [["compare", "t.jsonl", "--by", "framework"], "framework is always langgraph"],
    [["compare", "t.jsonl", "--by", "mode", "--baseline", "off"], "mode is always enforce"],
  ])("%j says what to do instead", async (args, words) => {
    const folder = folderWith({ "t.jsonl": lines([callRecord()]) });
    const { code, stdout, stderr } = await runCli(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });
});

describe("recourse replay", { timeout: SECONDS }, () => {
  test("shows what another policy would have stopped, saved and wrongly stopped", async () => {
    const folder = folderWith({
      "t.jsonl": sample,
      "policy.json": JSON.stringify({ failedTurns: 1, repeats: false }),
    });
    const { code, stdout } = await runCli(
      ["replay", "t.jsonl", "--policy", "policy.json", "-f", "json"],
      { cwd: folder },
    );
    expect(code).toBe(0);
    const rows = Object.fromEntries(
      json(stdout)
        .tables.filter(({ title }) => /would have done|Wrongly/.test(title))
        .flatMap(({ rows: of }) => of.map(({ what, count }) => [what, count])),
    );
    expect(rows["runs"]).toBe(72);
    expect(rows["ended by it, earlier or otherwise than they were"]).toBeGreaterThan(10);
    expect(rows["runs that completed and would have been ended before"]).toBeGreaterThan(5);
  });

  test("under the recorded policy it would have stopped nothing else", async () => {
    const { stdout } = await runCli(["replay", "-", "--policy", "default"], { input: sample });
    expect(stdout).toMatch(/earlier or otherwise than they were\s+0\n/);
    expect(stdout).toMatch(/executed calls that it would have refused\s+0\n/);
  });

  test("refuses a policy that the engine would not take", async () => {
    const folder = folderWith({ "t.jsonl": sample, "p.json": '{"failedTurnz": 3}' });
    const { code, stderr } = await runCli(["replay", "t.jsonl", "--policy", "p.json"], {
      cwd: folder,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/The policy in p\.json cannot be used\..*failedTurns/);
    expect((await runCli(["replay", "t.jsonl"], { cwd: folder })).stderr).toContain(
      "Say which policy: --policy policy.json",
    );
  });
});

describe("recourse doctor", { timeout: SECONDS }, () => {
  test("exits with 1 when it finds something", async () => {
    const { code, stdout } = await runCli(["doctor", "-"], { input: sample });
    expect(code).toBe(1);
    expect(stdout).toContain("undeclared tool");
    expect(stdout).toContain('Declare effect: "write" (its name says "send").');
  });

  test("exits with 0 when it finds nothing", async () => {
    const { code, stdout } = await runCli(["doctor", "-"], {
      input: lines([callRecord(), runRecord()]),
    });
    expect(code).toBe(0);
    expect(stdout).toContain("Nothing found");
  });
});

describe("recourse", { timeout: SECONDS }, () => {
  test.each([
    [[], "Say what to do."],
    [["reprot", "x"], 'There is no command "reprot". Did you mean report?'],
    [["report"], "Name at least one trace"],
    [["report", "t.jsonl", "--ou", "x"], "has no option --ou. Did you mean --out?"],
    [["report", "t.jsonl", "--policy", "x"], "recourse report has no option --policy."],
    [["report", "t.jsonl", "--by"], "--by needs a value: --by framework."],
    [["report", "t.jsonl", "--by", "--quiet"], "--by needs a value"],
    [["report", "t.jsonl", "--quiet=yes"], "--quiet takes no value."],
    [
      ["report", "t.jsonl", "--format", "xml"],
      'Unknown format "xml": use table, json, csv, markdown, html.',
    ],
    [["report", "t.jsonl", "--out", "report"], "The ending of report says no format"],
    [
      ["report", "t.jsonl", "--out", "t.jsonl", "-f", "json"],
      "is one of the traces: it would be lost",
    ],
    [["report", "nowhere"], "Nothing found at nowhere"],
    [["doctor", "t.jsonl", "--out", "d.html"], "Only recourse report writes HTML"],
  ])("%j is a usage error that says what to do", async (args, words) => {
    const folder = folderWith({ "t.jsonl": lines([callRecord()]) });
    const { code, stdout, stderr } = await runCli(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("    at ");
    expect(existsSync(join(folder, "d.html"))).toBe(false);
  });

  test("a file that cannot be written is an error, without a stack", async () => {
    const folder = folderWith({ "t.jsonl": lines([callRecord()]), "a-file": "" });
    const { code, stderr } = await runCli(["report", "t.jsonl", "--out", "a-file/r.json"], {
      cwd: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^recourse: E(NOTDIR|EXIST)/);
    expect(stderr.split("\n")).toHaveLength(2);
  });

  test.each([
    [["--help"], "recourse report  TRACE…"],
    [["help", "compare"], "recourse compare A B"],
    [["replay", "--help"], "recourse replay TRACE… --policy FILE"],
    [["--version"], "0.1.0"],
  ])("%j answers on standard output", async (args, words) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(words);
  });

  test("is quiet when its reader has seen enough", async () => {
    const folder = folderWith({ "t.jsonl": sample });
    const child = spawn(process.execPath, [CLI, "report", "t.jsonl", "-f", "json"], {
      cwd: folder,
    });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
