import type { Composed, ComposeSettings, FailureInput, SuccessInput } from "./composed.ts";
import type { Observation } from "./observation.ts";
import { toJsonText } from "./to-json-text.ts";
import { estimateTokens } from "./tokens.ts";

/** The texts of a call that failed. */
export function composeFailure(input: FailureInput, settings: ComposeSettings): Composed {
  const text = input.error instanceof Error ? input.error.message : String(input.error ?? "");
  const message = settings
    .redact(`${input.tool}: ${input.diagnosis.errorType}. ${text}`)
    .slice(0, 300);
  return finish(
    {
      ok: false,
      error_type: input.diagnosis.errorType,
      retryable: input.retryable,
      message,
      ...((input.attempts ?? 1) > 1 ? { attempts: input.attempts as number } : {}),
      ...(input.outcome === "unknown" ? { outcome: "unknown" as const } : {}),
    },
    settings,
    { userMessage: "Something went wrong.", detail: settings.redact(text) },
  );
}

/** The text of a call that succeeded. */
export function composeSuccess(input: SuccessInput, settings: ComposeSettings): Composed {
  if (input.result === undefined) {
    return finish({ ok: true, message: settings.wording.done }, settings);
  }
  if (settings.successText === "envelope") {
    return finish({ ok: true, data: input.result }, settings);
  }
  const content =
    input.format?.(input.result) ??
    (typeof input.result === "string" ? input.result : toJsonText(input.result));
  return {
    observation: { ok: true, data: input.result },
    content,
    tokens: estimateTokens(content),
  };
}

/** The text of a call that worked and found nothing. */
export function composeEmpty(input: SuccessInput, settings: ComposeSettings): Composed {
  return finish(
    { ok: true, data: [], error_type: "empty_result", retryable: false, message: "Nothing found." },
    settings,
  );
}

function finish(
  observation: Observation,
  settings: ComposeSettings,
  more: { readonly userMessage?: string; readonly detail?: string } = {},
): Composed {
  const content = toJsonText(observation);
  return { observation, content, tokens: (settings.tokenizer ?? estimateTokens)(content), ...more };
}
