import type { RecordLabels } from "../ledger/records.ts";
import type { Redactor } from "../redact/redact.ts";
import { redactValue } from "../redact/redact-value.ts";
import { type Modes, overallMode } from "./mode.ts";
import type { RecoveryCore } from "./recovery-core.ts";
import type { RunOptions } from "./run.ts";

/** What every record of a run says of where it comes from: the run's word over the recovery's. */
export function labelsOf(
  core: RecoveryCore,
  runId: string,
  options: RunOptions,
  modes: Modes,
  redact: Redactor,
): RecordLabels {
  const model = options.model ?? core.options.model;
  const agent = options.agent ?? core.options.agent;
  const attributes =
    core.options.attributes === undefined && options.attributes === undefined
      ? undefined
      : { ...core.options.attributes, ...options.attributes };
  return {
    runId,
    ...(options.parentRunId === undefined ? {} : { parentRunId: options.parentRunId }),
    framework: options.framework ?? "none",
    ...(model === undefined ? {} : { model: redact(model) }),
    ...(agent === undefined ? {} : { agent: redact(agent) }),
    ...(attributes === undefined || Object.keys(attributes).length === 0
      ? {}
      : { attributes: redactValue(attributes, redact) as typeof attributes }),
    mode: overallMode(modes),
  };
}
