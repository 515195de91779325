import type {
  ModelMessage,
  OnFinishEvent,
  OnStepFinishEvent,
  StopCondition,
  StreamTextOnChunkCallback,
  StreamTextTransform,
  ToolCallRepairFunction,
  ToolLoopAgentSettings,
  ToolSet,
} from "ai";

export type { ToolSet };

/** Any other settings, handed through with their own types. */
export type ExtraSettings = object;

/** A stop condition of whichever tools. */
export type StopWhenOf = (options: { readonly steps: never }) => boolean | PromiseLike<boolean>;

/** A `prepareStep` of whichever tools. */
export type PrepareStepOf = (options: never) => unknown;

/** A repair function of whichever tools. */
export type RepairOf = (options: never) => unknown;

/** The stop condition that ends a halted run. */
export type OwnStopCondition = (options: { readonly steps: readonly object[] }) => boolean;

/** The `prepareStep` of a run without one of the user's. */
export type OwnPrepareStep = (options: StepMessages) => Promise<Partial<StepMessages> | undefined>;

/** The messages of a step. */
export interface StepMessages {
  /** Oldest first. */
  readonly messages: ModelMessage[];
}

/** The repair function of a run without one of the user's. */
export type OwnRepair = (options: { readonly error: Error }) => Promise<null>;

/** The SDK's `prepareStep`. By way of an agent's: its own type asks ai 6 for more than a `ToolSet`. */
export type PrepareStepFor<TOOLS extends ToolSet> = NonNullable<
  ToolLoopAgentSettings<never, TOOLS>["prepareStep"]
>;

/** What both versions tell of a stream that was aborted. */
export interface AbortedStream<TOOLS extends ToolSet> {
  /** The steps that were finished. */
  readonly steps: readonly OnStepFinishEvent<TOOLS>[];
  /** The signal's, in ai 7. */
  readonly reason?: unknown;
}

/** What ai 7 tells of a step that began and came to nothing. */
export interface FailedStep {
  /** What ended it. */
  readonly error: unknown;
  /** From 0. */
  readonly stepNumber: number;
  /** What the model was sent, or was to be. */
  readonly messages: readonly ModelMessage[];
}

/** A callback of one event. A method's, so that one that was typed by the SDK, which tells more, fits too. */
type CallbackFor<EVENT> = { call(event: EVENT): unknown }["call"];

/** Settings that name tools, as far as the version of the SDK has them. */
export type SettingsByTool<TOOLS extends ToolSet> = {
  readonly [KEY in keyof ToolLoopAgentSettings<never, ToolSet> &
    ("activeTools" | "toolApproval" | "toolChoice")]?:
    | ToolLoopAgentSettings<never, TOOLS>[KEY]
    | undefined;
};

/** What `wire` takes: the SDK's own settings of the same names. */
export interface WireOptions<TOOLS extends ToolSet> extends SettingsByTool<NoInfer<TOOLS>> {
  /** The tools, as the SDK takes them. */
  readonly tools?: TOOLS | undefined;
  /** When to stop besides. @default the SDK's own limit of steps */
  readonly stopWhen?: StopCondition<NoInfer<TOOLS>> | StopCondition<NoInfer<TOOLS>>[] | undefined;
  /** Other settings for a step. */
  readonly prepareStep?: PrepareStepFor<NoInfer<TOOLS>> | undefined;
  /** ai 7's name, which goes before the other where both are given. */
  readonly repairToolCall?: ToolCallRepairFunction<NoInfer<TOOLS>> | undefined;
  /** ai 6's name. */
  readonly experimental_repairToolCall?: ToolCallRepairFunction<NoInfer<TOOLS>> | undefined;
  /** The user's callback at the end of the loop, with what both `generateText` and `streamText` tell. */
  readonly onFinish?: ((event: OnFinishEvent<NoInfer<TOOLS>>) => unknown) | undefined;
  /** ai 7's name for it, which goes before the other where both are given. */
  readonly onEnd?: ((event: OnFinishEvent<NoInfer<TOOLS>>) => unknown) | undefined;
  /** The user's callback after a step. */
  readonly onStepFinish?: ((event: OnStepFinishEvent<NoInfer<TOOLS>>) => unknown) | undefined;
  /** ai 7's name for it, which goes before the other where both are given. */
  readonly onStepEnd?: ((event: OnStepFinishEvent<NoInfer<TOOLS>>) => unknown) | undefined;
  /** The user's callback for a part of a stream. */
  readonly onChunk?: StreamTextOnChunkCallback<NoInfer<TOOLS>> | undefined;
  /** What the parts of a stream are sent through. */
  readonly experimental_transform?:
    | StreamTextTransform<NoInfer<TOOLS>>
    | StreamTextTransform<NoInfer<TOOLS>>[]
    | undefined;
  /** The user's callback where a stream fails; its answer, with which ai 7 can be asked to retry, is kept. */
  readonly onError?: ((event: { readonly error: unknown }) => unknown) | undefined;
  /** The user's callback where a stream is aborted. */
  readonly onAbort?: CallbackFor<AbortedStream<NoInfer<TOOLS>>> | undefined;
  /** The user's callback where a step fails, which only ai 7 has. */
  readonly onStepError?: CallbackFor<FailedStep> | undefined;
  /** The caller's abort, so that the stop reason can tell it. */
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * The settings that are handed through, with the types that they have. Of a `prepareStep` only the
 * SDK's type counts: a model is one of hundreds of ids or an object, and the compiler gives up on
 * crossing the SDK's with the one that was given.
 */
export type Passed<SETTINGS extends ExtraSettings> = {
  readonly [KEY in keyof SETTINGS]: KEY extends "prepareStep" ? PrepareStepOf : SETTINGS[KEY];
};

/** The settings that a run takes part in. */
export interface WiredSettings<TOOLS extends ToolSet> {
  /** The tools, executed under the run's policy. */
  readonly tools: TOOLS;
  /** The user's conditions or the SDK's default, and the one that ends a halted run. */
  readonly stopWhen: StopCondition<TOOLS>[];
  /** The guard that no halted run reaches the model, around the user's. */
  readonly prepareStep: PrepareStepFor<TOOLS>;
  /** Answers calls that never reach a tool, after the user's. */
  readonly experimental_repairToolCall: ToolCallRepairFunction<TOOLS>;
}

/** What `wire` gives: the same settings with the run in them. */
export type Wired<TOOLS extends ToolSet, EXTRA extends ExtraSettings> = Omit<
  EXTRA,
  "tools" | "stopWhen" | "prepareStep" | "repairToolCall" | "experimental_repairToolCall"
> &
  WiredSettings<TOOLS>;
