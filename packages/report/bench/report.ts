// Measures `recourse` on a large trace: npm run bench [records]. Fails when a limit is passed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";

/** What the project promises for a million records on two cores. */
const MAX_SECONDS = 20;
const MAX_MEGABYTES = 300;

const RECORDS = Number(process.argv[2] ?? 1_000_000);
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** Makes a process print its largest resident memory and its processor time when it ends. */
const METER = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();" +
    "process.stderr.write('METER ' + JSON.stringify({ maxRSS, cpu: userCPUTime + systemCPUTime }) + '\\n'); })",
)}`;

const folder = mkdtempSync(join(tmpdir(), "recourse-bench-"));
let missed = false;
try {
  const trace = join(folder, "trace.jsonl");
  await generate(trace, RECORDS);
  const megabytes = (statSync(trace).size / 1e6).toFixed(0);
  console.log(`${RECORDS.toLocaleString("en")} records, ${megabytes} MB`);
  measure("report", ["report", trace, "--format", "json"]);
  measure("report, HTML", ["report", trace, "--out", join(folder, "report.html")]);
  measure("compare", ["compare", trace, "--by", "framework", "--format", "json"]);
  measure("doctor", ["doctor", trace, "--format", "json"]);
  measure("replay", ["replay", trace, "--policy", "strict", "--format", "json"]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;

function measure(name: string, args: readonly string[]): void {
  const started = performance.now();
  const child = spawnSync(process.execPath, ["--import", METER, CLI, ...args, "--quiet"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - started) / 1_000;
  const meter = /METER (\{.*\})/.exec(child.stderr);
  if (child.status !== 0 || meter === null) {
    throw new Error(`recourse ${name} failed: ${child.stderr}`);
  }
  const { maxRSS, cpu } = JSON.parse(meter[1] ?? "{}") as { maxRSS: number; cpu: number };
  const rss = maxRSS / 1024;
  console.log(
    `${name.padEnd(14)} ${seconds.toFixed(1)} s (${(cpu / 1e6).toFixed(1)} s of processor time), ${rss.toFixed(0)} MB at most`,
  );
  const held = seconds < MAX_SECONDS && rss < MAX_MEGABYTES;
  if (name.startsWith("report") && !held) {
    missed = true;
    console.log(`  misses ${MAX_SECONDS} s or ${MAX_MEGABYTES} MB`);
  }
}
