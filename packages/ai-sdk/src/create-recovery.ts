import type { Recovery, RecoveryEvent, RecoveryOptions } from "@recourse/core";
import { createRecovery as createCoreRecovery } from "@recourse/core";
import { extendRecovery } from "@recourse/core/adapter";
import type { ToolLoopAgentSettings, ToolSet } from "ai";
import { type AgentOptions, agentSettings } from "./agent.ts";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { checkRecoveryOptions } from "./check-settings.ts";
import { extendRun } from "./extend-run.ts";
import { presenter } from "./present.ts";
import type { Passed, WireOptions } from "./wire-types.ts";

/** What the SDK gives a `prepareCall` of an agent, whatever the agent puts out. */
export type CallToPrepare<CALL_OPTIONS, TOOLS extends ToolSet> = Omit<
  Parameters<NonNullable<ToolLoopAgentSettings<CALL_OPTIONS, TOOLS>["prepareCall"]>>[0],
  "output"
>;

/** The settings of an agent that its callbacks take their types from. */
export interface AgentCallbacks<CALL_OPTIONS, TOOLS extends ToolSet> extends WireOptions<TOOLS> {
  /** The schema of the options of a call. */
  readonly callOptionsSchema?:
    | ToolLoopAgentSettings<CALL_OPTIONS, TOOLS>["callOptionsSchema"]
    | undefined;
  /** Settings for a call, from its options. */
  readonly prepareCall?:
    | ((call: CallToPrepare<NoInfer<CALL_OPTIONS>, NoInfer<TOOLS>>) => unknown)
    | undefined;
}

/** Core's recovery, its runs having what the AI SDK is to be given. */
export interface AiSdkRecovery extends Recovery<AiSdkRun> {
  /**
   * The settings of a `ToolLoopAgent` with a fresh run for each of its calls:
   * `new ToolLoopAgent(recovery.agent({ model, tools }))`. An agent that is called inside a tool of
   * another run gets a child of that run.
   */
  agent<TOOLS extends ToolSet, SETTINGS extends object, CALL_OPTIONS = never>(
    settings: AgentCallbacks<CALL_OPTIONS, TOOLS> & Passed<SETTINGS>,
    options?: AgentOptions,
  ): NoInfer<SETTINGS>;
}

/**
 * Makes the settings from which runs are made. Throws with one clear sentence on an option that it
 * does not know or cannot use.
 */
export function createRecovery(options: RecoveryOptions = {}): AiSdkRecovery {
  checkRecoveryOptions(options);
  const listeners = new Map<string, Set<(event: RecoveryEvent) => void>>();
  const tell = (event: RecoveryEvent): void => {
    if ("runId" in event) for (const listen of listeners.get(event.runId) ?? []) listen(event);
    if (options.onEvent !== undefined) options.onEvent(event);
    else if (event.type === "warning") console.warn(`[recourse] ${event.message}`);
  };
  const core = createCoreRecovery({
    ...options,
    // Core makes no events while nobody listens, and a UI is written to in few runs.
    get onEvent() {
      return listeners.size === 0 ? options.onEvent : tell;
    },
  });
  const host = {
    core,
    present: presenter(core),
    listen: (runId: string, listener: (event: RecoveryEvent) => void) => {
      const own = listeners.get(runId) ?? new Set();
      listeners.set(runId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(runId);
      };
    },
  };
  const extended = extendRecovery(core, {
    framework: "ai-sdk",
    extend: (run) => extendRun(run, host),
  });
  const recovery: AiSdkRecovery = Object.assign(extended, {
    agent: <SETTINGS extends object>(settings: object, options?: AgentOptions): SETTINGS =>
      agentSettings(recovery, settings as SETTINGS, options),
  });
  return recovery;
}
