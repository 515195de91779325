import type { StopReason } from "../vocabulary.ts";
import { BoundedMap } from "./bounded-map.ts";
import { isFailure, isRefusal, mayChangeState } from "./counters.ts";
import type { CallRecord } from "./records.ts";
import { StateChanges } from "./state-changes.ts";

/** Positions and signatures that are remembered of one run. */
const REMEMBERED = 10_000;

interface Latest {
  readonly turn: number;
  readonly outcomeHash: string;
}

/** What metrics need to remember of one run while its records come in. */
export class RunTally {
  episodes = 0;
  recovered = 0;
  turnsToRecover = 0;
  wasted = 0;
  ended: StopReason | undefined;
  #lastTurn = 0;
  #tokens = 0;
  #tokensByTurn = 0;
  readonly #changes = new StateChanges();
  readonly #seen = new BoundedMap<string, true>(REMEMBERED);
  /** The turn in which a tool's open episode began. */
  readonly #failing = new BoundedMap<string, number>(REMEMBERED);
  readonly #latest = new BoundedMap<string, Latest>(REMEMBERED);

  /** Whether this position was not counted yet. */
  isNew({ turn, index }: CallRecord): boolean {
    const key = `${turn}:${index}`;
    if (this.#seen.has(key)) return false;
    this.#seen.set(key, true);
    return true;
  }

  /** @returns whether the call was wasted: an executed repeat with an unchanged outcome. */
  add(record: CallRecord): boolean {
    const { tool, turn, signature, outcomeHash } = record;
    this.#lastTurn = Math.max(this.#lastTurn, turn);
    if (isFailure(record)) {
      this.#tokens += record.contentTokens;
      this.#tokensByTurn += record.contentTokens * turn;
      if (!this.#failing.has(tool)) {
        this.#failing.set(tool, turn);
        this.episodes += 1;
      }
    } else if (record.ok) {
      const since = this.#failing.get(tool);
      if (since !== undefined) {
        this.#failing.delete(tool);
        this.recovered += 1;
        this.turnsToRecover += Math.max(0, turn - since);
      }
    }
    if (isRefusal(record)) return false;
    const before = this.#latest.get(signature);
    const again =
      before !== undefined &&
      before.outcomeHash === outcomeHash &&
      record.repeats !== "allow" &&
      record.attemptLog.length > 0 &&
      !this.#changes.sinceBy(before.turn, signature);
    if (again) this.wasted += 1;
    this.#latest.set(signature, { turn, outcomeHash });
    if (mayChangeState(record)) this.#changes.note(signature, turn);
    return again;
  }

  /** Every error text is read in the turn after its own and carried along in each later one. */
  resentTokens(): number {
    return this.#tokens * this.#lastTurn - this.#tokensByTurn;
  }
}
