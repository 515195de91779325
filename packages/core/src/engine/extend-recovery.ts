import type { RunSnapshot } from "../ledger/snapshot.ts";
import { checkValue } from "../options/check-fields.ts";
import { recovery as recoveryKind } from "../options/kind.ts";
import type { Recovery } from "./recovery.ts";
import type { Run, RunOptions } from "./run.ts";
import type { ToolOptions } from "./tool-options.ts";

/** How an adapter makes its runs: the same run with a few more methods. */
export interface RecoveryExtension<R extends Run> {
  /** Goes into every record. */
  readonly framework: string;
  /** Gives the run its further methods; called once per run. */
  readonly extend: (run: Run, recovery: Recovery<R>) => R;
}

/** A recovery whose runs have an adapter's methods, and say which framework they are in. */
export function extendRecovery<R extends Run>(
  recovery: Recovery,
  { framework, extend }: RecoveryExtension<R>,
): Recovery<R> {
  checkValue("recovery", recovery, recoveryKind, { of: framework });
  // On the run itself: a weak map costs the collector something for every run.
  const extended: unique symbol = Symbol("recourse.extended") as never;
  const wrap = (run: Run & { [extended]?: R }): R => {
    run[extended] ??= extend(run, self);
    return run[extended];
  };
  const self: Recovery<R> = {
    options: recovery.options,
    run: (options?: RunOptions) => wrap(recovery.run({ framework, ...options })),
    resume: (snapshot: RunSnapshot, options?: RunOptions) =>
      wrap(recovery.resume(snapshot, { framework, ...options })),
    liveRun: (id: string) => {
      const run = recovery.liveRun(id);
      return run === undefined ? undefined : wrap(run);
    },
    forget: (id: string) => recovery.forget(id),
    toolOptions: (name: string, fromAdapter?: ToolOptions) =>
      recovery.toolOptions(name, fromAdapter),
    warnOnce: (code: string, message: string) => recovery.warnOnce(code, message),
    flush: () => recovery.flush(),
  };
  return self;
}
