import type { Recovery } from "@recourse/core";
import { createRecovery } from "./create-recovery.ts";

let shared: Recovery | undefined;

/** The recovery of tools that were given none, in runs that were given none. Made on first use. */
export function fallbackRecovery(): Recovery {
  shared ??= createRecovery();
  return shared;
}
