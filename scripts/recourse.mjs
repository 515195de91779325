// The `recourse` command from a clone: `npm run recourse -- report traces/`.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, run } from "./workspace.mjs";

const COMMAND = "packages/report/dist/cli.js";
/** The command and all that it is built from. */
const SOURCES = ["packages/core/src", "packages/report/src"];

if (newest(SOURCES) > changed(COMMAND)) build("@recourse/report...");
run(COMMAND, process.argv.slice(2));

/** When the file that changed last did so, in milliseconds. Asking the file system is faster than a build. */
function newest(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true }).map((file) => join(folder, file)),
  );
  return Math.max(...files.map(changed));
}

function changed(path) {
  return statSync(fromRoot(path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fromRoot(path) {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
