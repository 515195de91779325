import type { StopReason } from "@recourse/core";
import { RunHaltedError } from "./halted-error.ts";

/** Which stop reason an error stands for that ended a run of the SDK. By name: copies differ. */
export function endOfRun(error: unknown, signal: unknown): StopReason | undefined {
  if (RunHaltedError.isInstance(error)) return undefined;
  const { name } = (error ?? {}) as { name?: unknown };
  const className = (error as object | undefined)?.constructor?.name ?? "";
  if ((signal as AbortSignal | undefined)?.aborted === true || name === "AbortError") {
    return "cancelled";
  }
  return BY_CLASS[className] ?? "model_error";
}

/** The SDK does not set `name`, so its errors are told by their class. */
const BY_CLASS: Readonly<Record<string, StopReason>> = {
  MaxTurnsExceededError: "max_steps",
  ModelRefusalError: "content_filter",
  InputGuardrailTripwireTriggered: "stop_condition",
  OutputGuardrailTripwireTriggered: "stop_condition",
  ToolInputGuardrailTripwireTriggered: "stop_condition",
  ToolOutputGuardrailTripwireTriggered: "stop_condition",
  ToolCallError: "stop_condition",
  ToolTimeoutError: "stop_condition",
  UserError: "stop_condition",
};
