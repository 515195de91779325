import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault, FaultRule, Strike } from "./fault.ts";
import { faultyFetch } from "./faulty-fetch.ts";
import { type AsyncFunction, faultyFunction } from "./faulty-function.ts";
import { faultyHandler } from "./faulty-handler.ts";
import { seededRandom } from "./random.ts";

/** What to inject, and the seed of what is drawn by rate. */
export interface FaultsOptions {
  readonly rules: readonly FaultRule[];
  /** The same seed and the same calls give the same faults. @default 1 */
  readonly seed?: number;
}

/** Faults on their way into the dependencies of tools. */
export interface Faults {
  /** Counts a call of a target and gives the fault that strikes it, if any. */
  next(target: string): Fault | undefined;
  /** A function that fails as planned, else does what it did. */
  wrap<F extends AsyncFunction>(target: string, dependency: F): F;
  /** A `fetch` whose targets are named `GET /path`. */
  fetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
  /** A handler of `node:http` that fails on the wire; its targets are named `GET /path`. */
  handler(handle: HttpHandler): HttpHandler;
  /** What struck so far, oldest first. */
  readonly strikes: readonly Strike[];
  /** Calls of a target so far. */
  calls(target: string): number;
}

/** A request handler of `node:http`. */
export type HttpHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => void | Promise<void>;

/**
 * Plans failures for the dependencies of tools: by call number or by rate, from a seed.
 *
 * @example
 * const plan = faults({ rules: [{ on: "POST /refunds", calls: [1], fault: { kind: "timeout", moment: "after" } }] });
 * const fetch = plan.fetch(globalThis.fetch);
 * @throws TypeError when a rule can never strike or a rate is no share
 */
export function faults(options: FaultsOptions): Faults {
  for (const rule of options.rules) check(rule);
  const random = seededRandom(options.seed ?? 1);
  const counts = new Map<string, number>();
  const strikes: Strike[] = [];

  const next = (target: string): Fault | undefined => {
    const call = (counts.get(target) ?? 0) + 1;
    counts.set(target, call);
    for (const rule of options.rules) {
      if (!matches(rule.on ?? "*", target)) continue;
      // Drawn for every matching call, so that a rule in front does not shift the sequence.
      const drawn = rule.rate !== undefined && random() < rule.rate;
      const counted = rule.calls === "all" || (rule.calls?.includes(call) ?? false);
      if (!drawn && !counted) continue;
      strikes.push({ target, call, fault: rule.fault });
      return rule.fault;
    }
    return undefined;
  };

  return {
    next,
    wrap: (target, dependency) => faultyFunction(() => next(target), dependency),
    fetch: (fetch) => faultyFetch(next, fetch),
    handler: (handle) => faultyHandler(next, handle),
    strikes,
    calls: (target) => counts.get(target) ?? 0,
  };
}

function check(rule: FaultRule): void {
  if (rule.calls === undefined && rule.rate === undefined) {
    throw new TypeError(
      `The fault rule on ${JSON.stringify(rule.on ?? "*")} never strikes: give it \`calls\` or \`rate\`.`,
    );
  }
  if (rule.rate !== undefined && !(rule.rate >= 0 && rule.rate <= 1)) {
    throw new TypeError(`Expected \`rate\` to be a number from 0 to 1, got ${String(rule.rate)}.`);
  }
  if (Array.isArray(rule.calls) && rule.calls.some((call) => !Number.isInteger(call) || call < 1)) {
    throw new TypeError("Expected `calls` to be whole numbers from 1.");
  }
}

function matches(pattern: string, target: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${source}$`).test(target);
}
