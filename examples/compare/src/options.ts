import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SCENARIOS, type Scenario } from "@recourse/example-support-desk";
import { STACKS, type Stack } from "./stacks.ts";

/** What the command was asked to do. */
export interface CompareOptions {
  readonly scenarios: readonly Scenario[];
  readonly stacks: readonly Stack[];
  /** Where the traces go: a folder that exists and can be written. */
  readonly out: string | undefined;
}

/** How to call the command. */
export const USAGE: string = `compare [options]
  --scenario <name>   only this one; may be repeated: ${SCENARIOS.map(({ name }) => name).join(", ")}
  --stack <name>      only this one; may be repeated: ${STACKS.map(({ name }) => name).join(", ")}
  --out <folder>      write the records there as JSON lines, one file for each stack
  --help              show this`;

/** Reads the command line. Throws a `UsageError` with one clear sentence. */
export function readOptions(args: readonly string[]): CompareOptions | "help" {
  const values = parse(args);
  if (values.help === true) return "help";
  return {
    scenarios: pick("scenario", SCENARIOS, values.scenario),
    stacks: pick("stack", STACKS, values.stack),
    out: values.out === undefined ? undefined : writableFolder(values.out),
  };
}

/** The command line cannot be followed; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function parse(args: readonly string[]): {
  scenario?: string[];
  stack?: string[];
  out?: string;
  help?: boolean;
} {
  try {
    return parseArgs({
      args: args.filter((arg) => arg !== "--"),
      options: {
        scenario: { type: "string", multiple: true },
        stack: { type: "string", multiple: true },
        out: { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function pick<Item extends { readonly name: string }>(
  kind: string,
  all: readonly Item[],
  names: readonly string[] | undefined,
): readonly Item[] {
  if (names === undefined) return all;
  return names.map((name) => {
    const item = all.find((candidate) => candidate.name === name);
    if (item !== undefined) return item;
    const known = all.map((candidate) => candidate.name).join(", ");
    throw new UsageError(`There is no ${kind} "${name}". Choose one of: ${known}.`);
  });
}

function writableFolder(path: string): string {
  // npm and pnpm run us in our own folder; the user means the one the command was typed in.
  const folder = resolve(process.env["INIT_CWD"] ?? ".", path);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(
      `The folder for the traces, ${path}, cannot be written (${reason}). Name another with --out.`,
    );
  }
}

/** Makes a folder and those it lies in. One by one: on some file systems Node's own way never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}
