import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { createRecovery, type Recovery } from "@recourse/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { METRICS, type OtelSinkOptions, otelSink } from "../src/index.ts";
import { type OtlpReceiver, plain, startOtlpReceiver } from "./otlp-receiver.ts";

let receiver: OtlpReceiver;
let tracing: NodeTracerProvider;
let metering: MeterProvider;

beforeEach(async () => {
  receiver = await startOtlpReceiver();
  tracing = new NodeTracerProvider({
    spanProcessors: [
      new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` })),
    ],
  });
  // The context manager that carries the active span over awaits.
  tracing.register();
  metering = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${receiver.url}/v1/metrics` }),
        exportIntervalMillis: 3_600_000,
      }),
    ],
  });
});

afterEach(async () => {
  await tracing.shutdown();
  await metering.shutdown();
  trace.disable();
  context.disable();
  await receiver.close();
});

function recoveryWith(options: OtelSinkOptions = {}): Recovery {
  return createRecovery({
    agent: "support",
    model: "gpt-test",
    policy: { retry: { baseMs: 1, jitter: 0 } },
    tools: { get_order: { effect: "read" }, refund: { effect: "write" } },
    sinks: [
      otelSink({
        tracer: tracing.getTracer("test"),
        meter: metering.getMeter("test"),
        flush: async () => {
          await tracing.forceFlush();
          await metering.forceFlush();
        },
        ...options,
      }),
    ],
  });
}

const unavailable = (): Error => Object.assign(new Error("upstream"), { status: 503 });

describe("a tool call over OTLP/HTTP", () => {
  it("is one execute_tool span by the GenAI conventions with one event per attempt", async () => {
    const recovery = recoveryWith();
    const run = recovery.run({ id: "run-1" });
    let attempts = 0;
    await run.call({ id: "call-1", tool: "get_order", args: { id: 7 }, turn: 0 }, () => {
      attempts += 1;
      if (attempts < 3) throw unavailable();
      return { id: 7 };
    });
    await recovery.flush();

    expect(receiver.spans).toHaveLength(1);
    const [span] = receiver.spans;
    expect(span?.name).toBe("execute_tool get_order");
    expect(plain(span?.attributes ?? [])).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "get_order",
      "gen_ai.tool.call.id": "call-1",
      "gen_ai.agent.name": "support",
      "recourse.run.id": "run-1",
      "recourse.attempts": 3,
      "recourse.decision": "proceed",
    });
    expect(plain(span?.attributes ?? [])).not.toHaveProperty("error.type");
    expect(
      span?.events.map(({ name, attributes }) => [name, plain(attributes)["error.type"]]),
    ).toEqual([
      ["recourse.attempt", "upstream"],
      ["recourse.attempt", "upstream"],
      ["recourse.attempt", undefined],
    ]);
  });

  it("carries a failure as a word of the closed list and never the service's text", async () => {
    const secret = ["sk", "live", "51HxSecretSecretSecretSecret"].join("_");
    const recovery = recoveryWith();
    const run = recovery.run();
    await run.call({ id: "c", tool: "get_order", args: {}, turn: 0 }, () => {
      throw Object.assign(new Error(`bad key ${secret}`), { status: 401 });
    });
    await recovery.flush();

    const [span] = receiver.spans;
    expect(plain(span?.attributes ?? [])["error.type"]).toBe("auth");
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: "auth" });
    expect(receiver.raw.join("\n")).not.toContain(secret);
    expect(receiver.raw.join("\n")).not.toContain("bad key");
  });

  it("is a child of the span that is active around the call", async () => {
    const recovery = recoveryWith();
    const tracer = tracing.getTracer("app");
    await tracer.startActiveSpan("invoke_agent support", async (parent) => {
      await recovery
        .run()
        .call({ id: "c", tool: "get_order", args: {}, turn: 0 }, async () => "found");
      parent.end();
    });
    await recovery.flush();

    const parent = receiver.spans.find(({ name }) => name.startsWith("invoke_agent"));
    const child = receiver.spans.find(({ name }) => name.startsWith("execute_tool"));
    expect(child?.parentSpanId).toBe(parent?.spanId);
  });

  it.each([
    ["execute_tool get_order", { "gen_ai.operation.name": "execute_tool" }],
    ["ai.toolCall", { "ai.toolCall.name": "get_order" }],
  ])("goes onto the framework's own span %s instead of doubling it", async (name, attributes) => {
    const recovery = recoveryWith();
    await tracing.getTracer("framework").startActiveSpan(name, { attributes }, async (span) => {
      await recovery.run().call({ id: "c", tool: "get_order", args: {}, turn: 0 }, async () => {
        throw Object.assign(new Error("gone"), { status: 404 });
      });
      span.end();
    });
    await recovery.flush();

    expect(receiver.spans.map((span) => span.name)).toEqual([name]);
    expect(plain(receiver.spans[0]?.attributes ?? [])).toMatchObject({
      "error.type": "not_found",
      "recourse.decision": "replan",
    });
  });

  it("gets its own span below another tool's span: an agent inside a tool", async () => {
    const recovery = recoveryWith();
    const attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_clerk" };
    await tracing
      .getTracer("framework")
      .startActiveSpan("execute_tool ask_clerk", { attributes }, async (span) => {
        await recovery.run().call({ id: "c", tool: "get_order", args: {}, turn: 0 }, () => "ok");
        span.end();
      });
    await recovery.flush();

    expect(receiver.spans.map(({ name }) => name).sort()).toEqual([
      "execute_tool ask_clerk",
      "execute_tool get_order",
    ]);
  });

  it("makes no span with spans: off", async () => {
    const recovery = recoveryWith({ spans: "off" });
    await recovery.run().call({ id: "c", tool: "get_order", args: {}, turn: 0 }, () => "ok");
    await recovery.flush();

    expect(receiver.spans).toEqual([]);
    expect(receiver.metrics.has(METRICS.calls)).toBe(true);
  });
});

