import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Situation } from "./situation.ts";

/** The labelled calls whose arguments do not fit, taken from public reports. */
const FILE = new URL(
  "../../../packages/core/test/observation/fixtures/labelled-messages.json",
  import.meta.url,
);

interface Labelled {
  readonly id: string;
  readonly tool: { readonly name: string };
  /** Source of a zod schema. */
  readonly zod?: string;
  readonly args?: unknown;
  readonly error?: unknown;
}

/** Calls that a model made with arguments that do not fit the tool's schema. */
export function malformedCalls(): { readonly id: string; readonly situation: Situation }[] {
  const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { readonly cases: Labelled[] };
  return cases.flatMap(({ id, tool, zod, args, error }) => {
    if (zod === undefined || args === undefined || error !== undefined) return [];
    const parameters = new Function("z", `return ${zod}`)(z) as z.ZodType;
    if (!(parameters instanceof z.ZodObject) || parameters.safeParse(args).success) return [];
    const called = { name: tool.name, description: tool.name, parameters, execute: () => "done" };
    const situation = { tool: tool.name, args: JSON.stringify(args), tools: [called] };
    return [{ id, situation }];
  });
}
