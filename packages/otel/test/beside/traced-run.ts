import { context, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import type { RecoveryOptions } from "@recourse/core";
import { startScriptedModel } from "@recourse/testing";
import { otelSink } from "../../src/index.ts";

/** What an agent of a framework is built from, and run inside the span `request` of the application. */
export interface TracedAgent {
  readonly baseURL: string;
  readonly task: string;
  readonly recovery: RecoveryOptions;
  /** Is down once, then answers. */
  getOrder(): string;
  /** Finds nobody. */
  findUser(): string;
}

/** One run: every span that ended, whoever made it. */
export interface TracedRun {
  readonly spans: readonly ReadableSpan[];
  /** `parent > name`, sorted. */
  readonly tree: readonly string[];
  /** The spans of a tool's call. */
  callsOf(tool: string): readonly ReadableSpan[];
}

const task = "Show order 7 and its user.";

/**
 * Runs an agent that calls two tools at once, with a real tracing SDK around it: `get_order`, which
 * succeeds at the host's second try, and `find_user`, which fails.
 *
 * @param withSink whether our sink exports too, or the framework traces alone.
 */
export async function traceRun(
  run: (agent: TracedAgent) => Promise<void>,
  withSink: boolean,
): Promise<TracedRun> {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  const model = await startScriptedModel({
    scripts: [
      {
        task,
        steps: [[call("get_order"), call("find_user")]],
        answer: "Order 7 has no user.",
      },
    ],
  });
  let tries = 0;
  const agent: TracedAgent = {
    baseURL: model.baseURL,
    task,
    recovery: {
      policy: { retry: { baseMs: 1, jitter: 0 } },
      tools: { get_order: { effect: "read" }, find_user: { effect: "read" } },
      sinks: withSink ? [otelSink({ metrics: false })] : [],
    },
    getOrder() {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error("down"), { status: 503 });
      return '{"id":7}';
    },
    findUser() {
      throw Object.assign(new Error("no such user"), { status: 404 });
    },
  };
  try {
    await trace.getTracer("application").startActiveSpan("request", async (span) => {
      await run(agent);
      span.end();
    });
    await provider.forceFlush();
    return traced(exporter.getFinishedSpans());
  } finally {
    await model.close();
    await provider.shutdown();
    trace.disable();
    context.disable();
  }
}

function call(tool: string) {
  return { tool, args: { id: "7" }, regardless: true };
}

function traced(spans: readonly ReadableSpan[]): TracedRun {
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return {
    spans,
    tree: spans
      .map((span) => `${nameOf.get(span.parentSpanContext?.spanId ?? "") ?? ""} > ${span.name}`)
      .toSorted(),
    callsOf: (tool) => spans.filter(({ attributes }) => attributes["gen_ai.tool.name"] === tool),
  };
}

/** What our sink has to say of the two calls, wherever it says it. */
export const OURS = {
  getOrder: {
    attributes: { "recourse.decision": "proceed", "recourse.attempts": 2 },
    attempts: ["upstream", undefined],
  },
  findUser: {
    attributes: { "recourse.decision": "replan", "error.type": "not_found" },
    attempts: ["not_found"],
  },
} as const;

/** The error types of a span's attempts, in order. */
export function attemptsOf(span: ReadableSpan | undefined): readonly unknown[] {
  return (span?.events ?? [])
    .filter(({ name }) => name === "recourse.attempt")
    .map(({ attributes }) => attributes?.["error.type"]);
}
