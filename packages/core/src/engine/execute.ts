import type { Attempt } from "./attempt.ts";
import { Execution } from "./execution.ts";
import { keptResult } from "./fail-open.ts";
import type { Given } from "./judge.ts";
import type { Plan } from "./plan.ts";
import type { CallContext, CallOutcome } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** How one attempt of a tool is made. */
export type Execute = (args: unknown, context: CallContext) => unknown;

/**
 * Executes an admitted call: attempts with time-outs, repeats of what may be repeated, and at the
 * end its settlement. Rejects only with the tool's own object, where it is not ours to handle.
 */
export async function execute(
  state: RunState,
  plan: Plan,
  run: Execute,
  mayRepeat?: () => boolean,
): Promise<CallOutcome> {
  const execution = new Execution(state, plan, mayRepeat);
  for (;;) {
    const attempt = execution.begin();
    const given = await attemptOnce(execution, attempt, run);
    let next: Awaited<ReturnType<Execution["after"]>>;
    try {
      const step = execution.after(attempt, given);
      next = step instanceof Promise ? await step : step;
    } catch (error) {
      // The tool has run: whatever is wrong with us, its result is kept and it is not run again.
      next = keptResult(state, plan, given, error);
    }
    if (next === "again") continue;
    if ("thrown" in next) throw next.thrown;
    return next.outcome;
  }
}

async function attemptOnce(execution: Execution, attempt: Attempt, run: Execute): Promise<Given> {
  try {
    const result = run(execution.plan.args, attempt);
    if (!isThenable(result)) return { value: result };
    return { value: await attempt.race(result, execution.limitMs, execution.onLate) };
  } catch (error) {
    return { error };
  } finally {
    attempt.close();
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === "object" || typeof value === "function") &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
