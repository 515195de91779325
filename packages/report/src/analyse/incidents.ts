import { type CallRecord, isRefusal, type RunRecord, type Tripped } from "@recourse/core";

/** Runs that ended for the same reason by the same call, or refusals of the same call. */
export interface IncidentRow {
  /** A stop reason, or `refused` for a call that was not executed while its run went on. */
  readonly end: string;
  readonly tripped: Tripped;
  readonly count: number;
  /** The newest run that this happened in. */
  readonly runId: string;
  /** ISO 8601. */
  readonly time: string;
  readonly framework: string;
}

/** Kinds of incident that are told apart. */
const MAX_KINDS = 2_000;

/** What a limit stopped: the ends of runs first, then refused calls, the most frequent first. */
export class Incidents {
  readonly #kinds = new Map<string, IncidentRow>();
  #others = 0;

  /** Notes a call that was refused; any other is none of its business. */
  call(record: CallRecord): void {
    const { tripped } = record;
    if (tripped === undefined || !isRefusal(record)) return;
    // This one ended its run, whose own record says so.
    if (tripped.rule === "refused_call_asked_again") return;
    const { runId, framework, time } = record;
    this.#add({ end: "refused", tripped, runId, framework, time });
  }

  /** Notes the end of a run that something tripped. */
  run(record: RunRecord): void {
    const { tripped, stopReason, runId, framework, endedAt } = record;
    if (tripped === undefined) return;
    this.#add({ end: stopReason, tripped, runId, framework, time: endedAt });
  }

  /** Kinds of incident, the ends of runs first, the most frequent first within each. */
  rows(): readonly IncidentRow[] {
    return [...this.#kinds.values()].sort(
      (a, b) =>
        Number(a.end === "refused") - Number(b.end === "refused") ||
        b.count - a.count ||
        (a.time < b.time ? 1 : -1),
    );
  }

  /** Incidents beyond the kinds that are told apart. */
  get others(): number {
    return this.#others;
  }

  #add(incident: Omit<IncidentRow, "count">): void {
    const { end, tripped } = incident;
    const call = tripped.signature ?? tripped.args;
    const key = [end, tripped.rule, tripped.tool, call].join("\n");
    const known = this.#kinds.get(key);
    if (known === undefined && this.#kinds.size >= MAX_KINDS) {
      this.#others += 1;
      return;
    }
    const newest = known === undefined || known.time <= incident.time ? incident : known;
    this.#kinds.set(key, { ...newest, count: (known?.count ?? 0) + 1 });
  }
}
