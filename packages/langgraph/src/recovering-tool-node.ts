import type { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import type { Command, LangGraphRunnableConfig } from "@langchain/langgraph";
import { ToolNode, type ToolNodeOptions } from "@langchain/langgraph/prebuilt";
import type { Recovery } from "@recourse/core";
import { kinds } from "@recourse/core/adapter";
import { checkOptions, checkTools } from "./check-options.ts";
import { entryWithoutContext } from "./langgraph-internals.ts";
import type { RunDefaults } from "./live-run.ts";
import { NodeRecovery } from "./node-recovery.ts";
import { markRecovered } from "./recovered-mark.ts";

/** The prebuilt node's options, the recovery, and what every run of this node is given. */
export interface RecoveringToolNodeOptions extends ToolNodeOptions, RunDefaults {
  readonly recovery: Recovery;
}

const toolNodeKinds = { name: kinds.text, tags: kinds.list, handleToolErrors: kinds.flag };

/** The prebuilt method; LangGraph 1.4.0 declares it without the state. */
type PrebuiltRunTool = (
  call: ToolCall,
  config: LangGraphRunnableConfig,
  state: unknown,
) => Promise<ToolMessage | Command>;

/** The tools that a node takes. */
export type NodeTools = ConstructorParameters<typeof ToolNode>[0];

/**
 * LangGraph's `ToolNode` with the recovery around every tool call: in a `StateGraph`, and as the
 * `tools` of `createReactAgent`. Whatever does not fail behaves as in the prebuilt node.
 *
 * @example graph.addNode("tools", new RecoveringToolNode(tools, { recovery }));
 */
// biome-ignore lint/suspicious/noExplicitAny: the prebuilt node's own default, so that both fit the same places
export class RecoveringToolNode<T = any> extends ToolNode<T> {
  readonly #recovery: NodeRecovery;
  readonly #entry: ToolNode<T>;

  constructor(tools: NodeTools, options: RecoveringToolNodeOptions) {
    checkTools("RecoveringToolNode", tools);
    checkOptions("RecoveringToolNode", options, toolNodeKinds);
    const { recovery, name, tags, handleToolErrors, ...defaults } = options;
    super(tools, {
      ...(name === undefined ? {} : { name }),
      ...(tags === undefined ? {} : { tags }),
      ...(handleToolErrors === undefined ? {} : { handleToolErrors }),
    });
    const runTool: PrebuiltRunTool = super.runTool;
    // The prebuilt method on a stand-in, which finds the tools and the handling given here.
    const prebuilt = (
      stand: Pick<ToolNode, "tools" | "handleToolErrors">,
      ...rest: Parameters<PrebuiltRunTool>
    ) => runTool.call(stand, ...rest);
    this.#recovery = new NodeRecovery(recovery, defaults, {
      tools: () => this.tools,
      rethrows: () => !this.handleToolErrors,
      invoke: (tool, ...rest) => prebuilt({ tools: [tool], handleToolErrors: false }, ...rest),
      native: (given, ...rest) =>
        prebuilt({ tools: given, handleToolErrors: this.handleToolErrors }, ...rest),
    });
    markRecovered(this);
    this.#entry = entryWithoutContext(this, (input, config) => this.run(input, config));
  }

  /** The prebuilt node's entry, without the context that it makes: see `inToolContext`. */
  override invoke(input: T, options?: Partial<LangGraphRunnableConfig>): Promise<T> {
    const isOurs = !this.trace && !this.#recovery.isOff;
    return super.invoke.call(isOurs ? this.#entry : this, input, options) as Promise<T>;
  }

  /** The prebuilt node's entry: a message list, a state, or a `Send`. */
  protected override run(input: unknown, config: LangGraphRunnableConfig): Promise<T> {
    return this.#recovery.run(input, config, (view) => super.run(view, config)) as Promise<T>;
  }

  /** One call, under the run's policy. LangGraph 1.4.0 declares no state here. */
  protected override runTool(
    call: ToolCall,
    config: LangGraphRunnableConfig,
    state?: unknown,
  ): Promise<ToolMessage | Command> {
    return this.#recovery.runTool(call, config, state);
  }
}
