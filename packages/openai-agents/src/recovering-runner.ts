import { type AgentInputItem, type RunConfig, Runner, RunState } from "@openai/agents";
import type { Recovery, RunOptions, StopReason } from "@recourse/core";
import { answerPointless } from "./answer-pointless.ts";
import { bindState } from "./bind-state.ts";
import { checkRunnerOptions } from "./check-options.ts";
import { type AgentsRecovery, type AgentsRun, agentsRecovery } from "./create-recovery.ts";
import { endOfRun } from "./end-of-run.ts";
import { bindingOf, findBinding, markedBinding } from "./run-binding.ts";
import { type HaltOptions, runOptions } from "./run-options.ts";
import { contextOfState } from "./sdk-internals.ts";
import { sweep } from "./sweep.ts";

/** The SDK's runner settings, and what happens when the host ends a run. */
export interface RecoveringRunnerOptions extends Partial<RunConfig>, HaltOptions {
  /** What every run is made with; `id` belongs to one run only. */
  readonly run?: Omit<RunOptions, "id" | "framework"> | undefined;
}

/**
 * A `Runner` whose runs recover: use it in place of `new Runner(config)`. Each `run()` is one run
 * of ours, ended and recorded by itself; a `RunState` goes on with the run it belongs to, and
 * options that `run.runOptions()` made with that run. `recoveryRunOf(result)` gives the run.
 *
 * @throws RecourseError `invalid_option`, where what is given is no recovery
 * @example
 * const runner = recoveringRunner(createRecovery());
 * const result = await runner.run(agent, "Where is order 17?");
 */
export function recoveringRunner(
  recovery: Recovery,
  options: RecoveringRunnerOptions = {},
): Runner {
  checkRunnerOptions(recovery, options);
  const { onHalt, run: runDefaults, ...config } = options;
  const agents = agentsRecovery(recovery);
  const defaults = composedDefaults(config);
  const halt: HaltOptions = { onHalt };
  const runner = new Runner(config);
  const bareRun = runner.run.bind(runner) as unknown as BareRun;
  const recoveringRun: BareRun = async (agent, input, given = {}) => {
    const marked = markedBinding(given["toolExecution"])?.run as AgentsRun | undefined;
    const run = marked ?? chooseRun(agents, input, runDefaults);
    if (input instanceof RunState) bindState(run, input);
    const sdkOptions =
      marked === undefined ? runOptions(run, withDefaults(defaults, given), halt) : given;
    try {
      let result = await bareRun(agent, input, sdkOptions);
      runs.set(result, run);
      if (given["stream"] === true) {
        void watchStream(run, result);
        return result;
      }
      while (isWaiting(result) && (await answerPointless(result, bindingOf(run)))) {
        result = await bareRun(agent, result.state, sdkOptions);
        runs.set(result, run);
      }
      await finishWith(run, result);
      return result;
    } catch (error) {
      await finish(run, endOfRun(error, given["signal"]));
      throw error;
    }
  };
  runner.run = recoveringRun as unknown as typeof runner.run;
  return runner;
}

/** The run of ours to which a result of the SDK belongs. */
export function recoveryRunOf(result: object): AgentsRun | undefined {
  return runs.get(result);
}

const runs = new WeakMap<object, AgentsRun>();

interface AnyResult {
  readonly state: unknown;
  readonly history: AgentInputItem[];
  readonly interruptions?: readonly unknown[];
  readonly rawResponses?: readonly { readonly output?: readonly { readonly type?: unknown }[] }[];
  readonly completed?: Promise<void>;
  readonly cancelled?: boolean;
  readonly error?: unknown;
}

type BareRun = (
  agent: unknown,
  input: unknown,
  options?: Record<string, unknown>,
) => Promise<AnyResult>;

/** The run that a saved state belongs to, else a new one. */
function chooseRun(
  recovery: AgentsRecovery,
  input: unknown,
  defaults: RecoveringRunnerOptions["run"],
): AgentsRun {
  const context = input instanceof RunState ? contextOfState(input) : undefined;
  return (findBinding(context)?.run as AgentsRun | undefined) ?? recovery.run(defaults);
}

/** Settings that a runner and one of its runs may both have, and that ours are composed with. */
const COMPOSED = [
  "callModelInputFilter",
  "toolErrorFormatter",
  "toolExecution",
  "toolNotFoundBehavior",
] as const;

/** The runner's own settings that ours would take the place of; `undefined` when there are none. */
function composedDefaults(config: Partial<RunConfig>): Record<string, unknown> | undefined {
  const set = COMPOSED.filter((key) => config[key] !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set.map((key) => [key, config[key]]));
}

/** A run's options, and the runner's own settings where the run says nothing. */
function withDefaults(
  defaults: Record<string, unknown> | undefined,
  options: Record<string, unknown>,
): Record<string, unknown> {
  if (defaults === undefined) return options;
  const composed: Record<string, unknown> = { ...options };
  for (const key of Object.keys(defaults)) composed[key] ??= defaults[key];
  return composed;
}

async function watchStream(run: AgentsRun, result: AnyResult): Promise<void> {
  try {
    await result.completed;
    // A stream that its caller gave up ends without an error.
    if (result.cancelled === true) await finish(run, "cancelled");
    else await finishWith(run, result);
  } catch (error) {
    await finish(run, endOfRun(error, undefined));
  }
}

/** Settles what is open and ends our run. A promise only where there is something to wait for. */
function finishWith(run: AgentsRun, result: AnyResult): Promise<void> | undefined {
  const binding = bindingOf(run);
  const end = (): Promise<void> | undefined => {
    // A run that waits for a person goes on later, here or elsewhere, and is recorded then.
    if (isWaiting(result)) return undefined;
    return finish(run, binding.reachedMaxTurns ? "max_steps" : undefined);
  };
  // The history is made when it is asked for, so only where the last response called something.
  const settling =
    binding.hasOpenCalls || lastResponseUsed(result)
      ? sweep(binding, result.history, binding.agent)
      : undefined;
  return settling === undefined ? end() : settling.then(end);
}

/** Whether a person has been asked. */
function isWaiting(result: AnyResult): boolean {
  return (result.interruptions?.length ?? 0) > 0;
}

/** Whether the last response holds calls that the provider executed. */
function lastResponseUsed(result: AnyResult): boolean {
  const output = result.rawResponses?.at(-1)?.output ?? [];
  return output.some((item) => item.type === "hosted_tool_call");
}

function finish(run: AgentsRun, reason: StopReason | undefined): Promise<void> | undefined {
  return run.stopReason !== undefined && run.halt === undefined ? undefined : run.finish(reason);
}
