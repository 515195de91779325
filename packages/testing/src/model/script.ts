/** What the scripted model wants: which calls, in which order, and what it knows of the task. */

/** Arguments of a wanted call, fixed or worked out from the results so far (newest last). */
export type WantedArgs =
  | Readonly<Record<string, unknown>>
  | ((results: readonly string[]) => Readonly<Record<string, unknown>>);

/** One wanted tool call. */
export interface Goal {
  /** The name that the model uses at first, right or wrong. */
  readonly tool: string;
  /** The arguments that the model sends at first, right or wrong. */
  readonly args?: WantedArgs;
  /** Text sent in place of the JSON of `args` at first (broken JSON). */
  readonly rawArguments?: string;
  /** The response that carries the first try is cut off by the output limit. */
  readonly truncated?: boolean;
  /** The id of the first try. @default unique in the conversation */
  readonly id?: string;
  /** Text in a checking tool's result that shows the call has taken effect. */
  readonly achievedWhen?: RegExp;
  /** Another way to the same end, tried when this one is closed. */
  readonly or?: Goal;
  /** Whether the task goes on when this call cannot be had. @default false */
  readonly optional?: boolean;
  /** Go on to the next step whatever the result says: for sequences that a test lays down. */
  readonly regardless?: boolean;
  /** Repeat the call although it succeeded, until a result matches or `atMost` calls were made. */
  readonly until?: { readonly matches: RegExp; readonly atMost: number };
}

/** A conversation that the scripted model can hold. */
export interface ModelScript {
  /** Recognised by this text in the newest user message. */
  readonly task: string;
  /** One call at a time, or several in one response. */
  readonly steps: readonly (Goal | readonly Goal[])[];
  /** Values that the model knows from the task, by parameter name: used to fill and mend arguments. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The last message when every call was had. Given the results, newest last. */
  readonly answer: string | ((results: readonly string[]) => string);
}
