/**
 * What is wrong on the programmer's side: an option that cannot be, a snapshot that is none, a call
 * without a tool.
 */
export class RecourseError extends Error {
  override readonly name: string = "RecourseError";
  /** Stable, for handling by code. */
  readonly code: "invalid_option" | "invalid_snapshot" | "invalid_call";

  constructor(code: RecourseError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
