import type { Fault } from "./fault.ts";
import { answerOf, firstHalf, halfWrittenText } from "./fault-body.ts";

/** A function that a tool depends on. Any function fits; its own type is kept. */
export type AsyncFunction = (...args: never[]) => unknown;

/** A function that fails as planned; an `AbortSignal` among its arguments ends a silence. */
export function faultyFunction<F extends AsyncFunction>(
  next: () => Fault | undefined,
  dependency: F,
): F {
  const call = async (...args: never[]): Promise<unknown> => {
    const fault = next();
    if (fault === undefined) return dependency(...args);
    switch (fault.kind) {
      case "empty":
        return fault.value ?? [];
      case "timeout":
        if (fault.moment === "after") await dependency(...args);
        return silence(signalIn(args));
      case "reset":
        if (fault.moment === "after") await dependency(...args);
        throw resetError();
      case "bad_json": {
        const text = fault.text ?? firstHalf(JSON.stringify((await dependency(...args)) ?? {}));
        return JSON.parse(text) as unknown;
      }
      case "half_written":
        await dependency(...args);
        throw dataLoss(halfWrittenText(fault));
      default:
        throw httpError(fault);
    }
  };
  return call as unknown as F;
}

/** Never answers; rejects when the signal aborts, with its reason. */
export function silence(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A connection that was cut, as Node reports it. */
export function resetError(): Error {
  return Object.assign(new Error("read ECONNRESET"), {
    code: "ECONNRESET",
    errno: -104,
    syscall: "read",
  });
}

/** Unrecoverable data loss, as gRPC clients report it. */
function dataLoss(details: string): Error {
  return Object.assign(new Error(`15 DATA_LOSS: ${details}`), { code: 15, details, metadata: {} });
}

/** An answer that is no success, as HTTP clients throw it. */
function httpError(fault: Fault): Error {
  const answer = answerOf(fault);
  const status = answer?.status ?? 500;
  const body = answer === undefined ? undefined : (JSON.parse(answer.body) as { error?: string });
  return Object.assign(new Error(`${status}: ${body?.error ?? "request failed"}`), {
    status,
    headers: answer?.headers ?? {},
    body,
  });
}

function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const arg of args) {
    if (arg instanceof AbortSignal) return arg;
    const signal = (arg as { signal?: unknown } | null | undefined)?.signal;
    if (signal instanceof AbortSignal) return signal;
  }
  return undefined;
}
