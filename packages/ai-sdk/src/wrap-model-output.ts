import type { Executable } from "./executable.ts";
import type { Loop } from "./loop.ts";
import { convertedModelOutput, defaultModelOutput } from "./model-output.ts";
import type { ModelOutputInput, ToolOutputLike } from "./sdk-types.ts";

type ToModelOutput = (input: ModelOutputInput) => unknown;

/**
 * What the model reads of a success: the engine's text where it has one (an empty result, a result
 * cut to its limit), else the tool's own conversion, else what the SDK would do. The value that the
 * application and its types see stays as it is. A conversion that throws would reject the run.
 */
export function wrapModelOutput(loop: Loop, executable: Executable): ToModelOutput {
  return (input) => {
    const shown = loop.shownFor(input.toolCallId, input.output);
    if (shown?.text !== undefined) return textOutput(shown.text);
    if (shown?.converted !== undefined) return shown.converted;
    if (loop.executed(input.toolCallId)) return plain(loop, executable, input);
    return loop
      .present(executable, input)
      .then((text) => (text === undefined ? plain(loop, executable, input) : textOutput(text)));
  };
}

function textOutput(value: string): ToolOutputLike {
  return { type: "text", value };
}

function plain(loop: Loop, { name, tool }: Executable, input: ModelOutputInput): unknown {
  if (tool.toModelOutput !== undefined) {
    return convert(loop, name, () => tool.toModelOutput?.(input), input.output);
  }
  const { written } = loop;
  loop.written = undefined;
  return defaultModelOutput(
    input.output,
    loop.normalises,
    written !== undefined && written.value === input.output ? written.json : undefined,
  );
}

async function convert(
  loop: Loop,
  name: string,
  toModelOutput: () => unknown,
  output: unknown,
): Promise<unknown> {
  try {
    const converted = convertedModelOutput(await toModelOutput(), loop.normalises);
    if (converted !== undefined) return converted;
    throw new TypeError("it gave nothing that the SDK can send");
  } catch (error) {
    loop.warn("to_model_output_failed", `toModelOutput of ${name} failed`, error);
    return defaultModelOutput(output, true);
  }
}
