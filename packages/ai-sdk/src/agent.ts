import type { RunOptions } from "@recourse/core";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { ambientCall, keepAmbientCalls } from "./ambient.ts";
import { finish } from "./callbacks.ts";
import type { AiSdkRecovery } from "./create-recovery.ts";
import { loopOf } from "./extend-run.ts";
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
  keepAmbientCalls();
  const own = settings as AgentSettings;
  const runBySteps = new WeakMap<object, AiSdkRun>();
  const onEnd = ({ steps }: { readonly steps: readonly StepLike[] }): void => {
    const run = runBySteps.get(steps);
    if (run === undefined) return;
    loopOf(run).observe(steps);
    finish(loopOf(run));
  };
  const endKey = "onEnd" in own && own.onEnd !== undefined ? "onEnd" : "onFinish";
  const usersEnd = own[endKey];
  const prepareCall = async (call: never): Promise<object> => {
    const prepared = ((await own.prepareCall?.(call)) ?? call) as WiringInput;
    const run = runOf(recovery, own, options, prepared);
    options.onRun?.(run);
    const { onStepFinish, onStepEnd, onFinish, onEnd, onAbort, onError, ...wired } = wiring(
      loopOf(run),
      prepared,
      DEFAULT_STEPS,
    );
    const { prepareStep } = wired;
    return {
      ...prepared,
      ...wired,
      prepareStep: (input: { readonly steps: readonly StepLike[] }) => {
        runBySteps.set(input.steps, run);
        return prepareStep?.(input as never);
      },
    };
  };
  return {
    ...settings,
    ...(own.tools === undefined ? {} : { tools: showTools(presenter(recovery), own.tools) }),
    prepareCall,
    [endKey]: (event: never) => {
      onEnd(event);
      return usersEnd?.(event);
    },
  };
}

function runOf(
  recovery: AiSdkRecovery,
  settings: AgentSettings,
  options: AgentOptions,
  call: object,
): AiSdkRun {
  const resumed = options.resume?.(call);
  if (resumed !== undefined) return resumed;
  const outer = ambientCall();
  const agent = settings.id;
  if (outer !== undefined) {
    const child = (outer.run as AiSdkRun).child(agent === undefined ? {} : { agent });
    outer.children.push({ agent, run: child });
    return child;
  }
  const given = typeof options.run === "function" ? options.run(call) : options.run;
  return recovery.run({ ...(agent === undefined ? {} : { agent }), ...given });
}
