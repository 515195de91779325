import { RunContext, ToolTimeoutError, tool } from "@openai/agents";
import type { CallContext } from "@recourse/core";
import { callContextKey } from "@recourse/core/adapter";
import { modelText } from "./model-text.ts";

/**
 * Everything that is known of the SDK beyond its public API stands in this file, and a test pins
 * each piece. Every use has a way to go on when a later version changes it.
 */

/** Texts that the SDK writes itself, where no hook of ours is asked. */
export const SDK_TEXT = {
  /** Arguments that are not JSON: no error hook, no guardrail and no tool hook is called. */
  badJson: "An error occurred while parsing tool arguments. Please try again with valid JSON.",
  /** A tool made with plain `tool()` threw; the cause is gone. */
  toolFailed: "An error occurred while running the tool. Please try again.",
  /** The same, where the SDK hides tool data. */
  redacted: "Tool execution failed. Error details are redacted.",
  /** A person refused the call and said nothing. */
  rejected: "Tool execution was not approved.",
} as const;

/** What the SDK's own text says happened, or `undefined` when the text is not one of its own. */
export function readSdkText(
  text: string,
): "bad_json" | "failed" | "timeout" | "unknown_tool" | "rejected" | undefined {
  if (text === SDK_TEXT.badJson) return "bad_json";
  if (text === SDK_TEXT.toolFailed || text === SDK_TEXT.redacted) return "failed";
  // Older versions tell the model what was thrown.
  if (text.startsWith(`${SDK_TEXT.toolFailed} Error: `)) return "failed";
  if (text === SDK_TEXT.rejected) return "rejected";
  if (/^Tool '[^']*' timed out after \d+ms\.$/u.test(text)) return "timeout";
  if (/^Tool '[^']*' not found\.$/u.test(text)) return "unknown_tool";
  return undefined;
}

/** What this version of the SDK tells the model of an error; older ones say what was thrown. */
export async function sdkFailureText(error: unknown): Promise<string> {
  const failing = tool({
    name: "failing",
    description: "",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
    execute: () => {
      throw error;
    },
  });
  return modelText(await failing.invoke(new RunContext(), "{}"));
}

/** Whether a result is what the SDK writes of a handoff, which is no call of a tool. */
export function isHandoffText(text: string): boolean {
  return /^\{"assistant":"(?:[^"\\]|\\.)*"\}$/u.test(text);
}

/** A key under which the SDK hides something on an object of its own; by its description. */
class HiddenKey {
  readonly #description: string;
  /** Copies and versions of the SDK have keys of their own; most processes see one. */
  #seen: symbol | undefined;

  constructor(description: string) {
    this.#description = description;
  }

  read(details: unknown): unknown {
    if (typeof details !== "object" || details === null) return undefined;
    if (this.#seen === undefined || !(this.#seen in details)) {
      const found = Object.getOwnPropertySymbols(details).find(
        (key) => key.description === this.#description,
      );
      if (found === undefined) return undefined;
      this.#seen = found;
    }
    return (details as Record<symbol, unknown>)[this.#seen];
  }
}

const functionToolNamespace = new HiddenKey("functionToolNamespace");
const namespaces = new WeakMap<object, { readonly namespace: string | undefined }>();

/** The namespace that `toolNamespace` put a tool into: a copy of the tool, marked. */
export function namespaceOf(tool: object): string | undefined {
  let known = namespaces.get(tool);
  if (known === undefined) {
    const namespace = functionToolNamespace.read(tool);
    known = { namespace: typeof namespace === "string" ? namespace : undefined };
    namespaces.set(tool, known);
  }
  return known.namespace;
}

/** Where the SDK leaves the run's configuration on the details of a tool call. */
const parentRunConfig = new HiddenKey("openai.agents.agentToolParentRunConfig");

/**
 * The run's `toolExecution` object as a tool call sees it: the very object that was given with the
 * run options. It tells runs apart that share a context, and a nested run from its parent.
 */
export function toolExecutionOf(details: unknown): object | undefined {
  const config = parentRunConfig.read(details) as { toolExecution?: unknown } | undefined;
  const marker = config?.toolExecution;
  return typeof marker === "object" && marker !== null ? marker : undefined;
}

/**
 * The details of a tool call with another signal, which is asked for when someone reads it, and
 * with what `callContext` gives. What is hidden on the details can be read as if it were inherited,
 * so that nothing of the SDK's is lost.
 */
export function withSignal<Details extends object>(
  details: Details,
  signal: () => AbortSignal,
  context?: CallContext,
): Details {
  const { toolCall, resumeState } = details as { toolCall?: unknown; resumeState?: unknown };
  // What a tool may spread or enumerate is its own.
  const own = {
    toolCall,
    resumeState,
    get signal(): AbortSignal {
      return signal();
    },
  };
  return new Proxy(own, new Inheriting(details, context)) as unknown as Details;
}

/** `Object.create(details)` without its price: an object that becomes a prototype is rebuilt. */
class Inheriting implements ProxyHandler<object> {
  readonly #from: object;
  readonly #context: CallContext | undefined;

