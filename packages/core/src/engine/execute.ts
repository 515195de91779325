import { Execution } from "./execution.ts";
import { runBare } from "./fail-open.ts";
import type { Plan } from "./plan.ts";
import type { CallContext, CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** How one attempt of a tool is made. */
export type Execute = (args: unknown, context: CallContext) => unknown;

/**
 * Executes an admitted call: attempts with time-outs, repeats of what may be repeated, and at the
 * end its settlement. Rejects only with the tool's own object, where it is not ours to handle.
 */
export function execute(
  state: RunState,
  plan: Plan,
  run: Execute,
  mayRepeat?: () => boolean,
): Promise<CallOutcome> {
  return new Promise((resolve, reject) => {
    let execution: Execution;
    try {
      execution = new Execution(state, plan, run, mayRepeat, resolve, reject);
    } catch (error) {
      state.engineError("before execution", error);
      state.drop(plan.slot);
      runBare(state, plan.call, run).then(resolve, reject);
      return;
    }
    execution.begin();
  });
}
