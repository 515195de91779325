import { type Meter, metrics, type Tracer, trace } from "@opentelemetry/api";
import type { Sink } from "@recourse/core";
import { checkFields, kinds } from "@recourse/core/adapter";
import { RecordMeter } from "./metrics.ts";
import { SPAN_SOURCES, type SpanSource, traceCall, traceRun } from "./spans.ts";

/** The instrumentation scope that our spans and metrics carry. */
const SCOPE = "@recourse/otel";

/** What `otelSink` takes. All optional. */
export interface OtelSinkOptions {
  /** @default the global provider's tracer */
  readonly tracer?: Tracer;
  /** @default the global provider's meter */
  readonly meter?: Meter;
  /**
   * Where tool call spans come from. `auto` puts our attributes onto the span that the framework
   * opened for the call, and makes one only where there is none. @default "auto"
   */
  readonly spans?: SpanSource;
  /** @default true */
  readonly metrics?: boolean;
  /** Called by `recovery.flush()`, e.g. with the providers' `forceFlush`. @default nothing to do */
  readonly flush?: () => Promise<void>;
}

const optionKinds: Readonly<Record<keyof OtelSinkOptions, kinds.Kind>> = {
  tracer: kinds.having(["startSpan"], "a tracer of OpenTelemetry"),
  meter: kinds.having(["createCounter", "createHistogram"], "a meter of OpenTelemetry"),
  spans: kinds.oneOf(SPAN_SOURCES),
  metrics: kinds.flag,
  flush: kinds.callable,
};

/**
 * A sink that exports records through OpenTelemetry: `execute_tool` spans with one event per
 * attempt, and the metrics of the report. Give it to `createRecovery({ sinks: [otelSink()] })`
 * after the OpenTelemetry SDK is set up. It makes no exporter and keeps no record.
 *
 * @throws RecourseError `invalid_option`
 */
export function otelSink(options: OtelSinkOptions = {}): Sink {
  checkFields("", options, optionKinds, { of: "otelSink()" });
  const tracer = options.tracer ?? trace.getTracer(SCOPE);
  const source = options.spans ?? "auto";
  const meter =
    options.metrics === false
      ? undefined
      : new RecordMeter(options.meter ?? metrics.getMeter(SCOPE));
  const { flush } = options;
  return {
    write(record) {
      if (record.schema === "recourse.run/1") {
        traceRun(record, source);
        meter?.run(record);
      } else {
        traceCall(tracer, record, source);
        meter?.call(record);
      }
    },
    ...(flush === undefined ? {} : { flush }),
  };
}
