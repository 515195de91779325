import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface OtlpAttribute {
  readonly key: string;
  readonly value: Record<string, unknown>;
}

/** A span as it came over the wire. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly {
    readonly name: string;
    readonly attributes: readonly OtlpAttribute[];
  }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

/** A metric as it came over the wire. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly sum?: { readonly dataPoints: readonly ReceivedPoint[] };
  readonly histogram?: { readonly dataPoints: readonly ReceivedPoint[] };
}

interface ReceivedPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly asDouble?: number;
  readonly asInt?: number | string;
  readonly count?: number | string;
  readonly sum?: number;
  readonly explicitBounds?: readonly number[];
}

/** An OTLP/HTTP endpoint on loopback that keeps what it is sent. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The newest state of each metric. */
  readonly metrics: ReadonlyMap<string, ReceivedMetric>;
  /** Everything received, as text, to search for what must not be there. */
  readonly raw: readonly string[];
  close(): Promise<void>;
}

/** Starts the receiver on a free port. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, ReceivedMetric>();
  const raw: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      raw.push(body);
      const message = JSON.parse(body);
      for (const resource of message.resourceSpans ?? []) {
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      }
      for (const resource of message.resourceMetrics ?? []) {
        for (const scope of resource.scopeMetrics) {
          for (const metric of scope.metrics) metrics.set(metric.name, metric);
        }
      }
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    metrics,
    raw,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** Attributes of the wire form as a plain object. */
export function plain(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const { stringValue, intValue, doubleValue, boolValue } = value;
      const number = intValue ?? doubleValue;
      return [key, stringValue ?? boolValue ?? (number === undefined ? undefined : Number(number))];
    }),
  );
}
