import type { CallRecord, RunRecord, TraceRecord } from "@recourse/core";
import { TwoGenerations } from "../analyse/two-generations.ts";
import type { RecordConsumer } from "../read/read-records.ts";

/** The records of one run. */
export interface CollectedRun {
  readonly runId: string;
  readonly calls: readonly CallRecord[];
  /** The last record of the run's end. */
  readonly end: RunRecord | undefined;
}

interface OpenRun {
  readonly calls: CallRecord[];
  end: RunRecord | undefined;
}

/** Records that are held at once, at the least, before runs that went quiet are handed over. */
const RECORDS_HELD = 15_000;

/** Calls of one run that are held: the engine's own memory of a run reaches as far. */
const CALLS_OF_A_RUN = 10_000;

/** Runs that are remembered after they were handed over, to notice when more of them comes. */
const REMEMBERED = 100_000;

/** Puts the records of each run together, in bounded memory, and hands the runs over. */
export class RunCollector implements RecordConsumer {
  readonly #take: (run: CollectedRun) => void;
  readonly #open = new TwoGenerations<OpenRun>({
    limit: RECORDS_HELD,
    weigh: ({ calls }) => 1 + calls.length,
    close: (run, runId) => this.#close(run, runId),
  });
  readonly #closed = new Set<string>();
  #split = 0;
  #cut = 0;

  constructor(take: (run: CollectedRun) => void) {
    this.#take = take;
  }

  /** Puts a call with the others of its run. */
  call(record: CallRecord): void {
    const { calls } = this.#run(record);
    if (calls.length >= CALLS_OF_A_RUN) {
      this.#cut += 1;
      return;
    }
    calls.push(slim(record));
  }

  /** Notes the end of a run; the last one stays. */
  run(record: RunRecord): void {
    this.#run(record).end = record;
  }

  /** Hands over what is still held. */
  finish(): void {
    this.#open.closeAll();
  }

  /** Runs of which more came after they had been handed over: they were replayed in parts. */
  get split(): number {
    return this.#split;
  }

  /** Calls that were left out since their runs are too long. */
  get cut(): number {
    return this.#cut;
  }

  #run({ runId }: TraceRecord): OpenRun {
    return this.#open.of(runId, () => {
      if (this.#closed.has(runId)) this.#split += 1;
      return { calls: [], end: undefined };
    });
  }

  #close({ calls, end }: OpenRun, runId: string): void {
    if (this.#closed.size < REMEMBERED) this.#closed.add(runId);
    this.#take({ runId, calls, end });
  }
}

/** Without what a replay has no use for, since many are held. */
function slim(record: CallRecord): CallRecord {
  const { args: _args, detail: _detail, attributes: _attributes, ...rest } = record;
  return rest;
}
