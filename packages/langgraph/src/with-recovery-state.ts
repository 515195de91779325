import {
  type BaseChannel,
  type BinaryOperatorAggregate,
  ReducedValue,
  StateGraph,
  StateSchema,
  type StateSchemaField,
  type StateSchemaFields,
} from "@langchain/langgraph";
import type { StopReason } from "@recourse/core";
import { checkValue, kinds } from "@recourse/core/adapter";
import { z } from "zod/v4";
import { updateSchemaOf, type WithUpdateSchema } from "./langgraph-internals.ts";
import { recoveryState } from "./recovery-state.ts";
import { mergeSavedRuns, type SavedRun } from "./saved-run.ts";

/** A schema as LangGraph takes it for a field. Its own name for it is not exported. */
export type SerializableSchema<Input = unknown, Output = Input> = Extract<
  StateSchemaField<Input, Output>,
  { readonly "~standard": unknown }
>;

/** What `withRecoveryState` adds to a state; the same keys as `recoveryState` for `Annotation.Root`. */
export type RecoveryFields = {
  /** The run: counters of closed turns, records of the open one. */
  recovery: ReducedValue<SavedRun | null, SavedRun | null>;
  /** Why the run ended; `null` while it goes on. */
  stopReason: ReducedValue<StopReason | null, StopReason | null>;
  /** What to tell the user when the run was ended: calm, nothing internal. */
  userMessage: ReducedValue<string | null, string | null>;
};

/** A zod object of any version, by its shape: LangGraph's own type for it does not fit all settings of TypeScript. */
export interface ZodObjectLike {
  readonly shape: object;
  readonly "~standard": object;
}

/** A field of a zod object, of any version, by its shape: what it takes and what it makes of it. */
export interface ZodLike<Input, Value> {
  /** Of the types alone: there is no such property. */
  readonly _input: Input;
  readonly _output: Value;
}

/** The fields of a zod object as LangGraph reads them: those with a reducer, and plain ones. */
export type FieldsOfZod<Shape> = {
  -readonly [Key in keyof Shape]: Shape[Key] extends ZodLike<infer Input, infer Value>
    ? Shape[Key] extends WithUpdateSchema<infer Update>
      ? ReducedValue<Value, Update>
      : SerializableSchema<Input, Value>
    : never;
};

/**
 * The same state with a place for the run, for graphs whose state is a `StateSchema` or a zod object.
 * What `recoveryState` does for `Annotation.Root`: the run survives a checkpoint, and the state says
 * why it ended.
 *
 * @throws RecourseError `invalid_option` for anything else, and for a state with one of the keys
 * @example new StateGraph(withRecoveryState(new StateSchema({ messages: MessagesValue })))
 * @example new StateGraph(withRecoveryState(MessagesZodState))
 */
export function withRecoveryState<Fields extends StateSchemaFields>(
  schema: StateSchema<Fields>,
): StateSchema<Fields & RecoveryFields>;
export function withRecoveryState<Schema extends ZodObjectLike>(
  schema: Schema,
): StateSchema<FieldsOfZod<Schema["shape"]> & RecoveryFields>;
export function withRecoveryState(schema: unknown): unknown {
  checkValue("schema", schema, state, owner);
  if (StateSchema.isInstance(schema)) return extended(schema.fields, schema.getChannels());
  // LangGraph knows which of the fields have reducers and defaults; a graph made of them tells.
  const { channels } = new StateGraph(schema as never);
  const { shape } = schema as { shape: Record<string, object> };
  const fields: StateSchemaFields = {};
  const special: Record<string, BaseChannel> = {};
  for (const [key, field] of Object.entries(shape)) {
    const channel = (channels as Record<string, BaseChannel>)[key];
    fields[key] = fieldOf(field, channel);
    // The defaults of all others are in their schemas.
    if (channel !== undefined && isSpecial(channel)) special[key] = channel;
  }
  return extended(fields, { ...new StateSchema(fields).getChannels(), ...special });
}

function isSpecial(channel: BaseChannel): boolean {
  const { initialValueFactory } = channel as { initialValueFactory?: unknown };
  return isReduced(channel) || initialValueFactory !== undefined;
}

function isReduced(channel: BaseChannel | undefined): channel is BinaryOperatorAggregate<unknown> {
  return channel?.lc_graph_name === "BinaryOperatorAggregate";
}

const owner = { of: "withRecoveryState()" };

const state = {
  wanted: "a StateSchema or a zod object",
  fits: (value: unknown): boolean =>
    StateSchema.isInstance(value) ||
    (kinds.object.fits(value) && kinds.object.fits((value as { shape?: unknown }).shape)),
  advice: "Into an Annotation, spread `recoveryState`.",
};

const absent = {
  wanted: "left out",
  fits: (value: unknown): boolean => value === undefined,
  advice: "The run is kept under this key.",
};

/** A schema whose channels are LangGraph's own, and ours beside them. */
class RecoverySchema extends StateSchema<StateSchemaFields> {
  readonly #channels: Record<string, BaseChannel>;

  constructor(fields: StateSchemaFields, channels: Record<string, BaseChannel>) {
    super(fields);
    this.#channels = channels;
  }

  // Plain reduced values are not told when a graph ends, which is when the run record is written.
  override getChannels(): Record<string, BaseChannel> {
    return { ...this.#channels, ...recoveryState };
  }
}

function extended(
  fields: StateSchemaFields,
  channels: Record<string, BaseChannel>,
): StateSchema<StateSchemaFields> {
  for (const key of Object.keys(recoveryState)) {
    checkValue(`schema.${key}`, fields[key], absent, owner);
  }
  return new RecoverySchema({ ...fields, ...recoveryFields }, channels);
}

const last = <Value>(_before: Value, next: Value): Value => next;

function kept<Value>(reducer: (before: Value | null, next: Value | null) => Value | null) {
  const schema = z.custom<Value | null>().nullable().default(null);
  return new ReducedValue<Value | null, Value | null>(schema, { inputSchema: schema, reducer });
}

const recoveryFields: RecoveryFields = {
  recovery: kept<SavedRun>(mergeSavedRuns),
  stopReason: kept<StopReason>(last),
  userMessage: kept<string>(last),
};

function fieldOf(field: object, channel: BaseChannel | undefined): StateSchemaFields[string] {
  const schema = field as SerializableSchema;
  if (!isReduced(channel)) return schema;
  const inputSchema = (updateSchemaOf(field) as SerializableSchema | undefined) ?? schema;
  return new ReducedValue(schema, { inputSchema, reducer: channel.operator });
}
