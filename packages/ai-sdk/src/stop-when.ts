import type { StopReason } from "@recourse/core";
import type { Loop } from "./loop.ts";
import type { StopConditionLike } from "./sdk-types.ts";

/**
 * The stop conditions of a run: ours, which ends a halted run, and the user's, each watched so that
 * the stop reason can tell them apart. The SDK drops its default limit as soon as it is given any
 * condition, so the default is put back when the user has none.
 */
export function stopConditions(
  loop: Loop,
  user: readonly StopConditionLike[],
  defaultSteps: number,
): StopConditionLike[] {
  loop.stopWhenWired = true;
  const endsHalted: StopConditionLike = ({ steps }) => {
    loop.stopWhenAsked = true;
    loop.observe(steps);
    const isHalted = loop.run.closeTurn() !== undefined;
    if (!isHalted && loop.signal?.aborted === true) loop.watchAbort().stepEnded();
    return isHalted;
  };
  if (user.length === 0) {
    const ownLimit: StopConditionLike = ({ steps }) => steps.length === defaultSteps;
    return [endsHalted, watched(loop, ownLimit, () => "max_steps")];
  }
  return [endsHalted, ...user.map((condition) => watched(loop, condition, reasonOf))];
}

function watched(
  loop: Loop,
  condition: StopConditionLike,
  reasonOf: (condition: StopConditionLike) => StopReason,
): StopConditionLike {
  return (input) => {
    const met = condition(input);
    return typeof met === "boolean" ? note(met) : answer(met);

    async function answer(promised: PromiseLike<boolean>): Promise<boolean> {
      loop.watchAbort().conditionAsked();
      try {
        return note(await promised);
      } finally {
        loop.watchAbort().conditionAnswered();
      }
    }

    function note(value: boolean): boolean {
      // A limit of steps says less than any other condition that is met in the same step.
      if (value && (loop.ended === undefined || loop.ended === "max_steps")) {
        loop.ended = reasonOf(condition);
      }
      return value;
    }
  };
}

/** A condition that compares the number of steps, as the SDK's `isStepCount` does. */
const COUNTS_STEPS =
  /^(?:function\s*\w*\s*)?\(?\{\s*steps(?:\s*:\s*([\w$]+))?\s*\}\)?\s*(?:=>)?\s*(?:\{\s*return\s*)?([\w$]+)\.length\s*(?:={2,3}|>=?)\s*[\w$]+\s*;?\s*\}?$/;

/**
 * Nothing on a condition says what it is, and calling it once more to find out could be noticed;
 * its source text can be read without that.
 */
function reasonOf(condition: StopConditionLike): StopReason {
  const match = COUNTS_STEPS.exec(Function.prototype.toString.call(condition));
  return match !== null && match[2] === (match[1] ?? "steps") ? "max_steps" : "stop_condition";
}
