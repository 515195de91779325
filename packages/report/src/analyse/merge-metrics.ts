import { type Metrics, type Rate, wilson } from "@recourse/core";

type Counts = Readonly<Partial<Record<string, number>>>;

/** The metrics of several groups of runs taken together. A run belongs to one group. */
export function mergeMetrics(parts: readonly Metrics[]): Metrics {
  const sum = (of: (part: Metrics) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const rate = (of: (part: Metrics) => Rate): Rate =>
    wilson(
      sum((part) => of(part).count),
      sum((part) => of(part).of),
    );
  const counts = <T extends Counts>(of: (part: Metrics) => T): T => {
    const total: Record<string, number> = {};
    for (const part of parts) {
      for (const [key, count] of Object.entries(of(part))) {
        total[key] = (total[key] ?? 0) + (count ?? 0);
      }
    }
    return total as unknown as T;
  };
  const recovery = rate((part) => part.recovery);
  const turns = sum((part) => part.turnsToRecover * part.recovery.count);
  return {
    runs: sum((part) => part.runs),
    calls: sum((part) => part.calls),
    attempts: sum((part) => part.attempts),
    errors: sum((part) => part.errors),
    errorRate: rate((part) => part.errorRate),
    byErrorType: counts((part) => part.byErrorType),
    byErrorClass: counts((part) => part.byErrorClass),
    byFault: counts((part) => part.byFault),
    hostRecovered: rate((part) => part.hostRecovered),
    recovery,
    turnsToRecover: recovery.count === 0 ? 0 : turns / recovery.count,
    wasted: rate((part) => part.wasted),
    refused: sum((part) => part.refused),
    errorTokens: sum((part) => part.errorTokens),
    errorTokensResent: sum((part) => part.errorTokensResent),
    addedWaitMs: sum((part) => part.addedWaitMs),
    stopReasons: counts((part) => part.stopReasons),
  };
}
