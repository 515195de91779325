import type { Effect } from "../vocabulary.ts";

/** The MCP specification's hints on what a tool does to the world. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
}

/** The effect that an MCP server declares; what it does not say stays undeclared. */
export function effectOfAnnotations(annotations: unknown): Effect | undefined {
  if (typeof annotations !== "object" || annotations === null) return undefined;
  const hints = annotations as ToolAnnotations;
  if (hints.readOnlyHint === true) return "read";
  if (hints.idempotentHint === true) return "idempotent";
  return hints.destructiveHint === undefined ? undefined : "write";
}
