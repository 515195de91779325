import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import type { Input } from "../read/find-inputs.ts";
import { FORMATS, type Format, parseFormat } from "../render/render.ts";
import { UsageError } from "../usage-error.ts";
import type { CommandLine } from "./options.ts";

/** What a report can be written as besides tables. */
export type OutputFormat = Format | "html";

const BY_ENDING: Readonly<Record<string, OutputFormat>> = {
  ".html": "html",
  ".htm": "html",
  ".json": "json",
  ".csv": "csv",
  ".md": "markdown",
  ".markdown": "markdown",
  ".txt": "table",
};

/**
 * The format that was asked for: by name, by the ending of the file, or a table.
 *
 * @param html whether the command can write a page.
 * @throws UsageError for a format that the command does not have.
 */
export function outputFormat({ text }: CommandLine, html = false): OutputFormat {
  const format = text.format === undefined ? byEnding(text.out) : byName(text.format, html);
  if (format === "html" && !html) {
    throw new UsageError(`Only recourse report writes HTML: use ${FORMATS.join(", ")} here.`);
  }
  return format;
}

function byName(name: string, html: boolean): OutputFormat {
  if (name === "html") return "html";
  try {
    return parseFormat(name);
  } catch {
    throw new UsageError(
      `Unknown format "${name}": use ${[...FORMATS, ...(html ? ["html"] : [])].join(", ")}.`,
    );
  }
}

function byEnding(out: string | undefined): OutputFormat {
  if (out === undefined) return "table";
  const format = BY_ENDING[extname(out).toLowerCase()];
  if (format !== undefined) return format;
  throw new UsageError(
    `The ending of ${out} says no format: use ${Object.keys(BY_ENDING).join(", ")}, or add --format.`,
  );
}

/** Where a result goes: standard output, or a file. Checked before anything is read. */
export class Output {
  readonly path: string | undefined;
  readonly #print: (text: string) => void;

  /** @throws UsageError when the file would take the place of a trace. */
  constructor({ text }: CommandLine, inputs: readonly Input[], print: (text: string) => void) {
    this.path = text.out;
    this.#print = print;
    const out = text.out === undefined ? undefined : resolve(text.out);
    if (inputs.some(({ path }) => path !== "-" && resolve(path) === out)) {
      throw new UsageError(`--out ${text.out} is one of the traces: it would be lost.`);
    }
  }

  /** @throws Error when the file cannot be written. */
  async write(content: string): Promise<void> {
    if (this.path === undefined) {
      this.#print(content);
      return;
    }
    await makeFolder(dirname(resolve(this.path)));
    await writeFile(this.path, content);
  }
}

/** Makes a folder and those it lies in. One by one: on some file systems Node's own way never ends. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => undefined)) !== undefined) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
}
