import { isRefusal, isResult } from "../ledger/counters.ts";
import { Ledger, type Refusal } from "../ledger/ledger.ts";
import { mergeRecord } from "../ledger/merge-record.ts";
import { OpenTurn } from "../ledger/open-turn.ts";
import {
  ASKED_AGAIN,
  type CallRecord,
  type RunCounters,
  type TraceRecord,
} from "../ledger/records.ts";
import { checkPolicy } from "../options/check-policy.ts";
import { checkRecord, checkRecords } from "../options/check-records.ts";
import type { HaltReason } from "../vocabulary.ts";
import type { PolicyInput } from "./policy.ts";
import { resolvePolicy } from "./resolve-policy.ts";

/** A call on which the two policies differ. */
export interface ReplayedCall {
  readonly turn: number;
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
}

/** What another policy would have done with one run. */
export interface ReplayedRun {
  readonly runId: string;
  /** Calls that it would have refused and that were executed. */
  readonly refused: readonly (ReplayedCall & { readonly rule: Refusal["rule"] })[];
  /** Calls that it would have executed and that were refused; what they would have given is not known. */
  readonly executed: readonly ReplayedCall[];
  /** The turn in which it would have ended the run, and why. */
  readonly end:
    | { readonly turn: number; readonly reason: HaltReason; readonly rule: string }
    | undefined;
  /** The counters up to that end. */
  readonly counters: RunCounters;
}

/**
 * What another policy would have done with recorded runs. The same fold as in a live run, over the
 * same records; exact up to the first call on which the policies differ, since from there on the
 * model might have gone another way. Waits and attempts are not replayed.
 *
 * @throws RecourseError `invalid_option`, where these are no records or no policy
 */
export function replay(records: Iterable<TraceRecord>, policy: PolicyInput = {}): ReplayedRun[] {
  checkRecords("replay()", records);
  checkPolicy("policy", policy, { of: "replay()" });
  const runs = new Map<string, Map<string, CallRecord>>();
  for (const record of records) {
    checkRecord("replay()", record);
    if (record.schema !== "recourse.call/1") continue;
    let calls = runs.get(record.runId);
    if (calls === undefined) {
      calls = new Map();
      runs.set(record.runId, calls);
    }
    const key = `${record.turn}:${record.index}`;
    const known = calls.get(key);
    calls.set(key, known === undefined ? record : mergeRecord(known, record));
  }
  const limits = resolvePolicy(policy);
  return [...runs].map(([runId, calls]) => {
    const ordered = [...calls.values()].sort((a, b) => a.turn - b.turn || a.index - b.index);
    return new Replay(runId, new Ledger(limits)).run(ordered);
  });
}

class Replay {
  readonly #runId: string;
  readonly #ledger: Ledger;
  readonly #refused: (ReplayedCall & { rule: Refusal["rule"] })[] = [];
  readonly #executed: ReplayedCall[] = [];
  #end: ReplayedRun["end"];

  constructor(runId: string, ledger: Ledger) {
    this.#runId = runId;
    this.#ledger = ledger;
  }

  run(records: readonly CallRecord[]): ReplayedRun {
    for (const record of records) {
      if (this.#ledger.open !== undefined && record.turn > this.#ledger.open.turn) this.#close();
      if (this.#end !== undefined) break;
      this.#ledger.open ??= new OpenTurn(record.turn);
      this.#add(record);
    }
    this.#close();
    return {
      runId: this.#runId,
      refused: this.#refused,
      executed: this.#executed,
      end: this.#end,
      counters: this.#ledger.counters(),
    };
  }

  #add(record: CallRecord): void {
    if (!isResult(record)) return;
    const { turn, index, callId, tool } = record;
    const at = { turn, index, callId, tool };
    const refusal = this.#ledger.ask(record.signature, tool, record);
    if (refusal !== undefined) {
      if (!isRefusal(record)) this.#refused.push({ ...at, rule: refusal.rule });
      if (refusal.again) this.#stop(turn, "no_progress", ASKED_AGAIN);
      this.#settle(asRefused(record), false);
      return;
    }
    if (isRefusal(record)) {
      this.#executed.push(at);
      return;
    }
    this.#settle(record, true);
    const { tripped, decision } = record;
    if (decision === "halt" && tripped !== undefined) {
      this.#stop(turn, tripped.rule as HaltReason, tripped.rule);
    }
  }

  #settle(record: CallRecord, admitted: boolean): void {
    const slot = this.#ledger.open?.add(record);
    if (slot === undefined) return;
    slot.signature = record.signature;
    slot.admitted = admitted;
    slot.reads = record.effect === "read";
    this.#ledger.open?.settle(slot, record);
  }

  #close(): void {
    const turn = this.#ledger.open?.turn ?? 0;
    const verdict = this.#ledger.close();
    if (verdict !== undefined) this.#stop(turn, verdict.reason, verdict.rule);
  }

  #stop(turn: number, reason: HaltReason, rule: string): void {
    this.#end ??= { turn, reason, rule };
  }
}

function asRefused(record: CallRecord): CallRecord {
  return {
    ...record,
    ok: false,
    decision: "refuse",
    errorType: "repeated_call",
    errorClass: "forbidden",
    attemptLog: [],
  };
}
