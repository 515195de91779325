import type { Recovery, RecoveryEvent, Run } from "@recourse/core";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { finish, rejected } from "./callbacks.ts";
import {
  checkConditions,
  checkFunction,
  checkMessages,
  checkPromise,
  checkTools,
  checkWiring,
  checkWriter,
} from "./check-settings.ts";
import { closeDanglingToolCalls } from "./close-dangling-tool-calls.ts";
import { Loop } from "./loop.ts";
import { type PrepareStepLike, preparedStep } from "./prepare-step.ts";
import type { Present } from "./present.ts";
import { repairHook } from "./repair-tool-call.ts";
import { historyOf } from "./restore-messages.ts";
import type { RepairLike, StepLike, StopConditionLike, ToolSetLike } from "./sdk-types.ts";
import { engineReason, reasonOfAbort, reasonOfEngine } from "./stop-reason.ts";
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

/** On the run itself: a weak map costs the collector something for every run. */
const ownLoop: unique symbol = Symbol("recourse.ai-sdk.loop") as never;
const ownHost: unique symbol = Symbol("recourse.ai-sdk.host") as never;

/** A run of ours, with what our methods need. */
interface OwnRun extends Run {
  [ownLoop]: Loop;
  [ownHost]: RunHost;
}

/** The loop of a run of ours. */
export function loopOf(run: Run): Loop {
  return (run as OwnRun)[ownLoop];
}

/** The SDK's default number of steps for `generateText` and `streamText`. */
const DEFAULT_STEPS = 1;

/**
 * Puts the SDK's side onto a run, once; the run stays the same object. The methods are put between
 * it and its class, since making a dozen functions for every run costs more than the run itself.
 */
export function extendRun(run: Run, runHost: RunHost): AiSdkRun {
  const own = run as OwnRun;
  if (own[ownLoop] !== undefined) return run as AiSdkRun;
  own[ownLoop] = new Loop(run, runHost.core, runHost.present);
  own[ownHost] = runHost;
  Object.setPrototypeOf(run, prototypeOver(Object.getPrototypeOf(run) as object));
  return run as AiSdkRun;
}

/** By the prototype that core gave the run: there is only one, unless there are copies of core. */
const prototypes = new WeakMap<object, object>();

function prototypeOver(core: object): object {
  const known = prototypes.get(core);
  if (known !== undefined) return known;
  const made = Object.create(core, {
    ...Object.getOwnPropertyDescriptors(methods),
    ...overrides(core as Run),
  }) as object;
  prototypes.set(core, made);
  return made;
}

const methods = {
  wire(this: OwnRun, input: WiringInput) {
    checkWiring(input, { of: "run.wire()" });
    return wiring(this[ownLoop], input, DEFAULT_STEPS);
  },
  tools(this: OwnRun, tools: ToolSetLike) {
    checkTools(tools, { of: "run.tools()" });
    return wrapTools(this[ownLoop], tools);
  },
  stopWhen(this: OwnRun, ...conditions: StopConditionLike[]) {
    checkConditions(conditions, { of: "run.stopWhen()" });
    return stopConditions(this[ownLoop], conditions, DEFAULT_STEPS);
  },
  prepareStep(this: OwnRun, user?: PrepareStepLike) {
    checkFunction("prepareStep", user, { of: "run.prepareStep()" });
    return preparedStep(this[ownLoop], user);
  },
  repairToolCall(this: OwnRun, user?: RepairLike) {
    checkFunction("repairToolCall", user, { of: "run.repairToolCall()" });
    return repairHook(this[ownLoop], user);
  },
  track(this: OwnRun, result: PromiseLike<unknown>) {
    checkPromise(result);
    return track(this[ownLoop], result);
  },
  restoreMessages(this: OwnRun, messages: readonly unknown[]) {
    checkMessages(messages, { of: "run.restoreMessages()" });
    this.restore(historyOf(messages));
  },
  closeDanglingToolCalls(this: OwnRun, messages: readonly object[]) {
    return closeDanglingToolCalls(messages, (id) => this[ownLoop].dangling.get(id));
  },
  uiOnError,
  writeTo(this: OwnRun, writer: DataWriter) {
    checkWriter(writer);
    return this[ownHost].listen(this.id, (event) => writeEvent(writer, event));
  },
};

/** What a run of core has already, and ours does or says in addition. */
function overrides(core: Run): PropertyDescriptorMap {
  return {
    child: {
      value(this: OwnRun, options?: Parameters<Run["child"]>[0]) {
        return extendRun(core.child.call(this, options), this[ownHost]);
      },
    },
    [engineReason]: { get: getterOf(core, "stopReason") },
    stopReason: {
      get(this: OwnRun) {
        const { ended, endedBefore, signal, response } = this[ownLoop];
        const failed = response.failed ? "model_error" : undefined;
        const known = reasonOfEngine(this);
        // Until another loop has called a tool, the engine says how the one before it ended.
        const isOfBefore = this.halt === undefined && known === endedBefore;
        return (isOfBefore ? undefined : known) ?? ended ?? reasonOfAbort(signal) ?? failed;
      },
    },
  };
}

function getterOf(prototype: object, name: keyof Run): (this: Run) => unknown {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return getter ?? (() => undefined);
}

async function track<Result>(loop: Loop, result: PromiseLike<Result>): Promise<Result> {
  try {
    const settled = await result;
    const { steps } = settled as { readonly steps?: readonly StepLike[] };
    if (Array.isArray(steps)) loop.observe(steps as readonly StepLike[]);
    finish(loop);
    return settled;
  } catch (error) {
    rejected(loop, error);
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
