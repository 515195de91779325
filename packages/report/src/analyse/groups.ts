import type { CallRecord, RunRecord } from "@recourse/core";
import type { RecordConsumer } from "../read/read-records.ts";
import { Group } from "./group.ts";
import { labelReader, mixReader } from "./label-of.ts";
import { RunSums, type Step } from "./run-sums.ts";
import { TwoGenerations } from "./two-generations.ts";

/** Groups that are told apart; further values of the label are counted together. */
const MAX_GROUPS = 50;
const OTHER_GROUPS = "(others)";

/**
 * Calls that the runs followed at once may have had, at the least. A run that was not heard of while
 * this many calls of others went by is counted as it stands and forgotten.
 */
const CALLS_REMEMBERED = 20_000;

/** A run weighs as much as a few calls, so that very many empty ones are bounded too. */
const RUN_WEIGHT = 4;

/** How records are cut into groups. */
export interface GroupsOptions {
  /** The label by which groups are made. @default "framework" */
  readonly by?: string;
  /** Takes the place of the label: gives the group of a run by its first record. */
  readonly name?: (record: CallRecord | RunRecord) => string;
  /** The attribute that names the kind of task, for comparisons. @default "scenario" */
  readonly scenario?: string;
  /** Told of each run that is forgotten. */
  readonly onClose?: (run: RunSums) => void;
}

interface OpenRun {
  /** A run belongs to the group of its first record. */
  readonly group: Group;
  readonly sums: RunSums;
}

/** Runs cut into groups by a label, each with what it takes to compare it with another. */
export class Groups implements RecordConsumer {
  /** The label. */
  readonly by: string;
  readonly #groups = new Map<string, Group>();
  readonly #label: (record: CallRecord | RunRecord) => string;
  readonly #mix: ReturnType<typeof mixReader>;
  readonly #runs: TwoGenerations<OpenRun>;

  /** @throws UsageError for a label without a name. */
  constructor({ by = "framework", name, scenario = "scenario", onClose }: GroupsOptions = {}) {
    this.by = by;
    this.#label = name ?? labelReader(by);
    this.#mix = mixReader(scenario);
    this.#runs = new TwoGenerations({
      limit: CALLS_REMEMBERED,
      weigh: ({ sums }) => RUN_WEIGHT + sums.calls,
      close: ({ group, sums }, runId) => {
        group.close(runId);
        onClose?.(sums);
      },
    });
  }

  /** Counts a call in the group of its run. */
  call(record: CallRecord): Step {
    const { group, sums } = this.#run(record);
    return group.call(record, sums);
  }

  /** Counts the end of a run in its group. */
  run(record: RunRecord): void {
    const { group, sums } = this.#run(record);
    group.run(record, sums);
  }

  /** By name, in alphabetical order. */
  sorted(): readonly (readonly [string, Group])[] {
    return [...this.#groups].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Runs that are still followed. */
  *openRuns(): Generator<RunSums> {
    for (const { sums } of this.#runs.values()) yield sums;
  }

  #run(record: CallRecord | RunRecord): OpenRun {
    return this.#runs.of(record.runId, () => {
      const group = this.#group(this.#label(record));
      const sums = new RunSums(this.#mix(record));
      group.open(record.runId, sums);
      return { group, sums };
    });
  }

  #group(name: string): Group {
    const key = this.#groups.has(name) || this.#groups.size < MAX_GROUPS ? name : OTHER_GROUPS;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = new Group();
    this.#groups.set(key, group);
    return group;
  }
}
