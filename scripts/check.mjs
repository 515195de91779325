// What `npm test` runs once the workspace is installed: every check, then the sum of all test runs.
// Old reports go first, so that a runner that dies before it writes one cannot be counted as a pass.
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { tally } from "./tally.mjs";

const TASKS = ["build", "lint", "lock", "knip", "typecheck", "test", "size", "docs:api"];

for (const folder of globSync("{packages,examples}/*/reports")) rmSync(folder, { recursive: true });
rmSync("corpus/reports", { recursive: true, force: true });

const checks = spawnSync("pnpm", ["run", "turbo", ...TASKS], {
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (checks.error !== undefined)
  console.error(`Could not start the checks: ${checks.error.message}`);
if (checks.status !== 0) {
  console.error(
    "A check failed: the summary above names the task; run it alone with `pnpm turbo <task>`.",
  );
}
const green = tally();
process.exit(checks.status === 0 && green ? 0 : 1);
