import { open } from "node:fs/promises";
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
const CHUNK_BYTES = 1 << 19;

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
    // Copied, since the chunk is filled anew. What is left of a line that is too long is no JSON, so that it counts as unreadable.
    if (this.#restBytes > MAX_LINE) this.#rest = [];
    else if (from < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(from)));
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
  const source = input.path === "-" ? process.stdin : readFile(input.path);
  const bytes = counted(source, onBytes);
  const first = await bytes.next();
  if (first.done === true) return;
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield first.value;
    yield* bytes;
    return;
  }
  // Without this flush a file that was cut off would be refused; with it, all up to the cut is read.
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: CHUNK_BYTES });
  const packed = Readable.from(copies(first.value, bytes), { objectMode: false });
  // What goes wrong on either side ends the iteration below with that error.
  pipeline(packed, gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

/**
 * The bytes of a file. Two buffers take turns: one is filled while the other is looked at. A chunk is
 * good only until the next one is asked for.
 */
async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffers = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)] as const;
    let turn: 0 | 1 = 0;
    let reading = file.read(buffers[turn]);
    for (;;) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return;
      turn = turn === 0 ? 1 : 0;
      reading = file.read(buffers[turn]);
      // Heard of when it is awaited; if that never comes to pass, it is nobody's concern.
      reading.catch(() => {});
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** Chunks that stay good, for those who do not say when they are done with one. */
async function* copies(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  for await (const chunk of rest) yield Buffer.from(chunk);
}
