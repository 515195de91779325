/** The command was called in a way that cannot work. The message says what to do instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
