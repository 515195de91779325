import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.ts";

/** One thing to read: a file, or standard input. Whether it is gzip is seen from its first bytes. */
export interface Input {
  /** The path, or `-` for standard input. */
  readonly path: string;
  /** Bytes on disk, for progress; unknown for standard input. */
  readonly bytes?: number;
}

const TRACE_FILES = "**/*.{jsonl,ndjson,jsonl.gz,ndjson.gz}";

/** Rotated files carry a number behind the ending: the higher, the older. */
const ROTATED_FILES = "**/*.{jsonl,ndjson}.[0-9]*";
const ROTATED = /^(.*\.(?:jsonl|ndjson))\.(\d+)(?:\.gz)?$/;

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
  if (name === "-") return [{ path: "-" }];
  const stats = statSync(name, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const found = globSync([TRACE_FILES, ROTATED_FILES], { cwd: name });
    if (found.length === 0) {
      throw new UsageError(`The folder ${name} holds no .jsonl or .ndjson file.`);
    }
    return found.sort(oldestFirst).map((path) => fileInput(join(name, path)));
  }
  if (stats !== undefined) return [fileInput(name)];
  const matched = globSync(name).sort(oldestFirst);
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
  return { path, bytes: statSync(path).size };
}

/** Files by name, and those of one rotation in the order in which they were written. */
function oldestFirst(a: string, b: string): number {
  const [nameA, ageA] = rotation(a);
  const [nameB, ageB] = rotation(b);
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return ageB - ageA;
}

function rotation(path: string): readonly [name: string, age: number] {
  const [, name, age] = ROTATED.exec(path) ?? [];
  return name === undefined ? [path, 0] : [name, Number(age)];
}
