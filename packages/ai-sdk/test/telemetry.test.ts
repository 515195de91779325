import { context, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolFault } from "../src/index.ts";
import { entries, matrix, recoveryFor, type Sdk, sdks } from "./kit.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  provider.register();
});
afterAll(async () => {
  await provider.shutdown();
  trace.disable();
  context.disable();
});

/** The spans as a tree of names, for comparing. */
function tree(spans: readonly ReadableSpan[]): readonly string[] {
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans
    .map((span) => {
      const parent = nameOf.get(span.parentSpanContext?.spanId ?? "") ?? "";
      return `${parent} > ${span.name} ${span.status.code}`;
    })
    .toSorted();
}

const sdk6 = sdks.find(({ version }) => version === 6) as Sdk;

describe.each(entries)("the OpenTelemetry spans of ai 6 ($name)", (entry) => {
  const start = async (wired: boolean) => {
    exporter.reset();
    const tools = {
      good: sdk6.ai.tool({
        inputSchema: z.object({}),
        execute: async () => {
          trace.getTracer("test").startSpan("inside the tool").end();
          return "ok";
        },
      }),
      bad: sdk6.ai.tool({
        inputSchema: z.object({}),
        execute: async (): Promise<string> => {
          throw ToolFault.notFound({ message: "No such order." });
        },
      }),
    };
    const model = sdk6.model([{ calls: [{ tool: "good" }, { tool: "bad" }] }]);
    await entry.start(
      sdk6,
      {
        model: model.model,
        tools,
        stopWhen: sdk6.ai.stepCountIs(3),
        experimental_telemetry: { isEnabled: true },
      },
      wired ? recoveryFor() : undefined,
    );
    return exporter.getFinishedSpans();
  };

  it("are the same in number, nesting and status as without us", async () => {
    const bare = tree(await start(false));
    expect(bare.some((line) => line.includes("inside the tool"))).toBe(true);
    expect(tree(await start(true))).toEqual(bare);
  });

  it("carry the envelope as the exception of a failed call, and no stack", async () => {
    const spans = await start(true);
    const failed = spans.find(({ status, name }) => status.code === 2 && name === "ai.toolCall");
    const exception = failed?.events.find(({ name }) => name === "exception")?.attributes ?? {};
    expect(JSON.parse(String(exception["exception.message"]))).toMatchObject({ ok: false });
    expect(String(exception["exception.stacktrace"])).not.toMatch(/\bat .*:\d+/);
  });
});

describe.each(matrix)("the callbacks for tools ($title)", ({ sdk, entry }) => {
  it("are called as without us, once a call, with the same outcome", async () => {
    const start = async (wired: boolean) => {
      const heard: string[] = [];
      const note =
        (name: string) =>
        (event: {
          toolCall: { toolName: string };
          success?: boolean;
          toolOutput?: { type: string };
        }) => {
          const { success, toolOutput, toolCall } = event;
          heard.push(`${name} ${toolCall.toolName} ${success ?? toolOutput?.type ?? ""}`);
        };
      const tools = {
        good: sdk.ai.tool({ inputSchema: z.object({}), execute: async () => "ok" }),
        bad: sdk.ai.tool({
          inputSchema: z.object({}),
          execute: async (): Promise<string> => {
            throw new Error("kaput");
          },
        }),
      };
      const callbacks =
        sdk.version === 7
          ? { onToolExecutionStart: note("start"), onToolExecutionEnd: note("end") }
          : {
              experimental_onToolCallStart: note("start"),
              experimental_onToolCallFinish: note("end"),
            };
      const model = sdk.model([{ calls: [{ tool: "good" }, { tool: "bad" }] }]);
      await entry.start(
        sdk,
        { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(3), ...callbacks },
        wired ? recoveryFor() : undefined,
      );
      return heard.toSorted();
    };
    const bare = await start(false);
    expect(bare.length).toBeGreaterThan(0);
    expect(await start(true)).toEqual(bare);
  });
});

const sdk7 = sdks.find(({ version }) => version === 7) as Sdk;

describe.each(entries)("the telemetry integrations of ai 7 ($name)", (entry) => {
  it("hear the same events as without us", async () => {
    const start = async (wired: boolean) => {
      const heard: string[] = [];
      const integration = new Proxy(
        {},
        {
          get: (_, key) => {
            if (typeof key !== "string" || !key.startsWith("on")) return undefined;
            return () => {
              heard.push(key);
            };
          },
        },
      );
      const tools = {
        good: sdk7.ai.tool({ inputSchema: z.object({}), execute: async () => "ok" }),
        bad: sdk7.ai.tool({
          inputSchema: z.object({}),
          execute: async (): Promise<string> => {
            throw new Error("kaput");
          },
        }),
      };
      const model = sdk7.model([{ calls: [{ tool: "good" }, { tool: "bad" }] }]);
      await entry.start(
        sdk7,
        {
          model: model.model,
          tools,
          stopWhen: sdk7.ai.stepCountIs(3),
          telemetry: { integrations: [integration] },
        },
        wired ? recoveryFor() : undefined,
      );
      return heard.toSorted();
    };
    const bare = await start(false);
    expect(bare).toContain("onToolExecutionEnd");
    expect(await start(true)).toEqual(bare);
  });
});
