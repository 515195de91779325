import type { CallContext } from "./run.ts";

const contexts = new WeakMap<object, CallContext>();

/** Remembers the context of a call under the object that the framework hands to the tool. */
export function bindCallContext(carrier: unknown, context: CallContext): void {
  if (typeof carrier === "object" && carrier !== null) contexts.set(carrier, context);
}

/**
 * The idempotency key, attempt and signal of the running call, found by the framework's own call
 * argument (LangGraph's config, the AI SDK's options, the Agents SDK's details). `undefined` when
 * the tool was not called through Recourse.
 */
export function callContext(carrier: unknown): CallContext | undefined {
  return typeof carrier === "object" && carrier !== null ? contexts.get(carrier) : undefined;
}
