import type {
  JsonSchema,
  RecoveryOptions,
  RunOptions,
  StopReason,
  ToolOptions,
} from "@recourse/core";
import type { ModelScript } from "../model/script.ts";

/** What a scenario's tool is given; bare frameworks have less to give. */
export interface ScenarioToolContext {
  readonly signal?: AbortSignal | undefined;
  readonly attempt?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Gives the run up, as its caller may at any time. */
  readonly abortRun?: (() => void) | undefined;
}

/** A tool of a scenario, for a driver to turn into one of its framework's. */
export interface ScenarioTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: JsonSchema;
  readonly options: ToolOptions;
  /** What the tool does: returns, throws, or takes its time. */
  execute(args: Record<string, unknown>, context: ScenarioToolContext): unknown;
}

/** What must come of a scenario, the same on every stack. */
export interface Expectation {
  /**
   * Every call record in call order: the tool, then `ok` or the error type (with `ok+` in front
   * for a success that has one), then the decision. For example `get_order timeout verify`. Without
   * calls there is no run record either: the engine was off.
   */
  readonly calls: readonly string[];
  readonly stopReason: StopReason;
  /** How often each tool's own code ran. Tools left out are not counted. */
  readonly executions?: Readonly<Record<string, number>>;
  /** What the text of the last tool result must look like. */
  readonly lastText?: RegExp;
  /** What no text that the model was sent may hold. */
  readonly neverSent?: RegExp;
}

/** One situation, written once: a model's wishes, tools that fail, and what must come of it. */
export interface RecoveryScenario {
  /** Kebab-case, unique. */
  readonly name: string;
  /** What is being shown, in one sentence. */
  readonly about: string;
  /** The tools, in their first state, with a count of their executions. */
  readonly tools: () => readonly ScenarioTool[];
  readonly script: ModelScript;
  readonly recovery?: Omit<RecoveryOptions, "sinks" | "tools">;
  readonly run?: Omit<RunOptions, "id" | "framework">;
  /** Requests to the model at most. @default 14 */
  readonly maxTurns?: number;
  readonly expect: Expectation;
}
