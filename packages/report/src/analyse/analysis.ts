import type { CallRecord, Metrics, RunRecord } from "@recourse/core";
import type { RecordConsumer } from "../read/read-records.ts";
import { Groups } from "./groups.ts";
import { Incidents } from "./incidents.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import { Timeline } from "./timeline.ts";
import { ToolTable } from "./tool-table.ts";
import { Waits } from "./waits.ts";

/** How an analysis cuts the records. */
export interface AnalysisOptions {
  /** The label by which groups are made. @default "framework" */
  readonly by?: string | undefined;
}

/** Everything that a report says, from records in one pass and bounded memory. */
export class Analysis implements RecordConsumer {
  readonly groups: Groups;
  readonly tools: ToolTable = new ToolTable();
  readonly timeline: Timeline = new Timeline();
  readonly waits: Waits = new Waits();
  readonly incidents: Incidents = new Incidents();
  #from: string | undefined;
  #to: string | undefined;

  /** @throws UsageError for a label without a name. */
  constructor({ by = "framework" }: AnalysisOptions = {}) {
    this.groups = new Groups({ by, onClose: (run) => this.tools.close(run) });
  }

  /** The label by which groups are made. */
  get by(): string {
    return this.groups.by;
  }

  /** Counts a call. */
  call(record: CallRecord): void {
    const step = this.groups.call(record);
    if (step.counted === "skipped") return;
    this.tools.add(record, step);
    this.timeline.add(record, step.counted);
    this.waits.add(record);
    this.incidents.call(record);
    const { time } = record;
    if (this.#from === undefined || time < this.#from) this.#from = time;
    if (this.#to === undefined || time > this.#to) this.#to = time;
  }

  /** Counts the end of a run. */
  run(record: RunRecord): void {
    this.groups.run(record);
    this.incidents.run(record);
  }

  /** The metrics of all groups together. */
  metrics(): Metrics {
    return mergeMetrics(this.groups.sorted().map(([, group]) => group.metrics()));
  }

  /** When the first and the last call settled, as the records say it. */
  get span(): { readonly from: string; readonly to: string } | undefined {
    return this.#from === undefined || this.#to === undefined
      ? undefined
      : { from: this.#from, to: this.#to };
  }
}
