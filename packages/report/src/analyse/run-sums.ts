import {
  type CallRecord,
  type CountedAs,
  isFailure,
  isRefusal,
  type RunRecord,
  type StopReason,
} from "@recourse/core";

/** What a call meant for the error episodes of its run. */
export interface Step {
  readonly counted: CountedAs;
  /** The first failure of an episode. */
  readonly began: boolean;
  /** The turns that an episode took, when this call ended it with a success. */
  readonly recoveredIn: number | undefined;
}

const SKIPPED: Step = { counted: "skipped", began: false, recoveredIn: undefined };
const COUNTED: Step = { counted: "counted", began: false, recoveredIn: undefined };
const WASTED: Step = { counted: "wasted", began: false, recoveredIn: undefined };

/** A tool's failures in one run. */
export interface ToolFailures {
  /** The turn in which the open episode began. */
  since: number | undefined;
  tokens: number;
  /** The same tokens, each times its turn: what was re-sent follows when the last turn is known. */
  tokensByTurn: number;
}

/** Tools whose failures are told apart in one run. */
const MAX_TOOLS = 1_000;

/** The numbers of one run, while its records come in. */
export class RunSums {
  readonly labels: ReadonlyMap<string, string>;
  calls = 0;
  errors = 0;
  refused = 0;
  wasted = 0;
  executed = 0;
  triedAgain = 0;
  hostRecovered = 0;
  episodes = 0;
  recovered = 0;
  errorTokens = 0;
  waitMs = 0;
  lastTurn = 0;
  ended: StopReason | undefined;
  readonly #tools = new Map<string, ToolFailures>();

  /** @param labels in which runs that are compared should not differ. */
  constructor(labels: ReadonlyMap<string, string>) {
    this.labels = labels;
  }

  /**
   * Counts a call of this run.
   *
   * @param counted what the metrics made of it.
   */
  call(record: CallRecord, counted: CountedAs): Step {
    if (counted === "skipped") return SKIPPED;
    this.calls += 1;
    this.lastTurn = Math.max(this.lastTurn, record.turn);
    if (counted === "wasted") this.wasted += 1;
    if (isRefusal(record)) this.refused += 1;
    for (const attempt of record.attemptLog) this.waitMs += attempt.waitMs;
    if (record.attemptLog.length > 0) this.executed += 1;
    if (record.attemptLog.length > 1) {
      this.triedAgain += 1;
      if (record.ok) this.hostRecovered += 1;
    }
    if (isFailure(record)) {
      return { counted, began: this.#fail(record), recoveredIn: undefined };
    }
    const recoveredIn = record.ok ? this.#succeed(record) : undefined;
    if (recoveredIn !== undefined) return { counted, began: false, recoveredIn };
    return counted === "wasted" ? WASTED : COUNTED;
  }

  /** Notes why the run ended; the last time counts. */
  run(record: RunRecord): void {
    this.ended = record.stopReason;
  }

  /** Tools that failed in this run. */
  tools(): IterableIterator<[string, ToolFailures]> {
    return this.#tools.entries();
  }

  /** As core's metrics have it: read in the turn after its own, carried along in each later one. */
  resent({ tokens, tokensByTurn }: ToolFailures): number {
    return tokens * this.lastTurn - tokensByTurn;
  }

  get errorTokensResent(): number {
    let sum = 0;
    for (const failures of this.#tools.values()) sum += this.resent(failures);
    return sum;
  }

  #fail({ tool, turn, contentTokens }: CallRecord): boolean {
    this.errors += 1;
    this.errorTokens += contentTokens;
    let failures = this.#tools.get(tool);
    if (failures === undefined) {
      failures = { since: undefined, tokens: 0, tokensByTurn: 0 };
      if (this.#tools.size < MAX_TOOLS) this.#tools.set(tool, failures);
    }
    failures.tokens += contentTokens;
    failures.tokensByTurn += contentTokens * turn;
    if (failures.since !== undefined) return false;
    failures.since = turn;
    this.episodes += 1;
    return true;
  }

  #succeed({ tool, turn }: CallRecord): number | undefined {
    const failures = this.#tools.get(tool);
    if (failures?.since === undefined) return undefined;
    const turns = Math.max(0, turn - failures.since);
    failures.since = undefined;
    this.recovered += 1;
    return turns;
  }
}
