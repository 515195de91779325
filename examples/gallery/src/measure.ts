import { z } from "zod";
import { estimateTokens } from "../../../packages/core/src/observation/tokens.ts";
import type { CorpusFailure } from "./corpus-failures.ts";
import { frameworks } from "./frameworks.ts";
import { ours } from "./ours.ts";
import type { Sent, Situation } from "./situation.ts";
import { stableText } from "./stable-text.ts";

/** Tokens of one failure's texts: each bare framework's, where it sends one, and ours. */
export interface Measured {
  readonly id: string;
  readonly bare: readonly (number | undefined)[];
  readonly ours: number;
}

/** Mean, middle and largest of some sizes. */
export interface Sizes {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly max: number;
}

/** A failure that no framework and none of ours sends a text for. */
export interface Unsent {
  readonly id: string;
  readonly ended: string;
}

/** One tool that fails as each client did, through every framework. */
export function measureFailures(failures: readonly CorpusFailure[]): Promise<Measurement> {
  return measure(
    failures.map(({ case: each, value }) => ({
      id: each.id,
      situation: failing(value, each.call ?? "read"),
    })),
  );
}

/** What was measured, and what could not be. */
export interface Measurement {
  readonly measured: Measured[];
  readonly unsent: Unsent[];
}

/** Every situation through every framework and through us. */
export async function measure(
  situations: readonly { readonly id: string; readonly situation: Situation }[],
): Promise<Measurement> {
  const measured: Measured[] = [];
  const unsent: Unsent[] = [];
  for (const { id, situation } of situations) {
    const bare: (number | undefined)[] = [];
    for (const framework of frameworks) bare.push(tokensOf(await framework.run(situation)));
    const own = await ours(situation);
    const size = tokensOf(own);
    if (size === undefined) unsent.push({ id, ended: own.ended ?? "" });
    else measured.push({ id, bare, ours: size });
  }
  return { measured, unsent };
}

/** Tokens by the estimate that the records use. */
export function tokensOf({ text }: Sent): number | undefined {
  return text === undefined ? undefined : estimateTokens(stableText(text));
}

function failing(value: unknown, effect: "read" | "write" | "idempotent"): Situation {
  return {
    tool: "get_thing",
    args: '{"id":42}',
    tools: [
      {
        name: "get_thing",
        description: "One thing by its id.",
        parameters: z.object({ id: z.number() }),
        options: { effect },
        execute: () => {
          throw value;
        },
      },
      {
        name: "list_things",
        description: "All things.",
        parameters: z.object({}),
        options: { effect: "read" },
        execute: () => [],
      },
    ],
  };
}

/** Sizes of those texts that were sent. */
export function sizesOf(sizes: readonly (number | undefined)[]): Sizes {
  const sorted = sizes.filter((size) => size !== undefined).sort((a, b) => a - b);
  const sum = sorted.reduce((total, size) => total + size, 0);
  return {
    count: sorted.length,
    mean: sum / sorted.length,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    max: sorted.at(-1) ?? 0,
  };
}

/** The mean over every pair of failure and bare framework in which a text was sent. */
export function bareMean(measured: readonly Measured[]): number {
  return sizesOf(measured.flatMap(({ bare }) => bare)).mean;
}

/** The mean over every failure. */
export function ourMean(measured: readonly Measured[]): number {
  return sizesOf(measured.map((each) => each.ours)).mean;
}

/** Texts of more characters than any service sends. */
const HUGE = "js/throw-huge-message";

/** All but the one made-up error whose message alone is two million characters. */
export function withoutHuge(measured: readonly Measured[]): Measured[] {
  return measured.filter(({ id }) => id !== HUGE);
}

/** Failures of which some bare framework sends more than `tokens`. */
export function longerThan(measured: readonly Measured[], tokens: number): Measured[] {
  return measured.filter(({ bare }) => Math.max(...bare.map((size) => size ?? 0)) > tokens);
}
