import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CallRecord, RunRecord } from "../src/index.ts";
import { envelope, matrix, recoveryFor } from "./kit.ts";

describe.each(matrix)("records ($title)", ({ sdk, entry }) => {
  const start = async (script: Parameters<typeof sdk.model>[0]) => {
    const records: (CallRecord | RunRecord)[] = [];
    const tools = {
      get: sdk.ai.tool({
        inputSchema: z.object({ id: z.string() }),
        execute: async ({ id }) => id,
      }),
    };
    const model = sdk.model(script);
    const ended = await entry.start(
      sdk,
      { model: model.model, tools, stopWhen: sdk.ai.stepCountIs(5) },
      recoveryFor({ sinks: [{ write: (record) => void records.push(record) }] }),
    );
    const calls = records.filter((record) => record.schema === "recourse.call/1");
    const runs = records.filter((record) => record.schema === "recourse.run/1");
    return { calls, runs, model, ended };
  };

  it("number turns by response and calls by their position in it, whatever became of them", async () => {
    const { calls } = await start([
      {
        calls: [
          { tool: "get", input: { id: "a" } },
          { tool: "nope" },
          { tool: "get", input: { id: 1 } },
          { tool: "get", input: { id: "b" } },
        ],
      },
      { calls: [{ tool: "get", input: { id: "c" } }] },
    ]);
    const places = calls
      .toSorted((a, b) => a.turn - b.turn || a.index - b.index)
      .map(({ turn, index, tool, errorType }) => [turn, index, tool, errorType]);
    expect(places).toEqual([
      [0, 0, "get", undefined],
      [0, 1, "nope", "unknown_tool"],
      [0, 2, "get", "invalid_args"],
      [0, 3, "get", undefined],
      [1, 0, "get", undefined],
    ]);
  });

  it("say which framework they are of, and end with the run's", async () => {
    const { calls, runs } = await start([{ calls: [{ tool: "get", input: { id: "a" } }] }]);
    expect(calls.map(({ framework }) => framework)).toEqual(["ai-sdk"]);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ framework: "ai-sdk", stopReason: "completed" });
  });

  it("keep calls apart that share an id", async () => {
    const { calls } = await start([
      {
        calls: [
          { tool: "get", input: { id: "a" }, id: "same" },
          { tool: "get", input: { id: "b" }, id: "same" },
        ],
      },
    ]);
    expect(calls.map(({ index }) => index).sort()).toEqual([0, 1]);
  });

  it("keep calls apart that share an id, also where neither comes to its tool", async () => {
    const { calls } = await start([
      {
        calls: [
          { tool: "get", input: { id: 1 }, id: "same" },
          { tool: "nope", id: "same" },
          { tool: "get", input: {}, id: "same" },
        ],
      },
    ]);
    expect(calls.map(({ index }) => index).sort()).toEqual([0, 1, 2]);
    expect(calls.map(({ tool }) => tool).sort()).toEqual(["get", "get", "nope"]);
  });

  it("tell arguments that were cut off from arguments that are no JSON", async () => {
    const { model } = await start([
      { calls: [{ tool: "get", input: '{"id": "Lorem ip' }], finish: "length" },
    ]);
    const { error_type, message } = envelope(model, "call-1-0");
    expect(error_type).toBe("invalid_args");
    expect(message).toMatch(/cut|truncat|length/);
  });
});
