import type { RecoveryEvent, StopReason } from "@recourse/core";
import { parseObservation } from "@recourse/core";

/**
 * The data parts that a run may write into a UI message stream. A type and not an interface, since
 * the SDK asks for an index signature.
 */
export type RecourseDataParts = {
  /** The host waits before it tries a call again. Transient: not kept in the message. */
  "recourse-wait": { readonly tool: string; readonly attempt: number; readonly waitMs: number };
  /** The run was ended. `message` is for the person: calm, nothing internal. */
  "recourse-stop": { readonly reason: StopReason; readonly message: string };
};

/** A part of a UI message stream, as a run writes it. */
export type RecourseDataPart =
  | {
      readonly type: "data-recourse-wait";
      readonly id: string;
      readonly data: RecourseDataParts["recourse-wait"];
      readonly transient: true;
    }
  | { readonly type: "data-recourse-stop"; readonly data: RecourseDataParts["recourse-stop"] };

/** The part of a UI message stream's writer that is used. */
export interface DataWriter {
  write(part: RecourseDataPart): void;
}

const CALM = "Something went wrong.";

/**
 * The `onError` for `toUIMessageStream`. The SDK's own masks a tool's error (always in ai 6), and
 * the next request would send the mask to the model. Our envelopes hold nothing that has to be
 * masked and go through; anything else becomes one calm sentence.
 */
export function uiOnError(error: unknown): string {
  if (typeof error === "string") return parseObservation(error) === undefined ? CALM : error;
  if (typeof error !== "object" || error === null || !("envelope" in error)) return CALM;
  const { message } = error as { readonly message?: unknown };
  return parseObservation(message) === undefined ? CALM : (message as string);
}

/** The data part that tells a UI of an event of a run, if it needs to know. */
export function dataPart(event: RecoveryEvent): RecourseDataPart | undefined {
  if (event.type === "retry_scheduled") {
    const { tool, attempt, waitMs } = event;
    return {
      type: "data-recourse-wait",
      id: event.callId,
      data: { tool, attempt, waitMs },
      transient: true,
    };
  }
  if (event.type !== "halted") return undefined;
  const { reason, userMessage: message } = event.halt;
  return {
    type: "data-recourse-stop",
    data: { reason, message },
  };
}
