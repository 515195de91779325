import { Analysis } from "../analyse/analysis.ts";
import { UNLABELLED } from "../analyse/label-of.ts";
import { readingNotes, readingSummary } from "../report/reading-notes.ts";
import { reportTables } from "../report/report-tables.ts";
import { type Command, prepare, readTraces, sayNotes, writeTables } from "./command.ts";

/** `recourse report` */
export const reportCommand: Command = {
  options: ["by"],
  async run(line, terminal) {
    const analysis = new Analysis({ by: line.text.by });
    const { inputs, format, output } = prepare(line, terminal, true);
    const tally = await readTraces(inputs, analysis, line, terminal);
    const groups = analysis.groups.sorted();
    if (groups.length > 0 && groups.every(([name]) => name === UNLABELLED)) {
      terminal.stderr.write(
        `recourse: no record has ${analysis.by}, so there is one group. Choose another label by --by.\n`,
      );
    }
    if (format !== "html") {
      // What people read is kept short; programs get all.
      const forPeople = format === "table" || format === "markdown";
      const tables = reportTables(analysis, forPeople ? STRETCHES : undefined);
      await writeTables(tables, format, output, { tally, terminal });
      return 0;
    }
    // The chart library is loaded only when charts are drawn.
    const { renderHtml } = await import("../html/render-html.ts");
    await output.write(
      renderHtml(analysis, {
        source: line.paths.join(" "),
        summary: readingSummary(tally),
        notes: readingNotes(tally),
      }),
    );
    sayNotes(tally, output, terminal);
    return 0;
  },
};

/** Rows over time in what people read. */
const STRETCHES = 15;
