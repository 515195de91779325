import { readFileSync } from "node:fs";
import { createRecovery, type PolicyInput, RecourseError, strictPolicy } from "@recourse/core";
import { UsageError } from "../usage-error.ts";

/** Policies that need no file. */
const NAMED: Readonly<Record<string, PolicyInput>> = { default: {}, strict: strictPolicy };

/**
 * A policy by name (`default`, `strict`) or from a JSON file of the same shape as `createRecovery`
 * takes.
 *
 * @throws UsageError when there is no such file, it is no JSON, or the engine would not take it.
 */
export function readPolicy(source: string): PolicyInput {
  const named = Object.hasOwn(NAMED, source) ? NAMED[source] : undefined;
  if (named !== undefined) return named;
  const policy = parse(source, readText(source));
  try {
    // The engine's own check: what it takes in a live run, a replay takes too.
    createRecovery({ policy: policy as PolicyInput });
  } catch (error) {
    if (!(error instanceof RecourseError) && !(error instanceof TypeError)) throw error;
    throw new UsageError(`The policy in ${source} cannot be used. ${error.message}`);
  }
  return policy as PolicyInput;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    throw new UsageError(
      `The policy ${path} cannot be read (${code}): name a JSON file, or one of ${Object.keys(NAMED).join(", ")}.`,
    );
  }
}

function parse(path: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(`The policy in ${path} is no JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(
      `The policy in ${path} is no object: write for example {"failedTurns": 3, "repeats": {"limit": 2}}.`,
    );
  }
  return value;
}
