import { deadEndScenarios } from "./dead-ends.ts";
import { endScenarios, modeScenarios, resultScenarios } from "./ends.ts";
import { loopScenarios } from "./loops.ts";
import { repairScenarios } from "./repair.ts";
import type { RecoveryScenario } from "./scenario.ts";
import { transientScenarios } from "./transient.ts";

/** Every scenario: written once, to be run through any framework. */
export const recoveryScenarios: readonly RecoveryScenario[] = [
  ...transientScenarios,
  ...repairScenarios,
  ...deadEndScenarios,
  ...loopScenarios,
  ...endScenarios,
  ...resultScenarios,
  ...modeScenarios,
];

/**
 * Scenarios of several turns, which must come to the same when the run is saved and taken up again
 * between any two of them. Without the deadline, which each invocation is given anew, and without
 * the caller's abort, which ends an invocation for good.
 */
export const resumableScenarios: readonly RecoveryScenario[] = recoveryScenarios.filter(
  ({ name, expect }) => !["deadline", "cancelled"].includes(name) && expect.calls.length > 1,
);
