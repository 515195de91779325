/** Recourse over OpenTelemetry: a sink that turns records into spans and metrics. */

export { ATTRIBUTES } from "./attributes.ts";
export { METRICS } from "./metrics.ts";
export { type OtelSinkOptions, otelSink } from "./otel-sink.ts";
export type { SpanSource } from "./spans.ts";
