/**
 * The parts of the SDK's objects that this package touches, by shape: one implementation serves
 * ai 6 and 7, and two copies of `ai` in one application do not disturb it.
 */

/** What the SDK gives a tool besides its input. */
export interface ToolExecutionLike {
  readonly toolCallId: string;
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal | undefined;
}

/** What `toModelOutput` is given. */
export interface ModelOutputInput {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** What a provider turns into the text of a tool message. */
export type ToolOutputLike =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "json" | "error-json"; readonly value: unknown }
  | { readonly type: string; readonly value?: unknown };

/** A function on a tool, whatever its arguments are. */
export type AnyFunction = (...args: never[]) => unknown;

/** A tool of a tool set. */
export interface ToolLike {
  readonly type?: string | undefined;
  readonly inputSchema?: unknown;
  readonly metadata?: unknown;
  readonly execute?: ((input: unknown, options: ToolExecutionLike) => unknown) | undefined;
  readonly toModelOutput?: ((input: ModelOutputInput) => unknown) | undefined;
  readonly needsApproval?:
    | boolean
    | ((input: unknown, options: ToolExecutionLike) => unknown)
    | undefined;
  readonly onInputStart?: AnyFunction | undefined;
  readonly onInputDelta?: AnyFunction | undefined;
  readonly onInputAvailable?: AnyFunction | undefined;
}

/** Tools by name. */
export type ToolSetLike = Readonly<Record<string, ToolLike>>;

/** One part of a step's content. */
export interface ContentPartLike {
  readonly type: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly invalid?: boolean;
  readonly providerExecuted?: boolean | undefined;
  readonly preliminary?: boolean;
  readonly approved?: boolean;
  readonly reason?: string | undefined;
  readonly toolCall?: ContentPartLike;
}

/** One model response with its tool results. */
export interface StepLike {
  readonly content: readonly unknown[];
  readonly finishReason: string;
}

/** What a stop condition is given. */
export interface StopInput {
  readonly steps: readonly StepLike[];
}

/** A stop condition of either version. */
export type StopConditionLike = (input: StopInput) => boolean | PromiseLike<boolean>;

/** What `prepareStep` is given in both versions. */
export interface PrepareStepInput {
  readonly model: unknown;
  readonly steps: readonly StepLike[];
  readonly stepNumber: number;
  readonly messages: readonly unknown[];
  /** What a person said since the last step, in ai 7. */
  readonly experimental_steeringMessages?: readonly unknown[] | undefined;
}

/** The settings of a step that this package may change. */
export interface PrepareStepOutput {
  readonly model?: unknown;
  readonly messages?: readonly unknown[];
}

/** A tool call as the model sent it, before it was parsed. */
export interface RawToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text, as a rule. */
  readonly input: string;
}

/** What the repair hook is given in both versions. */
export interface RepairInput {
  readonly toolCall: RawToolCall;
  readonly tools: ToolSetLike;
  readonly messages: readonly unknown[];
  readonly error: Error;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A repair function of either version. */
export type RepairLike = (input: RepairInput) => Promise<RawToolCall | null>;

/** A part of a message's content. */
export interface MessagePartLike {
  readonly type: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: ToolOutputLike;
  readonly approvalId?: string;
  readonly approved?: boolean;
  readonly reason?: string | undefined;
  readonly providerExecuted?: boolean | undefined;
}

/** A model message. */
export interface MessageLike {
  readonly role: string;
  readonly content: unknown;
}

/** The parts of a message's content; none when it is plain text. What a store spoilt is no part. */
export function partsOf(message: MessageLike): readonly MessagePartLike[] {
  if (!Array.isArray(message.content)) return [];
  const parts = message.content as (MessagePartLike | null | undefined)[];
  return parts.filter((part) => typeof part === "object" && part !== null);
}
