// The command line of the comparison, in plain JavaScript without dependencies: `npm start` reads it
// by whatever Node is there, before anything is installed, so that a wrong word is answered at once.
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";

/** The scenarios that may be named. */
export const SCENARIO_NAMES = [
  "rate-limited",
  "refund-timeout",
  "invalid-enum",
  "unknown-tool",
  "file-not-found",
  "empty-search",
  "forbidden",
  "same-failure-for-ever",
  "same-answer-for-ever",
  "corrupt-state",
  "service-down",
  "partial-batch",
];

/** The stacks that may be named. */
export const STACK_NAMES = ["langgraph", "ai-sdk", "openai-agents", "raw-loop"];

/** How to call the command. */
export const USAGE = `npm start -- [options]
  --scenario <name>   only this one; may be repeated:
                      ${wrapped(SCENARIO_NAMES)}
  --stack <name>      only this one; may be repeated:
                      ${wrapped(STACK_NAMES)}
  --out <folder>      write the records there as JSON lines, one file for each stack
  --help              show this

With OPENAI_API_KEY (and OPENAI_BASE_URL, MODEL) in the environment a real model answers.
Exit codes: 0 all stacks did the same, 1 they differed, 2 called in a way that cannot work.`;

/** The command line cannot be followed; the message says what to do. */
export class UsageError extends Error {
  name = "UsageError";
}

/** Reads the command line. Throws a `UsageError` with one clear sentence. */
export function readCommandLine(args) {
  const values = parse(args.filter((arg) => arg !== "--"));
  if (values.help === true) return "help";
  return {
    scenarios: known("scenario", SCENARIO_NAMES, values.scenario),
    stacks: known("stack", STACK_NAMES, values.stack),
    out: values.out === undefined ? undefined : writableFolder(values.out),
  };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        scenario: { type: "string", multiple: true },
        stack: { type: "string", multiple: true },
        out: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    // The first sentence says what is wrong; what follows is advice for other kinds of commands.
    const [what = ""] = String(error.message).split(/(?<=')\. |\n/);
    throw new UsageError(`${what.replace(/\.?$/, ".")} npm start -- --help lists the options.`);
  }
}

function known(kind, names, asked) {
  const wrong = asked?.find((name) => !names.includes(name));
  if (wrong === undefined) return asked ?? names;
  throw new UsageError(`There is no ${kind} "${wrong}". Choose one of: ${names.join(", ")}.`);
}

function writableFolder(path) {
  // npm and pnpm run us in our own folder; the user means the one the command was typed in.
  const folder = resolve(process.env["INIT_CWD"] ?? ".", path);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    throw new UsageError(
      `The folder for the traces, ${path}, cannot be written (${error.code ?? error}). Name another with --out.`,
    );
  }
}

/** Makes a folder and those it lies in. One by one: on some file systems Node's own way never ends. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}

function wrapped(names) {
  const lines = [""];
  for (const name of names) {
    if (`${lines.at(-1)}${name}, `.length > 76) lines.push("");
    lines.push(`${lines.pop()}${name}, `);
  }
  return lines
    .map((line) => line.trimEnd())
    .join(`\n${" ".repeat(22)}`)
    .replace(/,$/, "");
}
