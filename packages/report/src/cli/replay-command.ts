import { readPolicy } from "../replay/read-policy.ts";
import { ReplaySums } from "../replay/replay-sums.ts";
import { replayTables } from "../replay/replay-tables.ts";
import { RunCollector } from "../replay/run-collector.ts";
import { UsageError } from "../usage-error.ts";
import { type Command, prepare, readTraces, writeTables } from "./command.ts";
import type { OutputFormat } from "./output.ts";

/** `recourse replay` */
export const replayCommand: Command = {
  options: ["policy"],
  async run(line, terminal) {
    const { policy } = line.text;
    if (policy === undefined) {
      throw new UsageError("Say which policy: --policy policy.json, or default, or strict.");
    }
    const sums = new ReplaySums(readPolicy(policy));
    const { inputs, format, output } = prepare(line, terminal);
    const collector = new RunCollector((run) => sums.add(run));
    const tally = await readTraces(inputs, collector, line, terminal);
    collector.finish();
    await writeTables(
      replayTables(sums, collector),
      format as Exclude<OutputFormat, "html">,
      output,
      { tally, terminal },
    );
    return 0;
  },
};
