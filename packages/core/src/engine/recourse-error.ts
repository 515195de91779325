/** What is wrong on the programmer's side: an option that cannot be, a snapshot that is none. */
export class RecourseError extends Error {
  override readonly name: string = "RecourseError";
  /** Stable, for handling by code. */
  readonly code: "invalid_option" | "invalid_snapshot";

  constructor(code: RecourseError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
