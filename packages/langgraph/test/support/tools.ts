import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import type {
  CallRecord,
  RecoveryEvent,
  RecoveryOptions,
  RunRecord,
  TraceRecord,
} from "@recourse/core";
import { z } from "zod";

/** Greets by name, and never fails with the right arguments. */
export const greet: StructuredToolInterface = tool(({ name }) => `Hello ${name}`, {
  name: "greet",
  description: "Greets a person.",
  schema: z.object({ name: z.string() }),
});

/** A tool without arguments that does what it is told. */
export function doing(
  name: string,
  work: (config: unknown) => unknown,
  fields: Record<string, unknown> = {},
): StructuredToolInterface {
  return tool((_args, config) => work(config) as string, {
    name,
    description: name,
    schema: z.object({}).loose(),
    ...fields,
  }) as unknown as StructuredToolInterface;
}

/** A tool that always throws this. */
export function throwing(name: string, thrown: unknown): StructuredToolInterface {
  return doing(name, () => {
    throw thrown;
  });
}

/** A sink and a listener that keep what they are given. */
export interface Kept {
  readonly calls: CallRecord[];
  readonly runs: RunRecord[];
  readonly events: RecoveryEvent[];
  /** To be spread into `createRecovery`'s options. */
  readonly options: Pick<RecoveryOptions, "sinks" | "onEvent">;
  /** Sinks are written to behind the call. */
  flushed(): Promise<void>;
}

/** Keeps records and events. */
export function keeping(): Kept {
  const calls: CallRecord[] = [];
  const runs: RunRecord[] = [];
  const events: RecoveryEvent[] = [];
  const write = (record: TraceRecord) => {
    if ("endedAt" in record) runs.push(record);
    else calls.push(record);
  };
  return {
    calls,
    runs,
    events,
    options: { sinks: [{ write }], onEvent: (event) => void events.push(event) },
    flushed: () => new Promise((done) => setTimeout(done, 5)),
  };
}

/** A clock that waits for nothing, and remembers how long it would have waited. */
export function impatientClock(): {
  readonly waits: number[];
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
} {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now(),
    setTimeout: (callback, ms) => {
      // Time-outs of attempts are longer than any wait of these tests.
      if (ms >= 60_000) return undefined;
      waits.push(ms);
      return setTimeout(callback, 0);
    },
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
    random: () => 0,
  };
}

/** An error as HTTP clients throw it. */
export function httpError(status: number, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error(`Request failed with status code ${status}`), {
    name: "HTTPError",
    response: { status, headers },
    status,
  });
}
