/** The message of anything that can be thrown, as text. Never throws. */
export function messageOf(error: unknown): string {
  try {
    if (typeof error === "string") return error;
    if (typeof error === "object" && error !== null) {
      const message: unknown = Reflect.get(error, "message");
      if (typeof message === "string") return message;
      return Object.prototype.toString.call(error);
    }
    return String(error);
  } catch {
    return "unreadable error";
  }
}
