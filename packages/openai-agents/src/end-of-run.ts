import {
  InputGuardrailTripwireTriggered,
  MaxTurnsExceededError,
  ModelRefusalError,
  OutputGuardrailTripwireTriggered,
  ToolCallError,
  ToolInputGuardrailTripwireTriggered,
  ToolOutputGuardrailTripwireTriggered,
  ToolTimeoutError,
  UserError,
} from "@openai/agents";
import type { StopReason } from "@recourse/core";
import { RunHaltedError } from "./halted-error.ts";

/** Which stop reason an error stands for that ended a run of the SDK. */
export function endOfRun(error: unknown, signal: unknown): StopReason | undefined {
  if (RunHaltedError.isInstance(error)) return undefined;
  const { name } = (error ?? {}) as { name?: unknown };
  if ((signal as AbortSignal | undefined)?.aborted === true || name === "AbortError") {
    return "cancelled";
  }
  const className = (error as object | undefined)?.constructor?.name ?? "";
  // By the name of its class, since copies of the SDK differ (it does not set `name`); and by the
  // class, since a bundler that minifies gives it another name, but not to these keys.
  const known = ENDINGS.find(({ classes }) =>
    Object.entries(classes).some(([key, type]) => key === className || error instanceof type),
  );
  return known?.reason ?? "model_error";
}

interface Ending {
  readonly reason: StopReason;
  readonly classes: Readonly<Record<string, abstract new (...args: never[]) => Error>>;
}

const ENDINGS: readonly Ending[] = [
  { reason: "max_steps", classes: { MaxTurnsExceededError } },
  { reason: "content_filter", classes: { ModelRefusalError } },
  {
    reason: "stop_condition",
    classes: {
      InputGuardrailTripwireTriggered,
      OutputGuardrailTripwireTriggered,
      ToolInputGuardrailTripwireTriggered,
      ToolOutputGuardrailTripwireTriggered,
      ToolCallError,
      ToolTimeoutError,
      UserError,
    },
  },
];
