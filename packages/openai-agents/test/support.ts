import { Agent, type AgentInputItem } from "@openai/agents";
import {
  assistantMessage,
  functionCall,
  ScriptedModel,
  type ScriptedModelInput,
} from "@openai/agents/testing";
import type { CallRecord, RecoveryOptions, RunRecord, TraceRecord } from "@recourse/core";
import { type AgentsRecovery, createRecovery } from "../src/index.ts";

/** A recovery that retries at once and keeps its records. */
export function testRecovery(options: RecoveryOptions = {}): {
  readonly recovery: AgentsRecovery;
  readonly records: TraceRecord[];
  calls(): CallRecord[];
  ends(): RunRecord[];
} {
  const records: TraceRecord[] = [];
  const { policy, ...rest } = options;
  const recovery = createRecovery({
    ...rest,
    policy: { retry: { baseMs: 1, jitter: 0 }, ...policy },
    sinks: [{ write: (record) => void records.push(record) }, ...(options.sinks ?? [])],
    onEvent: options.onEvent ?? (() => undefined),
  });
  return {
    recovery,
    records,
    calls: () => records.filter((record) => record.schema === "recourse.call/1"),
    ends: () => records.filter((record) => record.schema === "recourse.run/1"),
  };
}

/** A model that says these things in turn. */
export function model(...steps: ScriptedModelInput[]): ScriptedModel {
  return new ScriptedModel(steps);
}

/** A model that calls `t` with each of these arguments in turn, as `c1`, `c2`, …, and is then done. */
export function calls(...args: unknown[]): ScriptedModel {
  return model(
    ...args.map((arg, index) => [functionCall("t", arg as never, { callId: `c${index + 1}` })]),
    [assistantMessage("done")],
  );
}

/** An agent with a scripted model and tools of whatever kind. */
export function agentWith(scripted: ScriptedModel, ...tools: unknown[]): Agent {
  return new Agent({ name: "A", model: scripted, tools: tools as never });
}

interface ResultItem {
  readonly type?: string;
  readonly callId?: string;
  readonly output?: { readonly text?: string } | readonly { readonly text?: string }[] | string;
}

/** The text of a call's result in a list of items; fails when there is none or more than one. */
export function resultOf(items: unknown, callId: string): string {
  const found = (items as readonly ResultItem[]).filter(
    (item) => item.type === "function_call_result" && item.callId === callId,
  );
  if (found.length !== 1) throw new Error(`${found.length} results of ${callId}`);
  const output = found[0]?.output;
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return output.map((part) => part.text ?? "").join("");
  return (output as { readonly text?: string }).text ?? "";
}

/** What the model was sent last as the result of a call. */
export function modelSaw(scripted: ScriptedModel, callId: string, request = -1): string {
  return resultOf(scripted.calls.at(request)?.request.input, callId);
}

/** An envelope as an object. */
export function envelope(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

/** Every call in a history has exactly one result. */
export function unanswered(history: readonly AgentInputItem[]): string[] {
  const ids = new Map<string, number>();
  for (const item of history as readonly ResultItem[]) {
    const id = item.callId ?? "";
    if (item.type === "function_call") ids.set(id, ids.get(id) ?? 0);
    if (item.type === "function_call_result") ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  return [...ids].filter(([, count]) => count !== 1).map(([id]) => id);
}
