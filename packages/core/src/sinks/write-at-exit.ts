import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Something that still has lines to write when the process exits. */
export interface Unwritten {
  readonly path: string;
  /** The lines, each with its line feed. */
  text(): string;
  failed(error: unknown): void;
}

const unwritten = new Set<Unwritten>();
let listens = false;

/** Remembers that something waits to be written; one listener of the process serves all. */
export function writeAtExit(waiting: Unwritten): void {
  unwritten.add(waiting);
  if (listens) return;
  listens = true;
  process.on("exit", writeAll);
}

/** Everything is written, so that nothing is held any longer. */
export function writtenBeforeExit(waiting: Unwritten): void {
  unwritten.delete(waiting);
}

/** An exiting process runs nothing that is asynchronous any more. */
function writeAll(): void {
  for (const waiting of unwritten) {
    try {
      makeFolder(dirname(waiting.path));
      appendFileSync(waiting.path, waiting.text());
    } catch (error) {
      waiting.failed(error);
    }
  }
  unwritten.clear();
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}
