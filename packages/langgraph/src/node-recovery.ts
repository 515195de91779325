import type { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import type { Command, LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ToolNode } from "@langchain/langgraph/prebuilt";
import type { Recovery } from "@recourse/core";
import { endOfTurn } from "./end-of-turn.ts";
import { lastAiIndex, messagesOf } from "./messages.ts";
import type { ToolLike } from "./raw-result.ts";
import { findTool, recoverCall } from "./recover-call.ts";
import { isRecovered } from "./recover-tools.ts";
import { openRun, type RunDefaults } from "./run-book.ts";
import type { NodeConfig } from "./scope.ts";

/** A tool as the prebuilt node takes it. */
export type NodeTool = ConstructorParameters<typeof ToolNode>[0][number];

/** The node that recovery is put around. */
export interface HostNode {
  tools(): readonly NodeTool[];
  /** The user asked for `handleToolErrors: false`. */
  rethrows(): boolean;
  /** Runs one call on this tool as the node does, but lets errors through. */
  invoke(
    tool: NodeTool,
    call: ToolCall,
    config: LangGraphRunnableConfig,
    state: unknown,
  ): Promise<ToolMessage | Command>;
  /** The prebuilt way to run one call, with these tools and the user's way of handling errors. */
  native(
    tools: NodeTool[],
    call: ToolCall,
    config: LangGraphRunnableConfig,
    state: unknown,
  ): Promise<ToolMessage | Command>;
}

/** What a tool node does besides what the prebuilt one does. */
export class NodeRecovery {
  readonly #recovery: Recovery;
  readonly #defaults: RunDefaults;
  readonly #node: HostNode;
  /** What the node was given, by the shortened view of it that the prebuilt code works on. */
  readonly #inputs = new WeakMap<object, unknown>();

  constructor(recovery: Recovery, defaults: RunDefaults, node: HostNode) {
    this.#recovery = recovery;
    this.#defaults = defaults;
    this.#node = node;
  }

  /** One invocation of the node: its calls, then the judgement of the turn. */
  async run(
    input: unknown,
    config: LangGraphRunnableConfig,
    prebuilt: (view: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    const output = await prebuilt(this.#view(input));
    return endOfTurn(this.#recovery, input, config as NodeConfig, this.#defaults, output);
  }

  /** One call. */
  async runTool(
    call: ToolCall,
    config: LangGraphRunnableConfig,
    view: unknown,
  ): Promise<ToolMessage | Command> {
    const state = this.#inputs.get(view as object) ?? view;
    const node = this.#node;
    const tools = node.tools() as NodeTool[];
    const lookup = (name: string) => findTool(tools as unknown as readonly ToolLike[], name);
    const entry = openRun(this.#recovery, state, config as NodeConfig, this.#defaults, lookup);
    const tool = lookup(call.name);
    if (entry === undefined || isRecovered(tool)) return node.native(tools, call, config, state);
    return recoverCall({
      entry,
      call,
      tool,
      availableTools: tools.map(({ name }) => name),
      config: config as NodeConfig,
      rethrow: node.rethrows(),
      invoke: (tool, sent, attempt) =>
        node.invoke(
          tool as unknown as NodeTool,
          sent as ToolCall,
          attempt as LangGraphRunnableConfig,
          state,
        ),
      native: (error) => {
        const failing = { name: call.name, invoke: () => Promise.reject(error) };
        const known = tools.some(({ name }) => name === call.name);
        return node.native(known ? [failing as unknown as NodeTool] : [], call, config, state);
      },
    });
  }

  /**
   * The input from the last model response on: the prebuilt code takes a call for answered when
   * any earlier message answered its id, and models do use an id again.
   */
  #view(input: unknown): unknown {
    if (typeof input !== "object" || input === null || "lg_tool_call" in input) return input;
    const messages = messagesOf(input);
    const start = lastAiIndex(messages);
    if (start <= 0) return input;
    const rest = messages.slice(start);
    const view = Array.isArray(input) ? rest : { ...input, messages: rest };
    this.#inputs.set(view, input);
    return view;
  }
}
