import type { CallOutcome, CallRecord, Observation } from "@recourse/core";

const brand: unique symbol = Symbol.for("recourse.ToolRecoveryError") as never;

/**
 * What a wrapped tool throws when its call failed. The SDK makes a `tool-error` part of it, whose
 * text for the model is `message` in ai 6 and `toString()` in ai 7: both are the envelope.
 */
export class ToolRecoveryError extends Error {
  /** The same in every copy of the package. */
  override readonly name = "ToolRecoveryError";
  /** What the model reads, as an object. */
  readonly envelope: Observation;
  /** For the person in front of the agent: calm, nothing internal. */
  readonly userMessage: string;
  /** The record of the call; not enumerable, for the operator. */
  declare readonly record: CallRecord;

  constructor(outcome: CallOutcome) {
    super(outcome.content);
    this.envelope = outcome.observation;
    this.userMessage = outcome.userMessage ?? "Something went wrong.";
    // Telemetry exports an error's stack and serialises what it can enumerate: neither may carry
    // host paths, the tool's own error, or the operator's text.
    hide(this, "stack", outcome.content);
    hide(this, "cause", outcome.error);
    hide(this, "record", outcome.record);
    hide(this, brand, true);
  }

  /** Whether a value is one, of whichever copy of this package. */
  static isInstance(value: unknown): value is ToolRecoveryError {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** The envelope's text, which ai 7 sends to the model. */
  override toString(): string {
    return this.message;
  }

  /** The envelope. */
  toJSON(): Observation {
    return this.envelope;
  }
}

function hide(error: Error, key: PropertyKey, value: unknown): void {
  Object.defineProperty(error, key, {
    value,
    enumerable: false,
    writable: true,
    configurable: true,
  });
}
