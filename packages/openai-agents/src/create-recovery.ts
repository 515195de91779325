import type {
  CallModelInputFilter,
  SessionInputCallback,
  ToolErrorFormatter,
} from "@openai/agents";
import type { Recovery, RecoveryOptions, Run } from "@recourse/core";
import { createRecovery as createCoreRecovery } from "@recourse/core";
import { extendRecovery } from "@recourse/core/adapter";
import { bindState } from "./bind-state.ts";
import { checkRecovery, checkRunOptions, checkState } from "./check-options.ts";
import { type HaltOptions, runOptions } from "./run-options.ts";

/**
 * The options of the SDK's `run()`. Those that are named here keep what TypeScript makes of them in
 * `run()` itself: `stream` the type `true`, by which it is overloaded, and callbacks their arguments.
 */
export type RunOptionsLike = object & {
  readonly stream?: boolean | undefined;
  readonly callModelInputFilter?: CallModelInputFilter | undefined;
  readonly toolErrorFormatter?: ToolErrorFormatter | undefined;
  readonly sessionInputCallback?: SessionInputCallback | undefined;
};

/** A run of ours with what the OpenAI Agents SDK needs. */
export interface AgentsRun extends Run {
  /**
   * The options of the SDK's `run()` with ours worked in: unknown tools, rejections, arguments that
   * are not JSON, and halts. What is given is kept and composed with. Once per call of `run()`.
   *
   * @example await run(agent, "…", recoveryRun.runOptions({ maxTurns: 20 }))
   */
  runOptions<Options extends RunOptionsLike = Record<never, never>>(
    options?: Options & RunOptionsLike,
    halt?: HaltOptions,
  ): Options;
  /**
   * Ties a saved state of the SDK (an approval answered, `RunState.fromString`) to this run, and
   * rebuilds its counters from the history unless the run was resumed from a snapshot.
   *
   * @example await run(agent, recoveryRun.bindState(state), recoveryRun.runOptions())
   */
  bindState<State extends object>(state: State): State;
}

/** Settings from which runs for the OpenAI Agents SDK are made. */
export type AgentsRecovery = Recovery<AgentsRun>;

/** Core's `createRecovery`, its runs with `runOptions` and `bindState`. */
export function createRecovery(options: RecoveryOptions = {}): AgentsRecovery {
  return agentsRecovery(createCoreRecovery(options));
}

/** A recovery of core (or of another adapter) for the OpenAI Agents SDK. */
export function agentsRecovery(recovery: Recovery): AgentsRecovery {
  checkRecovery(recovery, "agentsRecovery()");
  return extendRecovery(recovery, { framework: "openai-agents", extend: agentsRun });
}

/** A run of core with this adapter's methods. */
export function agentsRun(run: Run): AgentsRun {
  const extended = run as AgentsRun;
  extended.runOptions = runOptionsOf;
  extended.bindState = bindStateOf;
  return extended;
}

// Shared by all runs: there is one for every request of an application.

function runOptionsOf<Options extends RunOptionsLike = Record<never, never>>(
  this: AgentsRun,
  options?: Options,
  halt?: HaltOptions,
): Options {
  checkRunOptions(options, halt);
  return runOptions(this, options, halt);
}

function bindStateOf<State extends object>(this: AgentsRun, state: State): State {
  checkState(state);
  return bindState(this, state);
}
