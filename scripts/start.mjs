// What `npm start` runs. The options are read first, so that a wrong one costs no installation.
import { readCommandLine, USAGE, UsageError } from "../examples/compare/src/command-line.mjs";
import { build, run } from "./workspace.mjs";

const args = process.argv.slice(2);
if (asked(args) === "help") {
  console.log(USAGE);
} else {
  build("@recourse/example-compare...", "@recourse/report...");
  run("examples/compare/src/main.ts", args);
}

function asked(words) {
  try {
    return readCommandLine(words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
