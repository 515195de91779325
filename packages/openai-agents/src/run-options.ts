import type {
  AgentInputItem,
  CallModelInputFilter,
  RunContext,
  RunErrorHandler,
  RunErrorHandlers,
  ToolErrorFormatter,
} from "@openai/agents";
import type { Incident, Run } from "@recourse/core";
import { guardFinalOutput } from "./final-output.ts";
import { RunHaltedError } from "./halted-error.ts";
import { bindingOf, RunBinding } from "./run-binding.ts";
import { forkContext, watchedContext, watcherOf } from "./sdk-internals.ts";
import { settleRejected, settleUnknown } from "./settle-formatted.ts";
import { passOver, replaceTexts, sweep } from "./sweep.ts";

/** What happens to the SDK's run when the host has ended it. */
export interface HaltOptions {
  /**
   * The final output of a run that was ended, of the agent's output type. Without it, or where it
   * gives `undefined`, an agent whose output is text ends with the incident's `userMessage`, and
   * any other run is rejected with `RunHaltedError`.
   */
  readonly onHalt?: ((incident: Incident) => unknown) | undefined;
}

/** The run options of the SDK that are composed with. */
interface ComposedOptions {
  context?: unknown;
  callModelInputFilter?: CallModelInputFilter & { preserveInputIdentity?: boolean };
  toolErrorFormatter?: ToolErrorFormatter;
  toolNotFoundBehavior?: string;
  toolExecution?: object;
  errorHandlers?: RunErrorHandlers<unknown, never>;
}

/** The options of the SDK's `run()` with ours worked in. */
export function runOptions<Options extends object>(
  run: Run,
  options?: Options,
  halt: HaltOptions = {},
): Options {
  const binding = bindingOf(run);
  const given: ComposedOptions = options ?? {};
  const toolExecution = { ...given.toolExecution };
  binding.mark(toolExecution);
  const composed: ComposedOptions = {
    ...given,
    toolExecution,
    context: contextFor(binding, given.context),
  };
  const { messages, retry, guards } = run.modes;
  if (messages === "off" && retry === "off" && guards === "off") {
    return composed as unknown as Options;
  }
  composed.callModelInputFilter = beforeModel(binding, given.callModelInputFilter);
  composed.errorHandlers = handlers(binding, given.errorHandlers, halt);
  if (messages === "enforce") {
    composed.toolNotFoundBehavior = given.toolNotFoundBehavior ?? "return_error_to_model";
    composed.toolErrorFormatter = formatter(binding, given.toolErrorFormatter);
  }
  return composed as unknown as Options;
}

function contextFor(binding: RunBinding, given: unknown): RunContext<unknown> {
  const own = watchedContext(given);
  const other = watcherOf(own);
  // A run that is started inside a tool with the tool's context, as the SDK does for agents' tools:
  // a context tells of one run at a time.
  const isTaken =
    other instanceof RunBinding && other !== binding && other.run.stopReason === undefined;
  const context = isTaken ? forkContext(own) : own;
  context.toolInput = own.toolInput;
  binding.attach(context);
  return context;
}

type ModelInput = Parameters<CallModelInputFilter>[0];
type ModelData = ModelInput["modelData"];

/** Between two model calls: settle what is open, judge the turn, end the run or begin a new turn. */
function beforeModel(
  binding: RunBinding,
  user: ComposedOptions["callModelInputFilter"],
): NonNullable<ComposedOptions["callModelInputFilter"]> {
  let isFirst = true;
  const goOn = (args: ModelInput): ModelData | Promise<ModelData> => {
    beginTurn(binding, args);
    const { input } = args.modelData;
    const replaced = replaceTexts(binding, input);
    const modelData = replaced === input ? args.modelData : { ...args.modelData, input: replaced };
    return user === undefined ? modelData : user({ ...args, modelData });
  };
  // At once where nothing has to be settled, as in most turns: a promise less for every request.
  const filter: NonNullable<ComposedOptions["callModelInputFilter"]> = (args) => {
    const { input } = args.modelData;
    if (isFirst && !binding.isBound) passOver(binding, input);
    isFirst = false;
    // What is open was called by the agent of before, also after a handoff.
    const settling = sweep(binding, input, binding.agent ?? args.agent, true);
    return settling === undefined ? goOn(args) : settling.then(() => goOn(args));
  };
  // The SDK need not copy the items for us, and what is written into a result stays with the run.
  filter.preserveInputIdentity = user === undefined || user.preserveInputIdentity === true;
  return filter;
}

function beginTurn(binding: RunBinding, { agent, modelData }: ModelInput): void {
  const { run } = binding;
  const guarded = run.modes.guards === "enforce";
  binding.agent = agent;
  run.closeTurn();
  if (run.halt !== undefined && guarded) throw new RunHaltedError(run.halt, run.report());
  if (run.turn >= 0 && endsWithUser(modelData.input)) run.contextChanged();
  binding.nextTurn();
  if (guarded) guardFinalOutput(agent);
}

function endsWithUser(input: readonly AgentInputItem[]): boolean {
  const last = input.at(-1) as { readonly role?: unknown } | undefined;
  return last?.role === "user";
}

/** Unknown tools and rejected approvals, whose text the SDK asks for. */
function formatter(binding: RunBinding, user?: ToolErrorFormatter): ToolErrorFormatter {
  return async (args) => {
    const text = await userText(user, args);
    return args.kind === "tool_not_found"
      ? settleUnknown(binding, args, text)
      : settleRejected(binding, args, text);
  };
}

/** What the user's formatter says. One that throws or says no text is passed over, as by the SDK. */
async function userText(
  user: ToolErrorFormatter | undefined,
  args: Parameters<ToolErrorFormatter>[0],
): Promise<string | undefined> {
  try {
    const text: unknown = await user?.(args);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The SDK asks for a final output when the run may not go on. */
function handlers(
  binding: RunBinding,
  user: RunErrorHandlers<unknown, never> | undefined,
  halt: HaltOptions,
): RunErrorHandlers<unknown, never> {
  const fallback = user?.maxTurns ?? user?.default;
  const maxTurns: RunErrorHandler<unknown, never> = async (input) => {
    const { run } = binding;
    const { error, runData } = input;
    if (!RunHaltedError.isInstance(error)) {
      await sweep(binding, runData.history, runData.lastAgent);
      run.closeTurn();
      binding.reachedMaxTurns = true;
      await run.finish("max_steps");
      return fallback?.(input);
    }
    error.history = runData.history;
    if (runData.state !== undefined) error.state = runData.state as never;
    await run.finish();
    const given = await halt.onHalt?.(error.report);
    if (given !== undefined) return { finalOutput: given as never };
    const agent = runData.lastAgent as { readonly outputType?: unknown } | undefined;
    if (agent === undefined || agent.outputType === undefined || agent.outputType === "text") {
      return { finalOutput: error.halt.userMessage as never };
    }
    return fallback?.(input);
  };
  return { ...user, maxTurns };
}
