import { isHandlerOutput } from "./sdk-internals.ts";

interface FinishedRun {
  readonly finalOutput?: unknown;
  readonly interruptions?: readonly unknown[];
  readonly lastAgent?: { readonly outputType?: unknown };
  readonly outputGuardrailResults?: readonly {
    readonly agentOutput?: unknown;
    readonly agent?: { readonly outputType?: unknown };
  }[];
  readonly rawResponses?: readonly { readonly output?: readonly unknown[] }[];
  readonly state?: unknown;
}

/** What an agent's tool returns of its nested run, as `asTool` writes it. */
export function agentText(result: FinishedRun): string {
  if ((result.interruptions?.length ?? 0) > 0) return "";
  const checked = result.outputGuardrailResults?.at(-1);
  const finalOutput = checked === undefined ? result.finalOutput : checked.agentOutput;
  const outputType = (checked?.agent ?? result.lastAgent)?.outputType ?? "text";
  const final =
    finalOutput === undefined
      ? undefined
      : outputType === "text"
        ? String(finalOutput)
        : JSON.stringify(finalOutput);
  const raw = lastText(result.rawResponses?.at(-1)?.output ?? []);
  return checked !== undefined || isHandlerOutput(result)
    ? (final ?? raw ?? "")
    : (raw ?? final ?? "");
}

function lastText(output: readonly unknown[]): string | undefined {
  const messages = output as readonly {
    readonly role?: unknown;
    readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
  }[];
  const content = messages.findLast((item) => item.role === "assistant")?.content ?? [];
  const text = content
    .map((part) => (part.type === "output_text" && typeof part.text === "string" ? part.text : ""))
    .join("");
  return text.trim() === "" ? undefined : text;
}
