import type { Recovery, RecoveryEvent, Run } from "@recourse/core";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { finish } from "./callbacks.ts";
import { closeDanglingToolCalls } from "./close-dangling-tool-calls.ts";
import { Loop } from "./loop.ts";
import { observeStep } from "./observe-step.ts";
import { type PrepareStepLike, preparedStep } from "./prepare-step.ts";
import type { Present } from "./present.ts";
import { repairHook } from "./repair-tool-call.ts";
import { historyOf } from "./restore-messages.ts";
import type { RepairLike, StepLike, StopConditionLike, ToolSetLike } from "./sdk-types.ts";
import { reasonOfAbort, reasonOfRejection } from "./stop-reason.ts";
import { stopConditions } from "./stop-when.ts";
import { type DataWriter, dataPart, uiOnError } from "./ui.ts";
import { type WiringInput, wiring } from "./wire.ts";
import { wrapTools } from "./wrap-tools.ts";

/** How a run's events are listened to. */
export type Listen = (runId: string, listener: (event: RecoveryEvent) => void) => () => void;

/** What the run needs of the recovery it belongs to. */
export interface RunHost {
  readonly listen: Listen;
  readonly core: Recovery;
  readonly present: Present;
}

const loops = new WeakMap<Run, Loop>();

/** The loop of a run of ours. */
export function loopOf(run: Run): Loop {
  return loops.get(run) as Loop;
}

/** The SDK's default number of steps for `generateText` and `streamText`. */
const DEFAULT_STEPS = 1;

/** Puts the SDK's side onto a run, once; the run stays the same object. */
export function extendRun(run: Run, host: RunHost): AiSdkRun {
  if (loops.has(run)) return run as AiSdkRun;
  const loop = new Loop(run, host.core, host.present);
  loop.onStep = (step, turn) => observeStep(loop, step, turn);
  loops.set(run, loop);
  const child = run.child.bind(run);
  const core = describeStopReason(run);
  const rejected = () => (loop.response.failed ? "model_error" : undefined);
  const methods = {
    wire: (input: WiringInput) => wiring(loop, input, DEFAULT_STEPS),
    tools: (tools: ToolSetLike) => wrapTools(loop, tools),
    stopWhen: (...conditions: StopConditionLike[]) =>
      stopConditions(loop, conditions, DEFAULT_STEPS),
    prepareStep: (user?: PrepareStepLike) => preparedStep(loop, user),
    repairToolCall: (user?: RepairLike) => repairHook(loop, user),
    track: (result: PromiseLike<unknown>) => track(loop, result),
    restoreMessages: (messages: readonly unknown[]) => run.restore(historyOf(messages)),
    closeDanglingToolCalls: (messages: readonly object[]) =>
      closeDanglingToolCalls(messages, (id) => loop.dangling.get(id)),
    uiOnError,
    writeTo: (writer: DataWriter) => host.listen(run.id, (event) => writeEvent(writer, event)),
    child: (options?: Parameters<Run["child"]>[0]) => extendRun(child(options), host),
  };
  Object.assign(run, methods);
  Object.defineProperty(run, "stopReason", {
    configurable: true,
    get: () => core() ?? loop.ended ?? reasonOfAbort(loop.signal) ?? rejected(),
  });
  return run as AiSdkRun;
}

/** The engine's own stop reason, read past the property that is put over it. */
function describeStopReason(run: Run): () => Run["stopReason"] {
  let owner: object | null = run;
  while (owner !== null) {
    const property = Object.getOwnPropertyDescriptor(owner, "stopReason");
    if (property?.get !== undefined) return property.get.bind(run) as () => Run["stopReason"];
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return () => run.report().stopReason;
}

async function track<Result>(loop: Loop, result: PromiseLike<Result>): Promise<Result> {
  try {
    const settled = await result;
    const { steps } = settled as { readonly steps?: readonly StepLike[] };
    if (Array.isArray(steps)) loop.observe(steps as readonly StepLike[]);
    finish(loop);
    return settled;
  } catch (error) {
    loop.ended = reasonOfRejection(error, loop.signal);
    finish(loop);
    throw error;
  }
}

function writeEvent(writer: DataWriter, event: RecoveryEvent): void {
  const part = dataPart(event);
  if (part === undefined) return;
  try {
    writer.write(part);
  } catch {
    // The stream is closed: there is nobody left to tell.
  }
}
