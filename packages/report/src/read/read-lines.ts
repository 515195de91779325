import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Input } from "./find-inputs.ts";

/** A line, or the note that the input broke off before its end. */
export type Line =
  | { readonly text: string; readonly complete: boolean }
  | { readonly broken: string };

const CHUNK_BYTES = 1 << 20;

/**
 * The lines of an input in batches, without ever holding more than a chunk. The last line is
 * `complete: false` when no line break ends it: a process was killed while it wrote.
 *
 * @param onBytes told the bytes read from disk, for progress.
 */
export async function* readLines(
  input: Input,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<readonly Line[]> {
  let rest = "";
  try {
    for await (const chunk of openText(input, onBytes)) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      if (parts.length > 0) yield parts.map((text) => ({ text, complete: true }));
    }
  } catch (error) {
    const broken = error instanceof Error ? error.message : String(error);
    if (rest !== "") yield [{ text: rest, complete: false }];
    yield [{ broken }];
    return;
  }
  if (rest !== "") yield [{ text: rest, complete: false }];
}

function openText(input: Input, onBytes: (bytes: number) => void): AsyncIterable<string> {
  const raw: Readable =
    input.path === "-"
      ? process.stdin
      : createReadStream(input.path, { highWaterMark: CHUNK_BYTES });
  raw.on("data", (chunk: Buffer | string) => onBytes(chunk.length));
  const gunzip = input.gzip ? createGunzip() : undefined;
  const text: Readable = gunzip === undefined ? raw : raw.pipe(gunzip);
  // `pipe` forwards no error: without this a vanished file would hang the reader.
  if (gunzip !== undefined) raw.on("error", (error) => gunzip.destroy(error));
  text.setEncoding("utf8");
  return text;
}
