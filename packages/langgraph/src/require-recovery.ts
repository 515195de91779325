import type { Recovery } from "@recourse/core";

/** Says at once, in one sentence, that the recovery is missing, not at the first failure of a tool. */
export function requireRecovery(recovery: Recovery | undefined, where: string): void {
  if (typeof recovery?.run === "function") return;
  throw new TypeError(`${where} needs \`recovery\`: pass what createRecovery() returned.`);
}
