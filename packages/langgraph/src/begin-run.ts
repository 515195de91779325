import type { BaseMessage } from "@langchain/core/messages";
import type { Recovery, Run, RunOptions, ToolOptions } from "@recourse/core";
import { type Asked, answeredCalls, type MessageKey, type RunHistory } from "./history.ts";
import { InterruptNumbers } from "./interrupt-numbers.ts";
import type { LiveRun, OpenTurn, RunDefaults, ToolLookup } from "./live-run.ts";
import { messagesOf } from "./messages.ts";
import { finishRun, rootOf } from "./run-registry.ts";
import type { SavedRun } from "./saved-run.ts";
import type { NodeConfig, Scope } from "./scope.ts";
import { toolSettings } from "./tool-settings.ts";
import { warnOfUnparsedCalls } from "./warn-of-unparsed-calls.ts";

/** Everything that says which run to begin. */
export interface Beginning {
  readonly recovery: Recovery;
  readonly scope: Scope;
  readonly history: RunHistory;
  readonly messages: readonly BaseMessage[];
  readonly config: NodeConfig;
  readonly defaults: RunDefaults;
  readonly tools: ToolLookup;
  /** Every call of this run comes through us: see `LiveRun.gated`. */
  readonly gated: boolean;
}

/** Begins a run, or takes it up: from the state where it keeps one, else from the messages. */
export function beginRun(place: Beginning, saved: SavedRun | undefined): LiveRun {
  const { recovery, scope, history, messages, tools, gated } = place;
  const options = runOptions(place);
  const optionsOf = (name: string): ToolOptions | undefined => {
    const tool = tools(name);
    return tool === undefined ? undefined : toolSettings(tool);
  };
  const asked = history.asked();
  const known = saved === undefined ? -1 : asked.findIndex(({ key }) => key === saved.keys.at(-1));
  if (saved !== undefined && known !== -1) {
    const run = recovery.resume(saved.snapshot, options);
    // What was answered after the checkpoint's snapshot, and siblings of its open turn.
    const othersRefuse = gated && run.modes.guards === "enforce";
    run.restore(answeredCalls(messages, asked.slice(known), optionsOf, othersRefuse));
    const keys = [...saved.keys, ...asked.slice(known + 1).map(({ key }) => key)];
    return liveRun(
      recovery,
      scope,
      run,
      keys,
      openTurnOf(run, history, known === asked.length - 1),
    );
  }
  const run = beginFresh(place, options);
  if (asked.length > 1 || history.isAnswered) {
    const othersRefuse = gated && run.modes.guards === "enforce";
    const answered = answeredCalls(messages, asked, optionsOf, othersRefuse);
    if (answered.length > 0) run.restore(answered);
  }
  const keys = asked.map(({ key }) => key);
  return liveRun(recovery, scope, run, keys, openTurnOf(run, history, false));
}

function runOptions({ defaults, scope }: Beginning): RunOptions {
  const options = { ...defaults, ...scope.options, framework: "langgraph" };
  if (scope.runId !== undefined) options.id = scope.runId;
  return options;
}

function beginFresh({ recovery, scope, config }: Beginning, options: RunOptions): Run {
  const isSubgraph = scope.subgraph !== "" && config.control !== undefined;
  const parent =
    scope.link?.run ?? (isSubgraph ? rootOf(config.control as object, recovery)?.run : undefined);
  if (parent === undefined) {
    const run = recovery.run(options);
    // Nobody can ask for it by its id, so that it may go with what it belongs to.
    if (scope.owner !== undefined) recovery.forget(run.id);
    return run;
  }
  const { agent, model, id } = options;
  return parent.child({
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { id }),
  });
}

/** @param isKnown whether the run has been told of the response before */
function openTurnOf(run: Run, { current, complete }: RunHistory, isKnown: boolean): OpenTurn {
  if (complete) return openTurn(current, current.turn);
  return openTurn(current, isKnown ? Math.max(run.turn, 0) : run.turn + 1);
}

/** The turn of a response whose calls are to be answered. */
export function openTurn({ key, message }: Asked, turn: number): OpenTurn {
  return {
    key,
    turn,
    message,
    taken: new Set(),
    results: new Map(),
    returned: undefined,
    inFlight: new Set(),
    interrupts: new InterruptNumbers(),
  };
}

function liveRun(
  recovery: Recovery,
  scope: Scope,
  run: Run,
  keys: MessageKey[],
  open: OpenTurn,
): LiveRun {
  const entry: LiveRun = {
    recovery,
    scope,
    run,
    keys,
    open,
    wired: false,
    gated: false,
    sent: false,
    ending: undefined,
    onEnd: (reason, state) => {
      warnOfUnparsedCalls(recovery, messagesOf(state));
      return finishRun(entry, run.halt?.reason ?? reason);
    },
  };
  return entry;
}
