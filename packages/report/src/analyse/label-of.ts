import type { RecordLabels } from "@recourse/core";
import { UsageError } from "../usage-error.ts";

/** The labels that every record has a place for; any other name is looked up among `attributes`. */
const FIXED_LABELS = ["framework", "model", "agent", "mode"] as const;

/** The name of the group of a record that lacks the label. */
export const UNLABELLED = "(none)";

/**
 * A framework's name for people. A hand-written loop is recorded as `none`, which in a table would read
 * as if nothing were known of it.
 */
export function frameworkName(framework: string): string {
  return framework === "none" ? "no framework" : framework;
}

/** Reads one label of a record, as text. */
export type LabelReader = (record: RecordLabels) => string;

/**
 * A reader for a label by its name: `framework`, `model`, `agent`, `mode`, or any attribute.
 *
 * @throws UsageError for an empty name.
 */
export function labelReader(name: string): LabelReader {
  if (name.trim() === "") {
    throw new UsageError(`--by needs a name: ${FIXED_LABELS.join(", ")}, or an attribute's.`);
  }
  if (name === "framework") return ({ framework }) => frameworkName(framework);
  const fixed = FIXED_LABELS.find((label) => label === name);
  if (fixed !== undefined) return (record) => record[fixed] ?? UNLABELLED;
  return (record) => String(record.attributes?.[name] ?? UNLABELLED);
}

/** Labels in which groups may differ without anyone meaning it. */
const MIXED = ["framework", "model", "agent", "mode"] as const;

/** Reads the labels that are checked before groups are compared: those above, and the scenario. */
export function mixReader(scenario: string): (record: RecordLabels) => ReadonlyMap<string, string> {
  const readers = [scenario, ...MIXED].map((name) => [name, labelReader(name)] as const);
  return (record) => new Map(readers.map(([name, read]) => [name, read(record)]));
}
