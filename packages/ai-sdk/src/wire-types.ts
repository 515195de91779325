import type {
  ModelMessage,
  PrepareStepFunction,
  StopCondition,
  ToolCallRepairFunction,
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
export type OwnPrepareStep = (options: {
  readonly messages: ModelMessage[];
}) => Promise<{ readonly messages?: ModelMessage[] } | undefined>;

/** The repair function of a run without one of the user's. */
export type OwnRepair = (options: { readonly error: Error }) => Promise<null>;

/** What `wire` takes: the SDK's own settings of the same names. */
export interface WireOptions<TOOLS extends ToolSet> {
  readonly tools?: TOOLS;
  readonly stopWhen?: StopCondition<NoInfer<TOOLS>> | StopCondition<NoInfer<TOOLS>>[];
  readonly prepareStep?: PrepareStepFunction<NoInfer<TOOLS>>;
  /** ai 7's name, which goes before the other where both are given. */
  readonly repairToolCall?: ToolCallRepairFunction<NoInfer<TOOLS>>;
  /** ai 6's name. */
  readonly experimental_repairToolCall?: ToolCallRepairFunction<NoInfer<TOOLS>>;
  /** The caller's abort, so that the stop reason can tell it. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** What `wire` gives: the same settings with the run in them. */
export type Wired<TOOLS extends ToolSet, EXTRA extends ExtraSettings> = Omit<
  EXTRA,
  "tools" | "stopWhen" | "prepareStep" | "repairToolCall" | "experimental_repairToolCall"
> & {
  readonly tools: TOOLS;
  readonly stopWhen: StopCondition<TOOLS>[];
  readonly prepareStep: PrepareStepFunction<TOOLS>;
  readonly experimental_repairToolCall: ToolCallRepairFunction<TOOLS>;
};
