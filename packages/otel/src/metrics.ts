import type { Counter, Histogram, Meter, ObservableResult } from "@opentelemetry/api";
import {
  type CallRecord,
  ERROR_TYPES,
  isFailure,
  isRefusal,
  isResult,
  MetricsBuilder,
  type RunRecord,
} from "@recourse/core";
import { ATTRIBUTES, type AttributeBag, compact, metricLabels } from "./attributes.ts";

/** The instruments' names. Those of the GenAI conventions keep theirs. */
export const METRICS = {
  duration: "gen_ai.execute_tool.duration",
  calls: "recourse.calls",
  attempts: "recourse.attempts",
  errors: "recourse.errors",
  refused: "recourse.refused_calls",
  errorTokens: "recourse.error_tokens",
  wait: "recourse.retry_wait",
  runs: "recourse.runs",
  episodes: "recourse.error_episodes",
  recovered: "recourse.recovered_episodes",
  hostRecovered: "recourse.host_recovered_calls",
  wasted: "recourse.wasted_calls",
  resent: "recourse.error_tokens_resent",
} as const;

/** The bucket bounds that the GenAI conventions advise for `gen_ai.execute_tool.duration`, in seconds. */
const DURATION_BUCKETS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** Sets of labels whose runs are followed. Above it new ones are counted call by call only. */
const MAX_LABEL_SETS = 1_000;

interface Followed {
  readonly labels: AttributeBag;
  readonly builder: MetricsBuilder;
}

/**
 * Core's metrics (`Metrics`) as OpenTelemetry instruments. What one record tells is counted as it
 * comes; what only a run tells (episodes, wasted calls, re-sent tokens) is read, when the meter
 * collects, from the same builder that the report uses.
 */
export class RecordMeter {
  readonly #duration: Histogram;
  readonly #calls: Counter;
  readonly #attempts: Counter;
  readonly #errors: Counter;
  readonly #refused: Counter;
  readonly #errorTokens: Counter;
  readonly #wait: Counter;
  readonly #runs: Counter;
  readonly #followed = new Map<string, Followed>();

  constructor(meter: Meter) {
    this.#duration = meter.createHistogram(METRICS.duration, {
      unit: "s",
      description: "Duration of a tool call, the host's retries and waits included.",
      advice: { explicitBucketBoundaries: DURATION_BUCKETS },
    });
    const counter = (name: string, unit: string, description: string): Counter =>
      meter.createCounter(name, { unit, description });
    this.#calls = counter(METRICS.calls, "{call}", "Tool calls with a result.");
    this.#attempts = counter(METRICS.attempts, "{attempt}", "Executions by the host.");
    this.#errors = counter(METRICS.errors, "{call}", "Failed tool calls, refusals included.");
    this.#refused = counter(METRICS.refused, "{call}", "Calls that were not executed.");
    this.#errorTokens = counter(METRICS.errorTokens, "{token}", "Tokens of failure texts.");
    this.#wait = counter(METRICS.wait, "ms", "Time that the host waited between attempts.");
    this.#runs = counter(METRICS.runs, "{run}", "Runs that ended, by stop reason.");
    this.#observe(meter);
  }

  call(record: CallRecord): void {
    const labels = metricLabels(record);
    this.#follow(labels)?.builder.add(record);
    if (!isResult(record)) return;
    const tool = { ...labels, [ATTRIBUTES.toolName]: record.tool };
    const failure = isFailure(record);
    const outcome = compact({
      ...tool,
      [ATTRIBUTES.errorType]: failure ? record.errorType : undefined,
    });
    this.#calls.add(1, outcome);
    this.#duration.record(record.durationMs / 1_000, outcome);
    this.#attempts.add(record.attemptLog.length, tool);
    if (isRefusal(record)) this.#refused.add(1, tool);
    const waitMs = record.attemptLog.reduce((sum, attempt) => sum + attempt.waitMs, 0);
    if (waitMs > 0) this.#wait.add(waitMs, tool);
    if (!failure || record.errorType === undefined) return;
    this.#errorTokens.add(record.contentTokens, tool);
    this.#errors.add(
      1,
      compact({
        ...outcome,
        [ATTRIBUTES.errorClass]: record.errorClass,
        [ATTRIBUTES.fault]: ERROR_TYPES[record.errorType]?.fault,
      }),
    );
  }

  run(record: RunRecord): void {
    const labels = metricLabels(record);
    this.#follow(labels)?.builder.add(record);
    this.#runs.add(1, { ...labels, [ATTRIBUTES.stopReason]: record.stopReason });
  }

  #follow(labels: AttributeBag): Followed | undefined {
    const key = JSON.stringify(labels);
    const known = this.#followed.get(key);
    if (known !== undefined || this.#followed.size >= MAX_LABEL_SETS) return known;
    const followed = { labels, builder: new MetricsBuilder() };
    this.#followed.set(key, followed);
    return followed;
  }

  #observe(meter: Meter): void {
    const gauge = (
      name: string,
      unit: string,
      description: string,
      read: (builder: MetricsBuilder) => number,
    ): void => {
      // Up-down, since a run that is still open may yet change what its calls count as.
      const counter = meter.createObservableUpDownCounter(name, { unit, description });
      counter.addCallback((result: ObservableResult) => {
        for (const { labels, builder } of this.#followed.values()) {
          result.observe(read(builder), labels);
        }
      });
    };
    gauge(
      METRICS.episodes,
      "{episode}",
      "Error episodes: a tool's first failure in a run.",
      (b) => b.metrics().recovery.of,
    );
    gauge(
      METRICS.recovered,
      "{episode}",
      "Error episodes that ended in a success.",
      (b) => b.metrics().recovery.count,
    );
    gauge(
      METRICS.hostRecovered,
      "{call}",
      "Calls that succeeded after a host retry.",
      (b) => b.metrics().hostRecovered.count,
    );
    gauge(
      METRICS.wasted,
      "{call}",
      "Executed identical repeats with an unchanged outcome.",
      (b) => b.metrics().wasted.count,
    );
    gauge(
      METRICS.resent,
      "{token}",
      "Failure tokens that later turns carried along.",
      (b) => b.metrics().errorTokensResent,
    );
  }
}
