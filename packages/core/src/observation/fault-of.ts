import { isErrorType } from "../vocabulary.ts";
import { type FaultInit, isToolFault } from "./tool-fault.ts";

/** What the tool's author says in an error: a `ToolFault`, or the same as a plain object. */
export function faultOf(error: unknown): FaultInit | undefined {
  if (isToolFault(error)) return error;
  if (typeof error !== "object" || error === null) return undefined;
  try {
    if (error instanceof Error) return undefined;
    return isErrorType((error as { readonly errorType?: unknown }).errorType)
      ? (error as FaultInit)
      : undefined;
  } catch {
    return undefined;
  }
}
