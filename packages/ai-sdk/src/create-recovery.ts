import type { Recovery, RecoveryEvent, RecoveryOptions } from "@recourse/core";
import { createRecovery as createCoreRecovery } from "@recourse/core";
import { extendRecovery } from "@recourse/core/adapter";
import type { ToolLoopAgentSettings, ToolSet } from "ai";
import { type AgentOptions, agentSettings } from "./agent.ts";
import type { AiSdkRun } from "./ai-sdk-run.ts";
import { checkRecoveryOptions } from "./check-settings.ts";
import { extendRun } from "./extend-run.ts";
import { presenter } from "./present.ts";

/** The settings of an agent whose calls have options, which its `prepareCall` is given. */
export type WithCallOptions<CALL_OPTIONS, TOOLS extends ToolSet> = ToolLoopAgentSettings<
  CALL_OPTIONS,
  TOOLS
> &
  CallOptionsSchema;

/** What tells that the calls of an agent have options. */
export interface CallOptionsSchema {
  /** The schema of the options, as the SDK takes it. */
  readonly callOptionsSchema: object;
}

/** Core's recovery, its runs having what the AI SDK is to be given. */
export interface AiSdkRecovery extends Recovery<AiSdkRun> {
  /**
   * The settings of a `ToolLoopAgent` with a fresh run for each of its calls:
   * `new ToolLoopAgent(recovery.agent({ model, tools }))`. An agent that is called inside a tool of
   * another run gets a child of that run.
   */
  agent<CALL_OPTIONS, TOOLS extends ToolSet>(
    settings: WithCallOptions<CALL_OPTIONS, TOOLS>,
    options?: AgentOptions,
  ): WithCallOptions<CALL_OPTIONS, TOOLS>;
  /** The same for an agent whose calls have no options. */
  agent<SETTINGS extends object>(settings: SETTINGS, options?: AgentOptions): SETTINGS;
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
    agent: <SETTINGS extends object>(settings: SETTINGS, options?: AgentOptions): SETTINGS =>
      agentSettings(recovery, settings, options),
  });
  return recovery;
}
