/** Builds the values that the classifier's tests throw, in the shapes that the real clients give them. */

type Fields = Readonly<Record<PropertyKey, unknown>>;

/** An `Error` with these properties; `name` and `message` included. */
export function failure(fields: Fields = {}, message = "it failed"): Error {
  const { cause, ...rest } = fields as { cause?: unknown };
  const error = new Error(message, cause === undefined ? undefined : { cause });
  for (const key of Reflect.ownKeys(rest)) {
    Object.defineProperty(error, key, {
      value: (rest as Fields)[key],
      enumerable: key !== "message",
      configurable: true,
      writable: true,
    });
  }
  return error;
}

/** Turns `{ $error: {…} }` of a rule's example into an `Error`, at any depth. */
export function revive(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, revive(part)] as const);
  const bag = Object.fromEntries(entries) as Record<string, unknown>;
  const inner = bag["$error"];
  if (inner === undefined) return bag;
  const { message, ...fields } = (value as { $error: Record<string, unknown> }).$error;
  return failure(revive(fields) as Fields, typeof message === "string" ? message : "");
}
