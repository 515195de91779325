import type { RunOptions } from "@recourse/core";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { ambientCall, keepAmbientCalls } from "./ambient.ts";
import { aborted, finish, rejected } from "./callbacks.ts";
import { checkAgent, checkResumed } from "./check-settings.ts";
import type { AiSdkRecovery } from "./create-recovery.ts";
import { loopOf } from "./extend-run.ts";
import type { PrepareStepLike } from "./prepare-step.ts";
import { presenter } from "./present.ts";
import type { StepLike } from "./sdk-types.ts";
import { type WiringInput, wiring } from "./wire.ts";
import { showTools } from "./wrap-tools.ts";

/** What can be said of the runs of an agent. */
export interface AgentOptions {
  /** The options of each run, or what makes them from the call (its `options`, its `messages`). */
  readonly run?: RunOptions | ((call: object) => RunOptions) | undefined;
  /** Called with each run before its first step: the only way to it, since results are the SDK's. */
  readonly onRun?: ((run: AiSdkRun) => void) | undefined;
  /**
   * A run to go on with, from the call: an approval that is answered in a later request.
   * @default a fresh run, or a child of the run in whose tool the agent is called
   */
  readonly resume?: ((call: object) => AiSdkRun | undefined) | undefined;
}

interface AgentSettings extends WiringInput {
  readonly id?: string | undefined;
  readonly prepareCall?: ((call: never) => unknown) | undefined;
}

/** The SDK's default number of steps of a `ToolLoopAgent`. */
const DEFAULT_STEPS = 20;

/**
 * The settings with a `prepareCall` that makes the run: it is the one hook of an agent that is
 * called once a call and may give tools, stop conditions and the rest.
 */
export function agentSettings<Settings extends object>(
  recovery: AiSdkRecovery,
  settings: Settings,
  options: AgentOptions = {},
): Settings {
  checkAgent(settings, options);
  keepAmbientCalls();
  const own = settings as AgentSettings;
  const runs = new RunsOfAgent();
  const endKey = "onEnd" in own && own.onEnd !== undefined ? "onEnd" : "onFinish";
  const usersEnd = own[endKey];
  const prepareCall = async (call: never): Promise<object> => {
    const prepared = ((await own.prepareCall?.(call)) ?? call) as WiringInput;
    const run = runOf(recovery, own, options, prepared);
    options.onRun?.(run);
    // ai 7 takes an agent's callbacks from its settings only; ai 6 has some that are given here.
    const { onStepFinish, onStepEnd, onFinish, onEnd, onStepError, ...wired } = wiring(
      loopOf(run),
      prepared,
      DEFAULT_STEPS,
    );
    return { ...prepared, ...wired, prepareStep: runs.seen(run, wired.prepareStep) };
  };
  return {
    ...settings,
    ...(own.tools === undefined ? {} : { tools: showTools(presenter(recovery), own.tools) }),
    prepareCall,
    [endKey]: (event: never) => {
      runs.ended(event);
      return usersEnd?.(event);
    },
    onAbort: (event: never) => {
      runs.aborted(event);
      return own.onAbort?.(event);
    },
    onStepError: (event: never) => {
      runs.failed(event);
      return own.onStepError?.(event);
    },
  };
}

/** Which run an event of an agent belongs to: its events carry arrays that `prepareStep` has seen. */
class RunsOfAgent {
  readonly #runs = new WeakMap<object, AiSdkRun>();

  /** Notes what a step of a run is given. */
  seen(run: AiSdkRun, prepareStep: PrepareStepLike | undefined): PrepareStepLike {
    return async (input) => {
      const result = await prepareStep?.(input);
      this.#runs.set(input.steps, run).set(result?.messages ?? input.messages, run);
      return result;
    };
  }

  /** A call of the agent has ended by itself. */
  ended({ steps }: { readonly steps: readonly StepLike[] }): void {
    const run = this.#runs.get(steps);
    if (run === undefined) return;
    loopOf(run).observe(steps);
    finish(loopOf(run));
  }

  /** A stream of the agent was aborted. */
  aborted({ steps }: { readonly steps?: readonly StepLike[] }): void {
    const run = steps === undefined ? undefined : this.#runs.get(steps);
    if (run !== undefined) aborted(loopOf(run), steps);
  }

  /** A step was rejected, and the call with it. */
  failed({ messages, error }: { readonly messages: object; readonly error: unknown }): void {
    const run = this.#runs.get(messages);
    if (run !== undefined) rejected(loopOf(run), error);
  }
}

function runOf(
  recovery: AiSdkRecovery,
  settings: AgentSettings,
  options: AgentOptions,
  call: object,
): AiSdkRun {
  const resumed = options.resume?.(call);
  if (resumed !== undefined) {
    checkResumed(resumed);
    return resumed;
  }
  const outer = ambientCall();
  const agent = settings.id;
  if (outer !== undefined) {
    // Each attempt of the call makes a child; the keys of its calls are those of the attempt before.
    const keyBase = `${outer.key}/${outer.children.length}`;
    const child = (outer.run as AiSdkRun).child({
      keyBase,
      ...(agent === undefined ? {} : { agent }),
    });
    outer.children.push({ agent, run: child });
    return child;
  }
  const given = typeof options.run === "function" ? options.run(call) : options.run;
  return recovery.run({ ...(agent === undefined ? {} : { agent }), ...given });
}
