import { RecourseError } from "../engine/recourse-error.ts";
import { shown } from "./check-fields.ts";

/** What a call is made of, for messages. */
const SHAPE = "A call is `{ id, tool, args, turn }`.";

/**
 * Checks that what a run's method was given is a call at all. Its numbers and its id may be wrong:
 * they come from frameworks and models, and a call is not lost over them.
 *
 * @throws RecourseError `invalid_call`
 */
export function checkCall(method: string, call: unknown): void {
  if (typeof call !== "object" || call === null) {
    throw invalidCall(`${method}: expected the first argument to be a call, got ${shown(call)}.`);
  }
  const { tool } = call as { readonly tool?: unknown };
  if (typeof tool !== "string") {
    throw invalidCall(`${method}: expected \`tool\` to be the tool's name, got ${shown(tool)}.`);
  }
}

/**
 * Checks that there is something to run.
 *
 * @throws RecourseError `invalid_call`
 */
export function checkExecutor(method: string, run: unknown): void {
  if (typeof run === "function") return;
  throw invalidCall(
    `${method}: expected the second argument to be the function that runs the tool, got ${shown(run)}.`,
  );
}

/**
 * Checks what a tool that was executed elsewhere has given.
 *
 * @throws RecourseError `invalid_call`
 */
export function checkGiven(method: string, result: unknown): void {
  if (typeof result === "object" && result !== null && ("value" in result || "error" in result)) {
    return;
  }
  throw new RecourseError(
    "invalid_call",
    `${method}: expected the second argument to be \`{ value }\` or \`{ error }\`, got ${shown(result)}.`,
  );
}

function invalidCall(what: string): RecourseError {
  return new RecourseError("invalid_call", `${what} ${SHAPE}`);
}
