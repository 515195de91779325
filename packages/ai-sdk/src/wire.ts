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
  // ai 7 has both names and prefers the new one; ai 6 has only the old one.
  const repairKey =
    input.repairToolCall === undefined ? "experimental_repairToolCall" : "repairToolCall";
  const watched = {
    ...input,
    stopWhen: stopConditions(loop, asArray(input.stopWhen), defaultSteps),
    ...watchedCallbacks(loop, input),
  };
  // Switched off, a run still says why it ended, and does nothing else.
  if (loop.isOff) return watched;
  return {
    ...watched,
    ...(input.tools === undefined ? {} : { tools: wrapTools(loop, input.tools) }),
    prepareStep: preparedStep(loop, input.prepareStep),
    ...(input.toolApproval === undefined
      ? {}
      : { toolApproval: wrapToolApproval(loop, input.toolApproval) }),
    [repairKey]: repairHook(loop, input[repairKey]),
  };
}

function asArray<Value>(value: Value | readonly Value[] | undefined): readonly Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
}
