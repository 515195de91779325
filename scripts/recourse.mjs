// The `recourse` command from a clone: `npm run recourse -- report traces/`.
import { existsSync } from "node:fs";
import { build, run } from "./workspace.mjs";

const COMMAND = "packages/report/dist/cli.js";

if (!existsSync(new URL(`../${COMMAND}`, import.meta.url))) build("@recourse/report...");
run(COMMAND, process.argv.slice(2));
