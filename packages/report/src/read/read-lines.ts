import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import type { Input } from "./find-inputs.ts";

/** Some lines of an input, in their order. */
export interface LineBatch {
  /** Lines that a line break ends. */
  readonly lines: readonly string[];
  /** What stands behind the last line break: a process was killed while it wrote. */
  readonly cutOff?: string;
  /** The input ended with an error, in its words. */
  readonly broken?: string;
}

/** Bytes read from disk in one go. */
const CHUNK_BYTES = 1 << 16;

/** Bytes: a longer line is no record of ours, and is not held in memory. */
const MAX_LINE = 1 << 24;

const LINE_BREAK = 0x0a;
const BOM = "\uFEFF";

/**
 * The lines of an input in batches, without ever holding more than a chunk and a line.
 *
 * @param onBytes told the bytes read from disk, for progress.
 */
export async function* readLines(
  input: Input,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<LineBatch> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of openBytes(input, onBytes)) {
      const lines = splitter.split(chunk);
      if (lines.length > 0) yield { lines };
    }
  } catch (error) {
    const broken = error instanceof Error ? error.message : String(error);
    yield { lines: [], ...splitter.rest(), broken };
    return;
  }
  yield { lines: [], ...splitter.rest() };
}

/**
 * Splits bytes, not text: a character may lie across two chunks but never across two lines, and a
 * line of plain ASCII then stays cheap whatever its neighbours hold.
 */
class LineSplitter {
  #rest: Buffer[] = [];
  #restBytes = 0;
  #start = true;

  split(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let to = chunk.indexOf(LINE_BREAK); to !== -1; to = chunk.indexOf(LINE_BREAK, from)) {
      lines.push(this.#restBytes === 0 ? this.#text(chunk, from, to) : this.#join(chunk, to));
      from = to + 1;
    }
    this.#restBytes += chunk.length - from;
    // What is left of a line that is too long is no JSON, so that it counts as unreadable.
    if (this.#restBytes > MAX_LINE) this.#rest = [];
    else if (from < chunk.length) this.#rest.push(chunk.subarray(from));
    return lines;
  }

  rest(): Pick<LineBatch, "cutOff"> {
    if (this.#restBytes === 0) return {};
    return { cutOff: this.#join(Buffer.alloc(0), 0) };
  }

  #join(chunk: Buffer, to: number): string {
    const tooLong = this.#restBytes > MAX_LINE;
    const line = tooLong ? chunk : Buffer.concat([...this.#rest, chunk.subarray(0, to)]);
    this.#rest = [];
    this.#restBytes = 0;
    return tooLong ? "(too long)" : this.#text(line, 0, line.length);
  }

  #text(bytes: Buffer, from: number, to: number): string {
    const text = bytes.toString("utf8", from, to);
    if (!this.#start) return text;
    this.#start = false;
    return text.startsWith(BOM) ? text.slice(1) : text;
  }
}

/** The bytes, unpacked when they begin as gzip does, whatever the file is called. */
async function* openBytes(
  input: Input,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  const raw: Readable =
    input.path === "-"
      ? process.stdin
      : createReadStream(input.path, { highWaterMark: CHUNK_BYTES });
  const source: AsyncIterator<Buffer> = raw[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const bytes = counted(first.value, source, onBytes);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* bytes;
    return;
  }
  // Without this flush a file that was cut off would be refused; with it, all up to the cut is read.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES });
  // What goes wrong on either side ends the iteration below with that error.
  pipeline(Readable.from(bytes, { objectMode: false }), gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* counted(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  onBytes(first.length);
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    onBytes(next.value.length);
    yield next.value;
  }
}
