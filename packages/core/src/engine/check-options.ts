import type { RecoveryOptions } from "./recovery.ts";
import type { RunOptions } from "./run.ts";

/** Something odd that is not wrong enough to stop. */
export interface OptionWarning {
  readonly code: string;
  readonly message: string;
}

/** Checks what `createRecovery` was given. */
export function checkOptions(_options: RecoveryOptions): readonly OptionWarning[] {
  return [];
}

/** Checks what a run was given. */
export function checkRunOptions(_options: RunOptions): void {}
