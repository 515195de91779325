import type { RunSnapshot } from "../ledger/snapshot.ts";
import { checkRecoveryOptions } from "../options/check-recovery-options.ts";
import { checkRunOptions } from "../options/check-run-options.ts";
import { randomId } from "./random-id.ts";
import { addOpenTurn, applySnapshot, incompleteSnapshot, readSnapshot } from "./read-snapshot.ts";
import type { Recovery, RecoveryOptions } from "./recovery.ts";
import { RecoveryCore } from "./recovery-core.ts";
import { RecoveryRun, type RunHome } from "./recovery-run.ts";
import type { RunOptions } from "./run.ts";
import type { ToolOptions } from "./tool-options.ts";

/** Runs that were never finished are forgotten from then on; they still work for who holds them. */
const LIVE_LIMIT = 10_000;

/**
 * Reusable settings from which runs are made. Checks every option at once.
 *
 * @throws RecourseError `invalid_option`, with the option's name and what to do
 * @example
 * const recovery = createRecovery({ tools: { get_order: { effect: "read" } } });
 * const run = recovery.run();
 * const outcome = await run.call({ id, tool: "get_order", args, turn: 0 }, (args) => getOrder(args));
 */
export function createRecovery(options: RecoveryOptions = {}): Recovery {
  const warnings = checkRecoveryOptions(options);
  const core = new RecoveryCore(options);
  for (const { code, message } of warnings) core.warnOnce(code, message);
  return new Registry(core);
}

class Registry implements Recovery, RunHome {
  readonly #core: RecoveryCore;
  readonly #live = new Map<string, RecoveryRun>();

  constructor(core: RecoveryCore) {
    this.#core = core;
  }

  get options(): RecoveryOptions {
    return this.#core.options;
  }

  run(options: RunOptions = {}): RecoveryRun {
    checkRunOptions(options);
    const live = options.id === undefined ? undefined : this.#live.get(options.id);
    if (live !== undefined) {
      live.state.renew(options);
      return live;
    }
    return new RecoveryRun(this.#core, this, options.id ?? this.newId(), options);
  }

  resume(input: RunSnapshot, options: RunOptions = {}): RecoveryRun {
    checkRunOptions(options);
    const snapshot = readSnapshot(input);
    const live = this.#live.get(snapshot.runId);
    if (live !== undefined) {
      live.state.renew(options);
      if (snapshot.open !== undefined && snapshot.open.turn > live.state.lastTurn) {
        addOpenTurn(live.state, snapshot);
      }
      return live;
    }
    const run = new RecoveryRun(this.#core, this, snapshot.runId, {
      framework: snapshot.framework,
      ...(snapshot.parentRunId === undefined ? {} : { parentRunId: snapshot.parentRunId }),
      ...options,
      id: snapshot.runId,
    });
    try {
      applySnapshot(run.state, snapshot);
    } catch (error) {
      // Half a run must not be found by its id.
      this.closed(run);
      throw incompleteSnapshot(error);
    }
    return run;
  }

  liveRun(id: string): RecoveryRun | undefined {
    return this.#live.get(id);
  }

  forget(id: string): void {
    this.#live.delete(id);
  }

  toolOptions(name: string, fromAdapter?: ToolOptions): ToolOptions {
    return this.#core.toolOptions(name, fromAdapter);
  }

  warnOnce(code: string, message: string): void {
    this.#core.warnOnce(code, message);
  }

  flush(): Promise<void> {
    return this.#core.hub.flush();
  }

  opened(run: RecoveryRun): void {
    this.#live.set(run.id, run);
    if (this.#live.size <= LIVE_LIMIT) return;
    for (const id of this.#live.keys()) {
      this.#live.delete(id);
      return;
    }
  }

  closed(run: RecoveryRun): void {
    if (this.#live.get(run.id) === run) this.#live.delete(run.id);
  }

  newId(): string {
    return randomId();
  }
}
