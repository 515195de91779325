import type { Recovery } from "@recourse/core";
import { createRecovery as createCoreRecovery } from "@recourse/core";
import type { Executable } from "./executable.ts";
import { jsonText } from "./model-output.ts";
import type { ModelOutputInput } from "./sdk-types.ts";

/** The engine's text for a value that a tool returned in another process, if it has one. */
export type Present = (
  executable: Executable,
  value: ModelOutputInput,
) => Promise<string | undefined>;

/**
 * What the model was shown of a success, worked out again from the value. Histories are converted
 * in later requests, where the run that executed the call is gone and only its value is left; the
 * text has to be the same. A run that nobody else sees says what it is.
 */
export function presenter(recovery: Recovery): Present {
  let unseen: Recovery | undefined;
  return async ({ name, options }, { toolCallId, input, output }) => {
    unseen ??= createCoreRecovery({
      ...recovery.options,
      sinks: [],
      onEvent: () => {},
      onHalt: undefined,
      onEscalate: undefined,
    });
    const run = unseen.run();
    const { schema: _, ...settings } = options;
    const outcome = await run.call(
      { id: toolCallId, tool: name, args: input, turn: 0, options: settings, format: jsonOrText },
      () => output,
    );
    await run.finish();
    return outcome.ok && outcome.intervened ? outcome.content : undefined;
  };
}

function jsonOrText(value: unknown): string {
  return typeof value === "string" ? value : jsonText(value);
}
