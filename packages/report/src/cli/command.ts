import { findInputs, type Input } from "../read/find-inputs.ts";
import { type ReadTally, type RecordConsumer, readRecords } from "../read/read-records.ts";
import { render } from "../render/render.ts";
import type { Table } from "../render/table.ts";
import { readingNotes } from "../report/reading-notes.ts";
import type { CommandLine, OptionName } from "./options.ts";
import { Output, type OutputFormat, outputFormat } from "./output.ts";
import { Progress, type ProgressStream } from "./progress.ts";

/** The process as commands see it. */
export interface Terminal {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: ProgressStream;
}

/** One of the things that `recourse` can do. */
export interface Command {
  /** Its options besides those that all have. */
  readonly options: readonly OptionName[];
  /** @returns the exit code. */
  run(line: CommandLine, terminal: Terminal): Promise<number>;
}

/**
 * Reads traces and says how far it is.
 *
 * @throws Error when there was no record at all, before anything is written: an empty page in place of
 * last night's report is found out late.
 */
export async function readTraces(
  inputs: readonly Input[],
  consumer: RecordConsumer,
  line: CommandLine,
  terminal: Terminal,
): Promise<ReadTally> {
  const progress = line.flags.has("quiet") ? undefined : new Progress(inputs, terminal.stderr);
  const tally = await readRecords(inputs, consumer, (read) => progress?.update(read));
  progress?.end();
  if (tally.calls + tally.runs === 0) throw new Error(noRecords(inputs, tally));
  return tally;
}

function noRecords(inputs: readonly Input[], tally: ReadTally): string {
  const [{ path } = { path: "" }] = inputs;
  const where = inputs.length > 1 ? `${inputs.length} files` : path === "-" ? "stdin" : path;
  return [
    `no records in ${where}.`,
    ...readingNotes(tally),
    'Records come from a sink: createRecovery({ sinks: [jsonlSink("traces/run.jsonl")] }), and await recovery.flush() before the process ends.',
  ].join(" ");
}

/** A command's traces, format and output, checked before anything is read. */
export function prepare(
  line: CommandLine,
  terminal: Terminal,
  html = false,
): { readonly inputs: readonly Input[]; readonly format: OutputFormat; readonly output: Output } {
  const format = outputFormat(line, html);
  const inputs = findInputs(line.paths);
  const output = new Output(line, inputs, (text) => terminal.stdout.write(text));
  return { inputs, format, output };
}

/** Writes tables; what could not be read is said on standard error, and in the JSON. */
export async function writeTables(
  tables: readonly Table[],
  format: Exclude<OutputFormat, "html">,
  output: Output,
  {
    tally,
    terminal,
    extra = {},
  }: {
    readonly tally: ReadTally;
    readonly terminal: Terminal;
    readonly extra?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const read = {
    files: tally.files,
    bytes: tally.bytes,
    lines: tally.lines,
    calls: tally.calls,
    runs: tally.runs,
    unreadable: tally.unreadable,
    truncated: tally.truncated,
    incomplete: tally.incomplete,
    broken: tally.broken,
    otherSchemas: Object.fromEntries(tally.otherSchemas),
    unknownFields: Object.fromEntries(tally.unknownFields),
  };
  await output.write(render(tables, format, { read, ...extra }));
  sayNotes(tally, output, terminal);
}

/** Says on standard error what was written where, and what could not be read. */
export function sayNotes(tally: ReadTally, output: Output, terminal: Terminal): void {
  for (const note of readingNotes(tally)) terminal.stderr.write(`recourse: ${note}\n`);
  if (output.path !== undefined) terminal.stderr.write(`Wrote ${output.path}\n`);
}
