import type { ChildOptions, Run } from "@recourse/core";
import type { DataWriter } from "./ui.ts";
import type {
  ExtraSettings,
  OwnPrepareStep,
  OwnRepair,
  OwnStopCondition,
  Passed,
  PrepareStepOf,
  RepairOf,
  StopWhenOf,
  ToolSet,
  Wired,
  WireOptions,
} from "./wire-types.ts";

/** A run of the AI SDK's loop: core's, with what the SDK is to be given. */
export interface AiSdkRun extends Run {
  /**
   * The settings with this run in them, for one spread:
   * `generateText({ model, prompt, ...run.wire({ tools, stopWhen }) })`. Give it the callbacks and
   * the `abortSignal` too, since what stands after the spread takes their place.
   *
   * Without a `stopWhen` the SDK's own default of one step is kept.
   */
  wire<TOOLS extends ToolSet, EXTRA extends ExtraSettings>(
    options: WireOptions<TOOLS> & Passed<EXTRA>,
  ): Wired<TOOLS, EXTRA>;
  /** The tools, with the same types. Tools without `execute` stay as they are. */
  tools<TOOLS extends ToolSet>(tools: TOOLS): TOOLS;
  /**
   * Stop conditions: the user's, and before them the one that ends a halted run. With none of the
   * user's, the SDK's default of one step, which it drops as soon as it is given any condition.
   */
  stopWhen(): OwnStopCondition[];
  /** The user's stop conditions, and before them the one that ends a halted run. */
  stopWhen<CONDITION extends StopWhenOf>(
    ...conditions: CONDITION[]
  ): (CONDITION | OwnStopCondition)[];
  /** The user's `prepareStep`, and around it the guard that no halted run reaches the model. */
  prepareStep(): OwnPrepareStep;
  /** The user's `prepareStep`, and around it the guard that no halted run reaches the model. */
  prepareStep<PREPARE extends PrepareStepOf>(user: PREPARE): PREPARE;
  /** The repair hook (`repairToolCall`, or `experimental_repairToolCall` in ai 6); the user's first. */
  repairToolCall(): OwnRepair;
  /** The user's repair, and after it ours for what it leaves. */
  repairToolCall<REPAIR extends RepairOf>(user: REPAIR): REPAIR;
  /**
   * Awaits a `generateText` or `agent.generate` for its stop reason, also when it rejects, and
   * finishes the run. What was wired does this by itself, except for the few rejections that the SDK
   * tells nobody of.
   */
  track<RESULT>(result: PromiseLike<RESULT>): Promise<RESULT>;
  /**
   * Folds the tool calls of UI messages or model messages that this run does not know, for a run
   * that has no snapshot. What the model was told is read back from the envelopes in them.
   */
  restoreMessages(messages: readonly unknown[]): void;
  /** `closeDanglingToolCalls` with what this run knows of the calls. */
  closeDanglingToolCalls<MESSAGE extends object>(messages: readonly MESSAGE[]): MESSAGE[];
  /** For `toUIMessageStream({ onError })`: envelopes go through, all else becomes one calm sentence. */
  readonly uiOnError: (error: unknown) => string;
  /**
   * Writes data parts into a UI message stream: `data-recourse-wait` while the host waits before
   * another attempt, `data-recourse-stop` with a calm message when the run is ended.
   *
   * @returns Stops writing.
   */
  writeTo(writer: DataWriter): () => void;
  child(options?: ChildOptions): AiSdkRun;
}
