import { deadEndScenarios } from "./dead-ends.ts";
import { endScenarios, resultScenarios } from "./ends.ts";
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
];