  constructor(from: object, context: CallContext | undefined) {
    this.#from = from;
    this.#context = context;
  }

  get(own: object, key: PropertyKey): unknown {
    if (key === callContextKey && this.#context !== undefined) return this.#context;
    return Reflect.get(key in own ? own : this.#from, key);
  }

  has(own: object, key: PropertyKey): boolean {
    return key in own || key in this.#from;
  }

  getPrototypeOf(): object {
    return this.#from;
  }
}

/** By which the SDK marks the details of a call: "the time-out is enforced already". */
const TIMEOUT_MARK = "functionToolTimeoutAlreadyEnforced";

/**
 * A copy of the details without the SDK's mark, so that a tool of ours that runs bare enforces its
 * own time-out. What else is hidden on them stays: whether a trace may show an error, above all.
 */
export function withoutTimeoutMark<Details extends object | undefined>(details: Details): Details {
  if (details === undefined) return details;
  const descriptors = Object.getOwnPropertyDescriptors(details) as Record<
    PropertyKey,
    PropertyDescriptor
  >;
  for (const key of Object.getOwnPropertySymbols(details)) {
    if (key.description === TIMEOUT_MARK) delete descriptors[key];
  }
  return Object.create(Object.getPrototypeOf(details) as object, descriptors) as Details;
}

/** Where the details of a call take the parsed arguments. */
const parsedInput = new HiddenKey("openai.agents.functionToolParsedInputCallback");

/** Tells the SDK the arguments as they were parsed, for `customDataExtractor`. */
export function reportParsedInput(details: object | undefined, input: unknown): void {
  const report = parsedInput.read(details);
  if (typeof report === "function") report(input);
}

/** What is read from an item of the model's response. */
export interface SeenCall {
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** `undefined` where the SDK only tells that there is such a call. */
  readonly arguments: string | undefined;
}

/** What wants to know of the calls of a run. */
export interface CallWatcher {
  note(call: SeenCall): void;
}

/** Where a context keeps its watcher. On the SDK's object, never on the user's own context. */
const WATCHER: unique symbol = Symbol("recourse.watcher") as never;

interface Watched {
  [WATCHER]?: CallWatcher;
}

type Check = (...args: unknown[]) => unknown;

/**
 * The SDK checks each call of a response against the context's approvals before any is executed.
 * Nowhere else are the arguments of an unknown tool to be had, nor the order of the calls. Before
 * version 0.15 it only asks whether a call of a known tool is approved, without its arguments.
 */
const CHECK = "_validateToolInvocation";
/** Whether the SDK shows every call of a response, in an order that is always the same. */
export const SHOWS_CALLS: boolean = CHECK in RunContext.prototype;
const METHOD = SHOWS_CALLS ? CHECK : "isToolApproved";
const check = (RunContext.prototype as unknown as Record<string, unknown>)[METHOD];

function noteCall(context: Watched, args: unknown[]): void {
  if (!SHOWS_CALLS) {
    const { callId, toolName } = (args[0] ?? {}) as { callId?: unknown; toolName?: unknown };
    if (typeof callId !== "string" || typeof toolName !== "string") return;
    context[WATCHER]?.note({ callId, name: nameInKey(toolName), arguments: undefined });
    return;
  }
  const item = args[2] as (Partial<SeenCall> & { readonly type?: unknown }) | undefined;
  if (item?.type !== "function_call" || typeof item.callId !== "string") return;
  context[WATCHER]?.note(item as SeenCall);
}

/** The tool's name in a key like `["bare","lookup"]`, by which approvals are remembered. */
function nameInKey(key: string): string {
  return /"([^"]*)"\]$/u.exec(key)?.[1] ?? key;
}

/** A context whose calls are watched. */
class WatchedContext<Context> extends RunContext<Context> implements Watched {
  // Only declared: a field of this name would be defined anew for every run, slowly.
  declare [WATCHER]?: CallWatcher;
}

if (typeof check === "function") {
  Object.defineProperty(WatchedContext.prototype, METHOD, {
    configurable: true,
    writable: true,
    value(this: Watched, ...args: unknown[]): unknown {
      noteCall(this, args);
      return (check as Check).apply(this, args);
    },
  });
}

/** The watched context of a run: the user's own `RunContext`, or one around their context. */
export function watchedContext(given: unknown): RunContext<unknown> {
  return given instanceof RunContext
    ? (given as RunContext<unknown>)
    : new WatchedContext<unknown>(given);
}

/** Tells `watcher` of every function call of the runs with this context, in order. */
export function watchCalls(context: RunContext<unknown>, watcher: CallWatcher): void {
  const target = context as RunContext<unknown> & Watched;
  if (context instanceof WatchedContext) {
    target[WATCHER] = watcher;
    return;
  }
  if (target[WATCHER] === undefined && typeof check === "function") {
    Object.defineProperty(target, METHOD, {
      configurable: true,
      enumerable: false,
      writable: true,
      value(...args: unknown[]): unknown {
        noteCall(target, args);
        return (check as Check).apply(target, args);
      },
    });
  }
  Object.defineProperty(target, WATCHER, {
    configurable: true,
    enumerable: false,
    writable: true,
    value: watcher,
  });
}

/** The watcher of a context. */
export function watcherOf(context: unknown): CallWatcher | undefined {
  return typeof context === "object" && context !== null
    ? (context as Watched)[WATCHER]
    : undefined;
}

/** A context of its own for a nested run that shares approvals and usage with its parent's. */
export function forkContext(context: RunContext<unknown>): RunContext<unknown> {
  const fork = (context as unknown as Record<string, unknown>)["_forkWithoutToolInput"];
  return typeof fork === "function" ? (fork.call(context) as RunContext<unknown>) : context;
}

/** The context of a saved run state. */
export function contextOfState(state: object): RunContext<unknown> | undefined {
  const context = (state as Record<string, unknown>)["_context"];
  return typeof context === "object" && context !== null
    ? (context as RunContext<unknown>)
    : undefined;
}

/**
 * Details for an agent's tool that let the error of the nested run out. The SDK turns it into a
 * fixed text unless the call's signal was aborted by a time-out; from the nested run's first model
 * call on, that is what is shown to whoever looks at the signal, and only the SDK's last resort
 * still does. The nested run has the real signal.
 */
export function revealingDetails<Details extends object>(
  details: Details,
  context: CallContext,
  hasBegun: () => boolean,
): Details {
  const { signal } = context;
  const revealed = AbortSignal.abort(new ToolTimeoutError({ toolName: "agent", timeoutMs: 0 }));
  return withSignal(details, () => (hasBegun() && !signal.aborted ? revealed : signal), context);
}

/** Whether a result's final output came from an error handler, not from the model. */
export function isHandlerOutput(result: { readonly state?: unknown }): boolean {
  const state = result.state as { readonly _finalOutputSource?: unknown } | undefined;
  return state?._finalOutputSource === "error_handler";
}

interface ProcessedResponse {
  readonly functions?: readonly { readonly toolCall?: unknown }[];
  readonly functionToolsNotFound?: readonly { readonly toolCall?: unknown }[];
  readonly handoffs?: readonly { readonly toolCall?: unknown }[];
}

/**
 * The function calls of a saved state's last model response, in the order in which the SDK checks
 * them when the response comes: calls of known tools, of unknown ones, handoffs.
 */
export function lastResponseCalls(state: object): SeenCall[] {
  const { functions, functionToolsNotFound, handoffs } = ((state as Record<string, unknown>)[
    "_lastProcessedResponse"
  ] ?? {}) as ProcessedResponse;
  const runs = [functions ?? [], functionToolsNotFound ?? [], handoffs ?? []].flat();
  return runs.flatMap(({ toolCall }) => {
    const { callId, name, namespace, arguments: args } = (toolCall ?? {}) as Partial<SeenCall>;
    return typeof callId === "string" && typeof name === "string"
      ? [{ callId, name, namespace, arguments: args }]
      : [];
  });
}

/** What guardrails of a saved state wrote in place of calls that they refused. */
export function guardrailTexts(state: object): string[] {
  const results = (state as Record<string, unknown>)["_toolInputGuardrailResults"];
  if (!Array.isArray(results)) return [];
  return (results as readonly GuardrailResult[]).flatMap(({ output }) =>
    output?.behavior?.type === "rejectContent" && typeof output.behavior.message === "string"
      ? [output.behavior.message]
      : [],
  );
}

interface GuardrailResult {
  readonly output?: { readonly behavior?: { readonly type?: unknown; readonly message?: unknown } };
}
