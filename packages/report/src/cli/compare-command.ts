import { Group } from "../analyse/group.ts";
import { Groups } from "../analyse/groups.ts";
import { comparisonTables } from "../compare/comparison-tables.ts";
import { findInputs } from "../read/find-inputs.ts";
import { emptyTally, type ReadTally } from "../read/read-records.ts";
import { UsageError } from "../usage-error.ts";
import { type Command, prepare, readTraces, type Terminal, writeTables } from "./command.ts";
import type { CommandLine } from "./options.ts";
import type { OutputFormat } from "./output.ts";

type NamedGroup = readonly [name: string, group: Group];

/** `recourse compare` */
export const compareCommand: Command = {
  options: ["by", "baseline", "scenario"],
  async run(line, terminal) {
    const { by, scenario = "scenario", baseline } = line.text;
    const { inputs, format, output } = prepare(line, terminal);
    const tally = emptyTally();
    const groups =
      by === undefined
        ? await byTrace(line, terminal, scenario, tally)
        : await byLabel(by, scenario);
    const { tables, warnings } = comparisonTables({
      groups,
      by: by ?? "trace",
      scenario,
      baseline,
    });
    await writeTables(tables, format as Exclude<OutputFormat, "html">, output, {
      tally,
      terminal,
      extra: { warnings },
    });
    return 0;

    async function byLabel(label: string, of: string): Promise<readonly NamedGroup[]> {
      const found = new Groups({ by: label, scenario: of });
      addTally(tally, await readTraces(inputs, found, line, terminal));
      return found.sorted();
    }
  },
};

/** Each path that was named is a group, whatever the records say: run ids may be the same in both. */
async function byTrace(
  line: CommandLine,
  terminal: Terminal,
  scenario: string,
  tally: ReadTally,
): Promise<readonly NamedGroup[]> {
  if (new Set(line.paths).size < 2) {
    throw new UsageError(
      "Name two traces to compare, or a label within one: recourse compare a/ b/, or recourse compare traces/ --by framework.",
    );
  }
  const groups: NamedGroup[] = [];
  for (const path of new Set(line.paths)) {
    const side = new Groups({ name: () => path, scenario });
    addTally(tally, await readTraces(findInputs([path]), side, line, terminal));
    groups.push(side.sorted()[0] ?? [path, new Group()]);
  }
  return groups;
}

function addTally(into: ReadTally, from: ReadTally): void {
  for (const key of ["files", "bytes", "lines", "calls", "runs"] as const) into[key] += from[key];
  for (const key of ["unreadable", "truncated", "incomplete"] as const) into[key] += from[key];
  into.broken.push(...from.broken);
  for (const key of ["otherSchemas", "unknownFields"] as const) {
    for (const [name, amount] of from[key]) {
      into[key].set(name, (into[key].get(name) ?? 0) + amount);
    }
  }
}
