import {
  type CallOutcome,
  createRecovery,
  type Incident,
  type Recovery,
  type RecoveryEvent,
  type RecoveryOptions,
  type Run,
  type RunOptions,
  type ToolCall,
  type TraceRecord,
} from "../../../src/index.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";

/** What a tool gives: a value, or an error when it is to throw. */
export type Give = { readonly value: unknown } | { readonly error: unknown };

/** A recovery under test, with everything that it told anybody. */
export interface Harness {
  readonly recovery: Recovery;
  readonly run: Run;
  readonly clock: FakeClock;
  readonly events: RecoveryEvent[];
  readonly records: TraceRecord[];
  readonly halts: Incident[];
  readonly escalations: Incident[];
  /** How often each tool was executed. */
  readonly executions: Map<string, number>;
  /** Calls a tool in a turn of its own unless one is named, with what it is to give. */
  call(
    tool: string,
    args: unknown,
    give: Give | readonly Give[],
    at?: Partial<ToolCall>,
  ): Promise<CallOutcome>;
  ok(tool: string, args: unknown, value: unknown, at?: Partial<ToolCall>): Promise<CallOutcome>;
  fail(tool: string, args: unknown, error: unknown, at?: Partial<ToolCall>): Promise<CallOutcome>;
}

/** A harness around one run. Waits take no time; every attempt that waits for ever times out. */
export function harness(options: RecoveryOptions = {}, runOptions: RunOptions = {}): Harness {
  const clock = (options.clock as FakeClock | undefined) ?? fakeClock();
  const events: RecoveryEvent[] = [];
  const records: TraceRecord[] = [];
  const halts: Incident[] = [];
  const escalations: Incident[] = [];
  const executions = new Map<string, number>();
  const recovery = createRecovery({
    onEvent: (event) => void events.push(event),
    onHalt: (incident) => void halts.push(incident),
    onEscalate: (incident) => void escalations.push(incident),
    ...options,
    clock,
    sinks: [{ write: (record) => void records.push(record) }, ...(options.sinks ?? [])],
  });
  const run = recovery.run(runOptions);
  let next = 0;
  const call: Harness["call"] = (tool, args, give, at = {}) => {
    const gives = Array.isArray(give) ? [...(give as Give[])] : [give as Give];
    const turn = at.turn ?? next;
    next = Math.max(next, turn) + (at.turn === undefined ? 1 : 0);
    return run.call({ id: `${tool}-${turn}-${next}`, tool, args, ...at, turn }, async () => {
      executions.set(tool, (executions.get(tool) ?? 0) + 1);
      const now = gives.length > 1 ? (gives.shift() as Give) : (gives[0] as Give);
      if ("error" in now) throw now.error;
      return now.value;
    });
  };
  return {
    recovery,
    run,
    clock,
    events,
    records,
    halts,
    escalations,
    executions,
    call,
    ok: (tool, args, value, at) => call(tool, args, { value }, at),
    fail: (tool, args, error, at) => call(tool, args, { error }, at),
  };
}

/** An error as an HTTP client throws it. */
export function httpError(status: number, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error(`Request failed with status code ${status}`), { status, headers });
}

/** An error as Node's own network code throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}
