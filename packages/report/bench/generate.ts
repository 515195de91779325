import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { CallRecord, ErrorType, RunCounters, RunRecord } from "@recourse/core";

/** How many runs write at the same time, as from many workers into one file. */
const AT_ONCE = 64;
const CALLS_PER_RUN = 12;
const TOOLS = Array.from({ length: 40 }, (_, index) => `tool_number_${index}`);
const FRAMEWORKS = ["ai-sdk", "langgraph", "openai-agents"] as const;
const TYPES: readonly ErrorType[] = [
  "timeout",
  "rate_limited",
  "invalid_args",
  "not_found",
  "auth",
];

interface LiveRun {
  readonly number: number;
  calls: number;
}

/** Writes `count` records of many interleaved runs, the same ones every time. */
export async function generate(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  const live: LiveRun[] = [];
  let started = 0;
  let random = 1;
  const draw = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((random / 2_147_483_648) * below);
  };
  let batch = "";
  for (let written = 0; written < count; written++) {
    while (live.length < AT_ONCE) live.push({ number: started++, calls: 0 });
    const at = draw(live.length);
    const run = live[at] as LiveRun;
    const time = new Date(Date.UTC(2026, 0, 1) + written * 50).toISOString();
    if (run.calls >= CALLS_PER_RUN) {
      batch += `${JSON.stringify(end(run, time))}\n`;
      live.splice(at, 1);
    } else {
      batch += `${JSON.stringify(call(run, draw, time))}\n`;
    }
    if (batch.length > 1 << 20) {
      if (!file.write(batch)) await once(file, "drain");
      batch = "";
    }
  }
  file.end(batch);
  await once(file, "finish");
}

function labels({
  number,
}: LiveRun): Pick<CallRecord, "runId" | "framework" | "model" | "agent" | "attributes" | "mode"> {
  return {
    runId: `run-${hash(`run ${number}`).slice(0, 20)}`,
    framework: FRAMEWORKS[number % FRAMEWORKS.length] ?? "none",
    model: "some-model-1",
    agent: "support",
    attributes: { scenario: `scenario-${number % 25}`, tenant: `tenant-${number % 7}` },
    mode: "enforce",
  };
}

function call(run: LiveRun, draw: (below: number) => number, time: string): CallRecord {
  const turn = ++run.calls;
  const tool = TOOLS[Math.min(draw(40), draw(40))] ?? "tool";
  const failed = draw(100) < 18;
  const errorType = TYPES[draw(TYPES.length)] ?? "timeout";
  const signature = hash(`${tool} ${run.number} ${draw(20)}`);
  const attempts = failed && draw(2) === 0 ? 3 : 1;
  return {
    schema: "recourse.call/1",
    ...labels(run),
    turn,
    index: 0,
    callId: `call_${signature.slice(0, 24)}`,
    tool,
    signature,
    ok: !failed,
    decision: failed ? "stop_branch" : "proceed",
    attemptLog: Array.from({ length: attempts }, (_, index) => ({
      ...(failed ? { errorType } : {}),
      waitMs: index * 500,
      durationMs: 80 + draw(400),
    })),
    durationMs: 200 + draw(3_000),
    contentHash: hash(`content ${signature}`),
    contentChars: 250,
    contentTokens: 60,
    outcomeHash: hash(`outcome ${signature} ${failed}`),
    time,
    ...(failed
      ? {
          errorType,
          errorClass: "forbidden" as const,
          retryable: false,
          outcome: "none" as const,
          detail:
            "The service answered 503 Service Unavailable after three attempts; see its status page.",
          rule: "http/status",
        }
      : {}),
    effect: "read",
  };
}

function end(run: LiveRun, time: string): RunRecord {
  const counters: RunCounters = {
    turns: run.calls,
    calls: run.calls,
    attempts: run.calls,
    successes: run.calls,
    errors: 0,
    emptyResults: 0,
    refused: 0,
    hostRecovered: 0,
    failedTurnsInRow: 0,
    emptyTurnsInRow: 0,
    errorTokens: 0,
    waitMs: 0,
    lateSettlements: 0,
    duplicateResults: 0,
    byErrorType: {},
  };
  const stopped = run.number % 11 === 0;
  return {
    schema: "recourse.run/1",
    ...labels(run),
    startedAt: time,
    endedAt: time,
    stopReason: stopped ? "no_progress" : "completed",
    ...(stopped
      ? {
          tripped: {
            rule: "repeated_call",
            tool: TOOLS[run.number % TOOLS.length] ?? "tool",
            args: `{"id":${run.number}}`,
            signature: hash(String(run.number)),
            counter: "identicalCalls",
            value: 3,
            limit: 3,
          },
        }
      : {}),
    counters,
  };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
