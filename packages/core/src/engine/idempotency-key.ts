import { sha256Hex } from "../ledger/sha256.ts";

/**
 * A key that is the same over attempts, resumes, workers, a model's repeat of a call and identical
 * calls of one response, and new once the model has seen the call succeed.
 *
 * @param keyBase the run's id, unless an adapter knows better for an agent inside a tool
 */
export function idempotencyKey(
  keyBase: string,
  tool: string,
  signature: string,
  successes: number,
): string {
  return sha256Hex(`${keyBase}\n${tool}\n${signature}\n${successes}`);
}
