import { classify } from "../classify/classify.ts";
import type { ClassifyContext, Diagnosis } from "../classify/diagnosis.ts";
import type { ComposeSettings } from "../observation/composed.ts";
import { estimateTokens } from "../observation/tokens.ts";
import { resolveWording, type Wording } from "../observation/wording.ts";
import { createRedactor, type Redactor } from "../redact/redact.ts";
import { SinkHub } from "../sinks/sink-hub.ts";
import type { Clock } from "./clock.ts";
import { messageOf } from "./error-text.ts";
import type { RecoveryEvent } from "./events.ts";
import type { Policy } from "./policy.ts";
import { takePromise } from "./promise-of.ts";
import type { RecoveryOptions } from "./recovery.ts";
import { resolvePolicy } from "./resolve-policy.ts";
import { systemClock } from "./system-clock.ts";
import type { ToolOptions } from "./tool-options.ts";
import { ToolSettings } from "./tool-settings.ts";

/** Warnings already given are remembered up to this many. */
const WARNING_LIMIT = 1_000;

/** What all runs of one `createRecovery` share. */
export class RecoveryCore {
  readonly options: RecoveryOptions;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly hub: SinkHub;
  readonly redactor: Redactor;
  readonly #settings: ToolSettings;
  readonly #warned = new Set<string>();
  readonly #secrets: readonly string[];
  readonly #wording: Wording;
  /** How texts are written for every run that has no secrets of its own. */
  readonly #texts: ComposeSettings;

  constructor(options: RecoveryOptions) {
    this.options = options;
    this.policy = resolvePolicy(options.policy);
    this.clock = options.clock ?? systemClock;
    this.hub = new SinkHub(options.sinks ?? [], (event) => this.#sinkFailed(event));
    this.#settings = new ToolSettings(options.tools, options.defaults);
    this.#secrets = [
      ...(options.redaction?.literals ?? []),
      ...secretsOfEnvironment(options.redaction?.env ?? []),
    ];
    this.redactor = this.redactorFor([]);
    this.#wording = resolveWording(options.wording, (name, why) =>
      this.warnOnce(
        `wording: ${name}`,
        `\`wording.${name}\` cannot be used (${why}), so the English sentence stands in for it.`,
      ),
    );
    this.#texts = this.#composeSettings(this.redactor);
  }

  /** The rules of this recovery and the literal secrets of one run. */
  redactorFor(literals: readonly string[]): Redactor {
    const pii = this.options.redaction?.pii;
    return createRedactor({
      literals: [...this.#secrets, ...literals],
      ...(pii === undefined ? {} : { pii }),
    });
  }

  /** How texts are written for a run with this redactor. */
  composeSettings(redact: Redactor): ComposeSettings {
    return redact === this.redactor ? this.#texts : this.#composeSettings(redact);
  }

  #composeSettings(redact: Redactor): ComposeSettings {
    const { options } = this;
    return {
      wording: this.#wording,
      redact,
      maxMessageTokens: options.maxMessageTokens,
      tokenizer: options.tokenizer === undefined ? undefined : this.#tokens,
      successText: options.successText ?? (this.policy.literal ? "envelope" : "plain"),
      redactResults: options.redactResults,
    };
  }

  toolOptions(name: string, fromAdapter?: ToolOptions): ToolOptions {
    return this.#settings.of(name, fromAdapter);
  }

  /** Whether the user's settings name this tool. */
  namesTool(name: string): boolean {
    return this.#settings.names(name);
  }

  classify(value: unknown, context: ClassifyContext): Diagnosis {
    return classify(value, context);
  }

  /** Whether anybody listens: an event that nobody hears need not be made. */
  get listens(): boolean {
    return this.options.onEvent !== undefined;
  }

  /** Tells the user's listener; one that throws is none of a call's business. */
  emit(event: RecoveryEvent): void {
    try {
      takePromise(this.options.onEvent?.(event));
    } catch {
      // A listener's failure has nowhere else to go.
    }
  }

  /** What a user's function gave, where a plain value is wanted: of a promise, nothing. */
  plain<T>(name: string, given: T): T | undefined {
    if (!takePromise(given)) return given;
    this.warnOnce(
      `promise_ignored: ${name}`,
      `${name} gave a promise, which is ignored: it must answer at once. Make it synchronous.`,
    );
    return undefined;
  }

  /** Tokens by the user's count; by the estimate where that gives none. */
  readonly #tokens = (text: string): number => {
    try {
      const count = this.plain("tokenizer", this.options.tokenizer?.(text));
      return Number.isFinite(count) ? (count as number) : estimateTokens(text);
    } catch {
      return estimateTokens(text);
    }
  };

  /** A sink's failure is worth a word even where nobody listens. */
  #sinkFailed(event: RecoveryEvent): void {
    this.emit(event);
    if (event.type !== "sink_failed" || this.options.onEvent !== undefined) return;
    const message = messageOf(event.error);
    this.warnOnce(`sink_failed: ${message}`, `A sink failed: ${message}`);
  }

  /** A warning, once per code: to `onEvent`, or to the console where nobody listens. */
  warnOnce(rawCode: string, rawMessage: string): void {
    if (this.#warned.has(rawCode) || this.#warned.size >= WARNING_LIMIT) return;
    this.#warned.add(rawCode);
    const code = this.redactor(String(rawCode));
    const message = this.redactor(String(rawMessage));
    if (this.options.onEvent !== undefined) {
      this.emit({ type: "warning", code, message });
      return;
    }
    try {
      globalThis.console?.warn?.(`[recourse] ${message}`);
    } catch {
      // No console here.
    }
  }
}

/** The values of environment variables, where there is an environment. */
function secretsOfEnvironment(names: readonly string[]): string[] {
  const { process } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
  };
  return names
    .map((name) => process?.env?.[name])
    .filter((value): value is string => value !== undefined && value !== "");
}
