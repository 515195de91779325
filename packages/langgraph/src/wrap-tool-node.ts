import type { ToolCall } from "@langchain/core/messages/tool";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { Recovery } from "@recourse/core";
import { checkValue, kinds } from "@recourse/core/adapter";
import { checkOptions } from "./check-options.ts";
import type { RunDefaults } from "./live-run.ts";
import { type HostNode, NodeRecovery } from "./node-recovery.ts";
import { isRecovered, markRecovered } from "./recovered-mark.ts";

/** The recovery, and what every run of this node is given. */
export interface WrapToolNodeOptions extends RunDefaults {
  readonly recovery: Recovery;
}

const hasMethods = kinds.having(["run", "runTool"], "a ToolNode");

const toolNode = {
  ...hasMethods,
  wanted: `${hasMethods.wanted} that does not recover yet`,
  fits: (value: unknown): boolean => hasMethods.fits(value) && !isRecovered(value as object),
};

/** The methods of a tool node that a subclass may override. */
interface Overridable {
  run(input: unknown, config: LangGraphRunnableConfig): Promise<unknown>;
  runTool: HostNode["native"] extends (tools: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
}

/**
 * Puts the recovery around a tool node that you already have, a subclass with overrides of its own
 * included, and returns the same node. Its `handleToolErrors` becomes `false`, so that errors reach
 * the recovery; what it was before still says whether failures are thrown in the end.
 */
export function wrapToolNode<Node extends ToolNode>(
  node: Node,
  options: WrapToolNodeOptions,
): Node {
  checkValue("node", node, toolNode, { of: "wrapToolNode()" });
  checkOptions("wrapToolNode()", options);
  const { recovery, ...defaults } = options;
  const target = node as unknown as Overridable;
  const run = target.run.bind(node);
  const runTool = target.runTool.bind(node);
  const base = ToolNode.prototype as unknown as Overridable;
  const { handleToolErrors } = node;
  node.handleToolErrors = false;
  const around = new NodeRecovery(recovery, defaults, {
    tools: () => node.tools,
    rethrows: () => !handleToolErrors,
    showsInput: target.run !== base.run,
    invoke: (_tool, call, config, state) => runTool(call, config, state),
    native: (tools, call, config, state) =>
      base.runTool.call({ tools, handleToolErrors } as never, call, config, state),
  });
  target.run = (input, config) => around.run(input, config, (view) => run(view, config));
  target.runTool = (call: ToolCall, config, state) => around.runTool(call, config, state);
  return markRecovered(node);
}
