import { sha256Hex } from "../ledger/sha256.ts";

/**
 * A key that is the same over attempts, resumes, workers and a model's repeat of a call, and new
 * after the call is known to have succeeded.
 */
export function idempotencyKey(
  runId: string,
  tool: string,
  signature: string,
  successes: number,
): string {
  return sha256Hex(`${runId}\n${tool}\n${signature}\n${successes}`);
}
