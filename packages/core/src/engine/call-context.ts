import type { CallContext } from "./run.ts";

const contexts = new WeakMap<object, CallContext>();

/**
 * Under which an adapter's own call argument gives its context. A weak map costs the collector
 * something for every call, so `bindCallContext` is for arguments that are the framework's.
 */
export const callContextKey: unique symbol = Symbol.for("recourse.callContext") as never;

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
  if (typeof carrier !== "object" || carrier === null) return undefined;
  const own: unknown = Reflect.get(carrier, callContextKey);
  return own === undefined ? contexts.get(carrier) : (own as CallContext);
}
