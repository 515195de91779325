import type { RecoveryEvent, StopReason } from "@recourse/core";
import { parseObservation } from "@recourse/core";

/** The host waits before it tries a call again. */
export interface WaitData {
  /** The tool that is called again. */
  readonly tool: string;
  /** The attempt that follows, from 2. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly waitMs: number;
}

/** The run was ended. */
export interface StopData {
  /** Why, for the UI to tell cases apart. */
  readonly reason: StopReason;
  /** For the person: calm, nothing internal. */
  readonly message: string;
}

/**
 * The data parts that a run may write into a UI message stream. A type and not an interface, since
 * the SDK asks for an index signature.
 */
export type RecourseDataParts = {
  /** While the host waits before another attempt. */
  "recourse-wait": WaitData;
  /** When the run was ended. */
  "recourse-stop": StopData;
};

/** A wait, as a part of a stream. It is not kept in the message. */
export interface WaitPart {
  /** The name of the part. */
  readonly type: "data-recourse-wait";
  /** The id of the call: a later wait of it replaces this one. */
  readonly id: string;
  /** What the UI is told. */
  readonly data: WaitData;
  /** Not kept. */
  readonly transient: true;
}

/** The end of a run, as a part of a stream. */
export interface StopPart {
  /** The name of the part. */
  readonly type: "data-recourse-stop";
  /** What the UI is told. */
  readonly data: StopData;
}

/** A part of a UI message stream, as a run writes it. */
export type RecourseDataPart = WaitPart | StopPart;

/** The part of a UI message stream's writer that is used. */
export interface DataWriter {
  /** Adds a part to the stream. */
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
