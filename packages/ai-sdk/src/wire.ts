import { wrapToolApproval } from "./approval.ts";
import { type LoopCallbacks, watchedCallbacks } from "./callbacks.ts";
import type { Loop } from "./loop.ts";
import { type PrepareStepLike, preparedStep } from "./prepare-step.ts";
import { repairHook } from "./repair-tool-call.ts";
import type { RepairLike, StopConditionLike, ToolSetLike } from "./sdk-types.ts";
import { stopConditions } from "./stop-when.ts";
import { wrapTools } from "./wrap-tools.ts";

/** The settings of either version that a run takes part in. */
export interface WiringInput extends LoopCallbacks {
  readonly tools?: ToolSetLike | undefined;
  readonly stopWhen?: StopConditionLike | readonly StopConditionLike[] | undefined;
  readonly prepareStep?: PrepareStepLike | undefined;
  readonly repairToolCall?: RepairLike | undefined;
  readonly experimental_repairToolCall?: RepairLike | undefined;
  readonly toolApproval?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The same settings with the run in them. Everything else is handed through. */
export function wiring(loop: Loop, input: WiringInput, defaultSteps: number): WiringInput {
  loop.signal = input.abortSignal;
  loop.abandoned = false;
  const wired: Writable<WiringInput> = {
    ...input,
    ...watchedCallbacks(loop, input),
    stopWhen: stopConditions(loop, asArray(input.stopWhen), defaultSteps),
  };
  // Switched off, a run still says why it ended, and does nothing else.
  if (loop.isOff) return wired;
  if (input.tools !== undefined) wired.tools = wrapTools(loop, input.tools);
  wired.prepareStep = preparedStep(loop, input.prepareStep);
  if (input.toolApproval !== undefined) {
    wired.toolApproval = wrapToolApproval(loop, input.toolApproval);
  }
  // ai 7 has both names and prefers the new one; ai 6 has only the old one.
  const repairKey =
    input.repairToolCall === undefined ? "experimental_repairToolCall" : "repairToolCall";
  wired[repairKey] = repairHook(loop, input[repairKey]);
  return wired;
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function asArray<Value>(value: Value | readonly Value[] | undefined): readonly Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
}
