import type { JsonSchema, ToolOptions } from "@recourse/core";
import type { Goal, ModelScript } from "../model/script.ts";
import type { ScenarioTool, ScenarioToolContext } from "./scenario.ts";

/** What one execution of a scenario's tool does. */
export type Behaviour = (args: Record<string, unknown>, context: ScenarioToolContext) => unknown;

/** Returns a value. */
export function returns(value: unknown): Behaviour {
  return () => value;
}

/** Throws an error made afresh, with the properties that a client would give it. */
export function throws(message: string, properties: object = {}): Behaviour {
  return () => {
    throw Object.assign(new Error(message), properties);
  };
}

/** Throws a value as it is. */
export function throwsValue(make: () => unknown): Behaviour {
  return () => {
    throw make();
  };
}

/** Is silent until its signal aborts. */
export const hangs: Behaviour = (_args, { signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

/** Is silent for ever, and the run's caller gives up waiting. */
export const givenUp: Behaviour = (_args, { abortRun }) => {
  setTimeout(() => abortRun?.(), 1);
  return new Promise(() => undefined);
};

/** An answer of an HTTP client that is no success. */
export function httpStatus(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = "request failed",
): Behaviour {
  return throws(`HTTP ${status}: ${text}`, { status, headers });
}

/** A connection that was cut after the request was sent. */
export const reset: Behaviour = throws("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });

/**
 * A tool whose executions behave one after the other as listed; the last goes on for ever. The
 * name says what the text of its parameters is: `id` of any kind unless given.
 */
export function toolThat(
  name: string,
  options: ToolOptions,
  behaviours: readonly Behaviour[],
  parameters: JsonSchema = objectOf({ id: { type: "string" } }),
): ScenarioTool {
  let executions = 0;
  return {
    name,
    description: `The tool ${name}.`,
    parameters,
    options,
    execute: async (args, context) => {
      const behaviour = behaviours[Math.min(executions, behaviours.length - 1)];
      executions++;
      return behaviour?.(args, context);
    },
  };
}

/** A JSON Schema of an object with these properties, all required unless said otherwise. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A script of calls that react to what they read. */
export function script(task: string, ...steps: ModelScript["steps"]): ModelScript {
  return { task, steps, answer: "Done." };
}

/** A call that is made whatever came before. */
export function fixed(tool: string, args: Record<string, unknown> = { id: "1" }): Goal {
  return { tool, args, regardless: true };
}

/** The same fixed call several times, one a turn. */
export function repeated(times: number, goal: Goal): readonly Goal[] {
  return Array.from({ length: times }, () => goal);
}
