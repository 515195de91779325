import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { isInterrupted } from "@langchain/langgraph";
import type { Recovery, StopReason } from "@recourse/core";
import { checkFields } from "@recourse/core/adapter";
import { recoveryKind } from "./check-options.ts";
import { isControlFlow } from "./control-flow.ts";
import { isAbortOfGraph, listenToGraphs } from "./langgraph-internals.ts";
import { messagesOf } from "./messages.ts";
import { warnOfUnparsedCalls } from "./warn-of-unparsed-calls.ts";

/** Something that wants to be told how an invocation of a graph ended, and with what state. */
export type EndListener = (reason: StopReason, state?: unknown) => void | Promise<void>;

/** What a `RunEndHandler` may be given. */
export interface RunEndHandlerOptions {
  /** Told of calls that did not parse also where a graph ends on them before any of its tools was called. */
  readonly recovery?: Recovery | undefined;
}

/**
 * Writes a run's record when its graph ends, however it ends: also on the recursion limit, on an
 * abort, and when the model fails. Give it to the graph, once or per invocation.
 *
 * @example graph.withConfig({ callbacks: [new RunEndHandler({ recovery })] })
 */
export class RunEndHandler extends BaseCallbackHandler {
  override readonly name = "RecourseRunEnd";
  override readonly awaitHandlers = true;
  /** Of the chains that run. A chain in a tool has the tool's run for its parent, which is none. */
  readonly #parents = new Map<string, string | undefined>();
  readonly #listeners = new Map<string, Set<EndListener>>();
  readonly #paused = new Set<string>();
  readonly #recovery: Recovery | undefined;

  constructor(options: RunEndHandlerOptions = {}) {
    super();
    checkFields("", options, { recovery: recoveryKind }, { of: "RunEndHandler" });
    this.#recovery = options.recovery;
    listenToGraphs(this);
  }

  /**
   * Asks to be told when the invocation around this run of a chain ends: the outermost one, or the
   * outermost inside the tool that it runs in.
   */
  listen(parentRunId: string, listener: EndListener): void {
    let root = parentRunId;
    let up = this.#parents.get(root);
    while (up !== undefined && this.#parents.has(up)) {
      root = up;
      up = this.#parents.get(root);
    }
    const listeners = this.#listeners.get(root) ?? new Set();
    this.#listeners.set(root, listeners.add(listener));
  }

  override handleChainStart(
    _chain: unknown,
    _inputs: unknown,
    runId: string,
    // LangChain's declaration names other arguments here than its code passes.
    parentRunId?: string,
  ): void {
    this.#parents.set(runId, parentRunId);
  }

  override handleChainEnd(outputs: unknown, runId: string): Promise<void> {
    const isPaused = this.#paused.delete(runId) || isInterrupted(outputs);
    return this.#end(runId, isPaused ? undefined : "completed", outputs);
  }

  override handleChainError(error: unknown, runId: string): Promise<void> {
    this.#paused.delete(runId);
    return this.#end(runId, reasonOf(error));
  }

  /** The graph waits for a person; the run goes on with the next invocation. */
  handleInterrupt({ runId }: { readonly runId?: string | undefined }): void {
    if (runId !== undefined) this.#paused.add(runId);
  }

  async #end(runId: string, reason: StopReason | undefined, state?: unknown): Promise<void> {
    const parent = this.#parents.get(runId);
    this.#parents.delete(runId);
    const listeners = this.#listeners.get(runId);
    this.#listeners.delete(runId);
    if (reason === undefined) return;
    if (listeners === undefined) {
      const isOutermost = parent === undefined || !this.#parents.has(parent);
      if (isOutermost && this.#recovery) warnOfUnparsedCalls(this.#recovery, messagesOf(state));
      return;
    }
    await Promise.all([...listeners].map((listener) => listener(reason, state)));
  }
}

function reasonOf(error: unknown): StopReason | undefined {
  if (isControlFlow(error)) return undefined;
  const { name } = (error ?? {}) as { name?: unknown };
  if (name === "GraphRecursionError") return "max_steps";
  const isAbort = name === "AbortError" || name === "TimeoutError" || isAbortOfGraph(error);
  return isAbort ? "cancelled" : "model_error";
}

/** The handler among a node's callbacks, and the run of the chain that the node belongs to. */
export function endHandlerOf(
  callbacks: unknown,
): { readonly handler: RunEndHandler; readonly parentRunId: string } | undefined {
  const manager = callbacks as
    | { handlers?: readonly unknown[]; getParentRunId?: () => string | undefined }
    | undefined;
  const handler = manager?.handlers?.find((one) => one instanceof RunEndHandler);
  const parentRunId = manager?.getParentRunId?.();
  return handler === undefined || parentRunId === undefined ? undefined : { handler, parentRunId };
}