describe("a run over OTLP/HTTP", () => {
  it("gives the same numbers as the records: calls, errors, refusals, episodes, stop reason", async () => {
    const recovery = recoveryWith();
    const run = recovery.run();
    const ask = (turn: number, id: string, execute: () => unknown): Promise<unknown> =>
      run.call({ id, tool: "get_order", args: { id: turn }, turn }, execute);
    await ask(0, "a", () => {
      throw Object.assign(new Error("gone"), { status: 404 });
    });
    await ask(1, "b", () => ({ id: 1 }));
    await run.finish();
    await recovery.flush();

    const value = (name: string, pick: Record<string, unknown> = {}): number => {
      const points = receiver.metrics.get(name)?.sum?.dataPoints ?? [];
      return points
        .filter((point) =>
          Object.entries(pick).every(([key, want]) => plain(point.attributes)[key] === want),
        )
        .reduce((sum, point) => sum + Number(point.asInt ?? point.asDouble ?? 0), 0);
    };
    expect(value(METRICS.calls)).toBe(2);
    expect(
      value(METRICS.errors, {
        "error.type": "not_found",
        "recourse.error.class": "not-found",
        "recourse.error.fault": "model",
      }),
    ).toBe(1);
    expect(value(METRICS.episodes)).toBe(1);
    expect(value(METRICS.recovered)).toBe(1);
    expect(value(METRICS.errorTokens)).toBeGreaterThan(0);
    expect(value(METRICS.runs, { "recourse.stop_reason": "completed" })).toBe(1);
  });

  it("measures gen_ai.execute_tool.duration in seconds, in the conventions' buckets", async () => {
    const recovery = recoveryWith();
    await recovery.run().call({ id: "c", tool: "get_order", args: {}, turn: 0 }, () => "ok");
    await recovery.flush();

    const metric = receiver.metrics.get("gen_ai.execute_tool.duration");
    expect(metric?.unit).toBe("s");
    const [point] = metric?.histogram?.dataPoints ?? [];
    expect(Number(point?.count)).toBe(1);
    expect(point?.explicitBounds?.slice(0, 3)).toEqual([0.01, 0.02, 0.04]);
    expect(plain(point?.attributes ?? [])["gen_ai.tool.name"]).toBe("get_order");
  });

  it("does not break when no OpenTelemetry SDK is set up", async () => {
    trace.disable();
    const recovery = createRecovery({ sinks: [otelSink()] });
    const outcome = await recovery
      .run()
      .call({ id: "c", tool: "get_order", args: {}, turn: 0 }, () => "ok");
    expect(outcome.content).toBe("ok");
  });
});
