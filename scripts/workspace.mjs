// Sets the workspace up and runs things in it, from any Node that npm comes with: no dependencies here.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";

/** Installs what the lockfile says and builds some packages with all that they stand on. */
export function build(...packages) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const turbo = ["turbo", "run", "build", "--log-order=grouped", "--output-logs=errors-only"];
  const { status, error } = spawnSync(
    "npx",
    [
      // pnpm installs by itself where node_modules is missing or older than the lockfile.
      ...["--yes", "--prefer-offline", packageManager, "exec", ...turbo],
      ...packages.map((name) => `--filter=${name}`),
    ],
    {
      cwd: root,
      stdio: "inherit",
      shell: windows,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    },
  );
  if (status === 0) return;
  const reason = error === undefined ? "the lines above say why" : error.message;
  console.error(`Could not install and build the workspace: ${reason}.`);
  process.exit(status ?? 1);
}

/** Runs a file of the workspace on its pinned Node and ends with that process's exit code. */
export function run(file, args) {
  const node = join(root, "node_modules/node/bin", windows ? "node.exe" : "node");
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const { status, error } = spawnSync(node, [join(root, file), ...args], { cwd, stdio: "inherit" });
  if (error !== undefined) console.error(`Could not start ${file}: ${error.message}.`);
  process.exit(status ?? 1);
}
