import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

/** One thing to read: a file, or standard input. */
export interface Input {
  /** The path, or `-` for standard input. */
  readonly path: string;
  readonly gzip: boolean;
  /** Bytes on disk, for progress; unknown for standard input. */
  readonly bytes?: number;
}

const TRACE_FILES = "**/*.{jsonl,ndjson,jsonl.gz,ndjson.gz}";

/** Rotated files carry a number behind the ending. */
const ROTATED_FILES = "**/*.{jsonl,ndjson}.[0-9]*";

/**
 * Turns what a user names into files: a file, a folder (searched for `.jsonl` and `.ndjson`, plain
 * or gzip), a glob, or `-` for standard input.
 *
 * @throws UsageError when a name matches nothing.
 */
export function findInputs(names: readonly string[]): readonly Input[] {
  if (names.length === 0) {
    throw new UsageError("Name at least one trace: a file, a folder, a glob, or - for stdin.");
  }
  const paths = new Map<string, Input>();
  for (const name of names) {
    for (const input of findOne(name)) paths.set(input.path, input);
  }
  return [...paths.values()];
}

function findOne(name: string): readonly Input[] {
  if (name === "-") return [{ path: "-", gzip: false }];
  const stats = statSync(name, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const found = globSync([TRACE_FILES, ROTATED_FILES], { cwd: name }).sort();
    if (found.length === 0) {
      throw new UsageError(`The folder ${name} holds no .jsonl or .ndjson file.`);
    }
    return found.map((path) => fileInput(join(name, path)));
  }
  if (stats !== undefined) return [fileInput(name)];
  const matched = globSync(name).sort();
  if (matched.length === 0) {
    throw new UsageError(
      `Nothing found at ${name}: no such file or folder, and no match as a glob.`,
    );
  }
  return matched.flatMap((path) =>
    statSync(path).isDirectory() ? findOne(path) : [fileInput(path)],
  );
}

function fileInput(path: string): Input {
  return { path, gzip: /\.gz(\.\d+)?$/.test(path), bytes: statSync(path).size };
}
