import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Sink } from "../engine/recovery.ts";
import type { TraceRecord } from "../ledger/records.ts";
import { checkFields, checkValue } from "../options/check-fields.ts";
import { type Kind, text, whole } from "../options/kind.ts";
import { type Unwritten, writeAtExit, writtenBeforeExit } from "./write-at-exit.ts";

/** What `jsonlSink` takes besides the path. */
export interface JsonlSinkOptions {
  /** Bytes after which the file is set aside as `<path>.1` and a new one begun. @default never */
  readonly maxBytes?: number;
  /** How many files set aside are kept. @default 5 */
  readonly keep?: number;
  /** Records that wait in memory while the disk is slow; further ones are dropped and reported. @default 50_000 */
  readonly maxWaiting?: number;
}

const owner = { of: "jsonlSink()" } as const;

const optionKinds: Readonly<Record<keyof JsonlSinkOptions, Kind>> = {
  maxBytes: whole(1, "Leave it out for one file without an end."),
  keep: whole(1),
  maxWaiting: whole(1),
};

/** Records written in one go. */
const BATCH = 1_000;
/** Milliseconds before a path that could not be written is tried again. */
const RETRY_MS = 5_000;

/**
 * A sink that appends every record as one line of JSON to a file, which it makes, with its folder,
 * when the first record comes. Writing never holds up a call; a file that cannot be written is
 * reported once, and the run goes on. Call `recovery.flush()` before the process ends: what still
 * waits at `process.exit()` is written then, perhaps for the second time, but not where a signal
 * kills the process.
 *
 * @throws RecourseError `invalid_option`
 */
export function jsonlSink(path: string, options: JsonlSinkOptions = {}): Sink {
  checkValue("path", path, { ...text, wanted: "the name of a file" }, owner);
  checkFields("", options, optionKinds, owner);
  return new JsonlSink(path, options);
}

class JsonlSink implements Sink {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #keep: number;
  readonly #maxWaiting: number;
  readonly #waiting: TraceRecord[] = [];
  #report: (error: unknown, lost: number) => void = () => {};
  #draining: Promise<void> | undefined;
  #bytes: number | undefined;
  #failedAt: number | undefined;
  #lost = 0;
  readonly #atExit: Unwritten;

  constructor(path: string, { maxBytes, keep, maxWaiting }: JsonlSinkOptions) {
    this.#path = path;
    this.#maxBytes = maxBytes ?? Number.POSITIVE_INFINITY;
    this.#keep = keep ?? 5;
    this.#maxWaiting = maxWaiting ?? 50_000;
    this.#atExit = {
      path,
      text: () => linesOf(this.#waiting),
      failed: (error) => this.#report(this.#error(codeOf(error)), this.#waiting.length),
    };
  }

  attach(report: (error: unknown, lost: number) => void): void {
    this.#report = report;
  }

  write(record: TraceRecord): void {
    if (this.#waiting.length >= this.#maxWaiting) {
      this.#lost += 1;
      if (this.#lost === 1) {
        this.#report(this.#error("the disk is too slow; records are being dropped"), 1);
      }
      return;
    }
    this.#waiting.push(record);
    if (this.#waiting.length === 1) writeAtExit(this.#atExit);
    if (this.#failedAt !== undefined && Date.now() - this.#failedAt < RETRY_MS) return;
    this.#draining ??= this.#drain();
  }

  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#draining !== undefined) {
      this.#draining ??= this.#drain();
      await this.#draining;
      if (this.#failedAt !== undefined) return;
    }
  }

  async close(): Promise<void> {
    await this.flush();
  }

  async #drain(): Promise<void> {
    // Let the caller's turn of the event loop finish: records come in bursts.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, BATCH);
        await this.#append(linesOf(batch));
        this.#waiting.splice(0, batch.length);
      }
      writtenBeforeExit(this.#atExit);
      this.#failedAt = undefined;
      this.#lost = 0;
    } catch (error) {
      const first = this.#failedAt === undefined;
      this.#failedAt = Date.now();
      this.#bytes = undefined;
      if (first)
        this.#report(this.#error(`${codeOf(error)}; records wait in memory until it works`), 0);
    } finally {
      this.#draining = undefined;
    }
  }

  async #append(text: string): Promise<void> {
    this.#bytes ??= await this.#prepare();
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) await this.#rotate();
    const file = await open(this.#path, "a");
    try {
      await file.appendFile(text);
    } finally {
      await file.close();
    }
    this.#bytes += bytes;
  }

  /** Makes the folder and says how much the file holds already. */
  async #prepare(): Promise<number> {
    await makeFolder(dirname(this.#path));
    try {
      return (await stat(this.#path)).size;
    } catch {
      return 0;
    }
  }

  /** `<path>` becomes `.1`, `.1` becomes `.2`, and so on; the oldest goes. */
  async #rotate(): Promise<void> {
    await rm(`${this.#path}.${this.#keep}`, { force: true });
    for (let number = this.#keep - 1; number >= 0; number--) {
      const from = number === 0 ? this.#path : `${this.#path}.${number}`;
      await rename(from, `${this.#path}.${number + 1}`).catch((error: unknown) => {
        if ((error as { code?: string }).code !== "ENOENT") throw error;
      });
    }
    this.#bytes = 0;
  }

  #error(why: string): Error {
    return new Error(
      `Trace records cannot be written to ${this.#path}: ${why}. Give jsonlSink a path that this process can write to.`,
    );
  }
}

function linesOf(records: readonly TraceRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "unknown error";
}

/** Makes a folder and those it lies in. One by one: on some file systems Node's own way never ends. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined)) !== undefined) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have been faster.
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  });
}
