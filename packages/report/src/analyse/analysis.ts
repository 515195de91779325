import type { CallRecord, RunRecord } from "@recourse/core";
import type { RecordConsumer } from "../read/read-records.ts";
import { Group } from "./group.ts";
import { Incidents } from "./incidents.ts";
import { type LabelReader, labelReader } from "./label-of.ts";
import { Timeline } from "./timeline.ts";
import { ToolTable } from "./tool-table.ts";
import { Waits } from "./waits.ts";

/** Groups that are told apart; further values of the label are counted together. */
const MAX_GROUPS = 50;
const OTHER_GROUPS = "(others)";

/** How an analysis cuts the records. */
export interface AnalysisOptions {
  /** The label by which groups are made. @default "framework" */
  readonly by?: string;
  /** The attribute that names the kind of task, for comparisons. @default "scenario" */
  readonly scenario?: string;
}

/** Everything that reports and comparisons say, from records in one pass and bounded memory. */
export class Analysis implements RecordConsumer {
  readonly all: Group = new Group();
  readonly groups: Map<string, Group> = new Map();
  readonly tools: ToolTable = new ToolTable();
  readonly timeline: Timeline = new Timeline();
  readonly waits: Waits = new Waits();
  readonly incidents: Incidents = new Incidents();
  readonly by: string;
  readonly #label: LabelReader;
  readonly #scenario: LabelReader;

  constructor({ by = "framework", scenario = "scenario" }: AnalysisOptions = {}) {
    this.by = by;
    this.#label = labelReader(by);
    this.#scenario = labelReader(scenario);
  }

  call(record: CallRecord): void {
    const counted = this.all.call(record);
    this.#group(this.#label(record)).call(record);
    this.tools.add(record, counted);
    this.timeline.add(record, counted);
    if (counted !== "skipped") this.waits.add(record);
  }

  run(record: RunRecord): void {
    const scenario = this.#scenario(record);
    this.all.run(record, scenario);
    this.#group(this.#label(record)).run(record, scenario);
    this.incidents.add(record);
  }

  /** Groups by name, in alphabetical order. */
  sortedGroups(): readonly (readonly [string, Group])[] {
    return [...this.groups].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #group(name: string): Group {
    const key = this.groups.has(name) || this.groups.size < MAX_GROUPS ? name : OTHER_GROUPS;
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const group = new Group();
    this.groups.set(key, group);
    return group;
  }
}
