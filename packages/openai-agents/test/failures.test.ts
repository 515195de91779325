import { readFileSync } from "node:fs";
import { Agent, handoff, type MCPServer } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoveringRunner, recoverMcpServer, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, resultOf, testRecovery } from "./support.ts";

const limits = readFileSync(
  new URL("../../../docs/limits-openai-agents.md", import.meta.url),
  "utf8",
);
const parameters = z.object({ n: z.number() });
const good = { n: 1 };

/** What becomes of a failure: an observation of this type, an end of the run, a named limit. */
interface Row {
  readonly failure: string;
  /** The call that the model makes. @default a good one */
  readonly args?: unknown;
  readonly name?: string;
  readonly callId?: string;
  /** Options of the tool beyond the usual ones. */
  readonly tool?: object;
  readonly agent?: object;
  readonly options?: () => object;
  /** What the person says to an approval. */
  readonly reject?: string;
  readonly envelope?: string;
  readonly stop?: string;
  readonly limit?: string;
}

const boom = (): never => {
  throw new Error("boom");
};

const rows: Row[] = [
  { failure: "the tool throws", tool: { execute: boom }, envelope: "internal" },
  {
    failure: "the tool returns a failure",
    tool: { execute: () => ({ ok: false, error: "it broke" }) },
    envelope: "internal",
  },
  { failure: "arguments are not JSON", args: "{bad", envelope: "invalid_args" },
  { failure: "arguments are empty", args: "", envelope: "invalid_args" },
  { failure: "arguments do not fit", args: { n: "one" }, envelope: "invalid_args" },
  { failure: "arguments are null", args: "null", envelope: "invalid_args" },
  {
    failure: "arguments do not fit a schema that is not strict",
    args: { n: "one" },
    tool: {
      strict: false,
      parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
    },
    envelope: "invalid_args",
  },
  { failure: "the tool is unknown", name: "nope", envelope: "unknown_tool" },
  {
    failure: "errorFunction throws",
    tool: { execute: boom, errorFunction: boom },
    envelope: "internal",
  },
  {
    failure: "errorFunction is null",
    tool: { execute: boom, errorFunction: null },
    envelope: "internal",
  },
  {
    failure: "the tool is too slow",
    tool: { timeoutMs: 5, execute: () => new Promise(() => undefined) },
    envelope: "timeout",
  },
  {
    failure: "the tool is too slow and raises",
    tool: {
      timeoutMs: 5,
      timeoutBehavior: "raise_exception",
      execute: () => new Promise(() => undefined),
    },
    stop: "stop_condition",
  },
  {
    failure: "a person rejects the call",
    tool: { needsApproval: true },
    reject: "Not now.",
    envelope: "rejected",
  },
  { failure: "a policy throws", tool: { needsApproval: boom }, envelope: "internal" },
  {
    failure: "a guardrail rejects the call",
    tool: {
      inputGuardrails: [
        { name: "g", run: async () => ({ behavior: { type: "rejectContent", message: "No." } }) },
      ],
    },
    envelope: "rejected",
  },
  {
    failure: "a guardrail says throwException",
    tool: {
      inputGuardrails: [{ name: "g", run: async () => ({ behavior: { type: "throwException" } }) }],
    },
    stop: "stop_condition",
    limit: "Guardrails that throw",
  },
  {
    failure: "a guardrail throws",
    tool: { inputGuardrails: [{ name: "g", run: async () => boom() }] },
    stop: "stop_condition",
    limit: "Guardrails that throw",
  },
  {
    failure: "isEnabled throws",
    tool: { isEnabled: boom },
    stop: "model_error",
    limit: "Before the model is called",
  },
  {
    failure: "a server's tools cannot be listed",
    agent: { mcpServers: [recoverMcpServer(silentServer())] },
    stop: "model_error",
    limit: "Before the model is called",
  },
  {
    failure: "the caller aborts",
    options: () => ({ signal: AbortSignal.abort(new Error("enough")) }),
    stop: "cancelled",
  },
  {
    failure: "a handoff's arguments are not JSON",
    name: "transfer_to_B",
    args: "{bad",
    agent: {
      handoffs: [
        handoff(new Agent({ name: "B", model: model([assistantMessage("b")]) }), {
          inputType: z.object({ why: z.string() }),
          onHandoff: () => undefined,
        }),
      ],
    },
    stop: "model_error",
    limit: "Handoffs with bad arguments",
  },
  {
    failure: "a handoff's arguments do not fit",
    name: "transfer_to_B",
    args: { why: 1 },
    agent: {
      handoffs: [
        handoff(new Agent({ name: "B", model: model([assistantMessage("b")]) }), {
          inputType: z.object({ why: z.string() }),
          onHandoff: () => undefined,
        }),
      ],
    },
    stop: "model_error",
    limit: "Handoffs with bad arguments",
  },
  {
    failure: "the call id is empty",
    callId: "",
    stop: "model_error",
    limit: "Call ids",
  },
  {
    failure: "the state is corrupt",
    tool: {
      execute: () => {
        throw ToolFault.corruptState({ message: "Half written." });
      },
    },
    envelope: "corrupt_state",
    stop: "corrupt_state",
  },
];

describe("every failure ends in an observation, a stop reason or a named limit", () => {
  it.each(rows.map((row) => [row.failure, row] as const))("%s", async (_failure, row) => {
    const { recovery, ends } = testRecovery();
    const scripted = model(
      [functionCall(row.name ?? "t", (row.args ?? good) as never, { callId: row.callId ?? "c1" })],
      [assistantMessage("done")],
    );
    const made = recoverTool(
      { name: "t", description: "", parameters, execute: () => "ok", ...row.tool } as never,
      { retry: false },
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [made] as never, ...row.agent });
    const runner = recoveringRunner(recovery);
    const running = async () => {
      const first = await runner.run(agent, "go", row.options?.() as never);
      if (first.interruptions.length === 0) return first;
      for (const item of first.interruptions) {
        first.state.reject(item, { message: row.reject ?? "" });
      }
      return runner.run(agent, first.state);
    };
    const result = await running().catch((error: Error) => error);
    await recovery.flush();
    expect(row.envelope ?? row.stop).toBeDefined();
    if (row.envelope !== undefined) {
      if (result instanceof Error) throw result;
      const text =
        row.stop === undefined ? modelSaw(scripted, "c1") : resultOf(result.history, "c1");
      expect(envelope(text)).toMatchObject({ ok: false, error_type: row.envelope });
    }
    expect(ends()).toMatchObject([{ stopReason: row.stop ?? "completed" }]);
    if (row.limit !== undefined) expect(limits).toContain(`\n## ${row.limit}\n`);
  });
});

function silentServer(): MCPServer {
  return {
    name: "silent",
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    listTools: async () => boom(),
    callTool: async () => [],
    invalidateToolsCache: async () => undefined,
  } as unknown as MCPServer;
}
