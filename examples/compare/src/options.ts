import { SCENARIOS, type Scenario } from "@recourse/example-support-desk";
import { readCommandLine } from "./command-line.mjs";
import { STACKS, type Stack } from "./stacks.ts";

/** What the command was asked to do. */
export interface CompareOptions {
  readonly scenarios: readonly Scenario[];
  readonly stacks: readonly Stack[];
  /** Where the traces go: a folder that exists and can be written. */
  readonly out: string | undefined;
}

/** Reads the command line. Throws a `UsageError` with one clear sentence. */
export function readOptions(args: readonly string[]): CompareOptions | "help" {
  const asked = readCommandLine(args);
  if (asked === "help") return "help";
  return {
    scenarios: SCENARIOS.filter(({ name }) => asked.scenarios.includes(name)),
    stacks: STACKS.filter(({ name }) => asked.stacks.includes(name)),
    out: asked.out,
  };
}
