import type { ReadTally } from "../read/read-records.ts";
import { count } from "../render/table.ts";

/** What could not be read, or not fully, in sentences. Empty when there is nothing to warn of. */
export function readingNotes(tally: ReadTally): readonly string[] {
  const notes: string[] = [];
  const note = (amount: number, one: string, many: string): void => {
    if (amount > 0) notes.push(`${count(amount)} ${amount === 1 ? one : many}.`);
  };
  note(
    tally.unreadable,
    "line is no JSON object and was left out",
    "lines are no JSON objects and were left out",
  );
  note(
    tally.truncated,
    "last line broke off, as when a process is killed, and was left out",
    "last lines broke off, as when a process is killed, and were left out",
  );
  for (const words of tally.broken) notes.push(`Reading broke off: ${words}.`);
  if (tally.otherSchemas.size > 0) {
    notes.push(`Records of other schemas, left out: ${list(tally.otherSchemas)}.`);
  }
  note(
    tally.incomplete,
    "record lacks a field that every reader needs and was left out",
    "records lack a field that every reader needs and were left out",
  );
  if (tally.unknownFields.size > 0) {
    notes.push(`Fields that this version does not know, ignored: ${list(tally.unknownFields)}.`);
  }
  return notes;
}

/** What was read, in one sentence. */
export function readingSummary(tally: ReadTally): string {
  const files = `${count(tally.files)} ${tally.files === 1 ? "file" : "files"}`;
  return `${count(tally.calls)} calls and ${count(tally.runs)} ends of runs from ${files}.`;
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, amount]) => `${name} (${count(amount)})`).join(", ");
}
