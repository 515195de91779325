import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import type { Command, LangGraphRunnableConfig } from "@langchain/langgraph";
import type { ToolNode } from "@langchain/langgraph/prebuilt";
import type { Recovery } from "@recourse/core";
import { endOfTurn } from "./end-of-turn.ts";
import { handsInputOn, isSentCall, withoutSentCall } from "./langgraph-internals.ts";
import type { LiveRun, RunDefaults } from "./live-run.ts";
import { isToolMessage, lastAiIndex, messagesOf, toolCallsOf } from "./messages.ts";
import { ObjectNotes } from "./object-notes.ts";
import type { ToolLike } from "./raw-result.ts";
import { recoverCall } from "./recover-call.ts";
import { isRecovered } from "./recovered-mark.ts";
import { openRun } from "./run-book.ts";
import type { NodeConfig } from "./scope.ts";
import { inToolContext } from "./tool-context.ts";

/** A tool as the prebuilt node takes it. */
export type NodeTool = ConstructorParameters<typeof ToolNode>[0][number];

/** The node that recovery is put around. */
export interface HostNode {
  tools(): readonly NodeTool[];
  /** The user asked for `handleToolErrors: false`. */
  rethrows(): boolean;
  /** Whether code of the user's reads the input on its way to the prebuilt code. @default false */
  readonly showsInput?: boolean;
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

/** One invocation of a node, by the shortened view of its input that the prebuilt code works on. */
interface Invocation {
  readonly input: unknown;
  readonly entry: LiveRun | undefined;
}

const INVOCATION: unique symbol = Symbol("recourse.invocation");

/** Where LangGraph does not hand the input on: by the config of an invocation, which it does hand on. */
const byConfig = new ObjectNotes<Invocation>();

/** What a tool node does besides what the prebuilt one does. */
export class NodeRecovery {
  readonly #recovery: Recovery;
  readonly #defaults: RunDefaults;
  readonly #node: HostNode;

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
    if (this.isOff) return prebuilt(input);
    const entry = this.#open(input, config);
    if (!handsInputOn) byConfig.set(config, { input: withoutSentCall(input), entry });
    const output = await prebuilt(this.#view(input, entry));
    return entry === undefined ? output : endOfTurn(entry, input, output);
  }

  /** One call. */
  runTool(
    call: ToolCall,
    config: LangGraphRunnableConfig,
    view: unknown,
  ): Promise<ToolMessage | Command> {
    const node = this.#node;
    const tools = node.tools() as NodeTool[];
    if (this.isOff) return node.native(tools, call, config, view);
    const invocation = handsInputOn ? invocationOf(view) : byConfig.get(config);
    const state = invocation === undefined ? view : invocation.input;
    const entry = invocation === undefined ? this.#open(view, config) : invocation.entry;
    const tool = this.#tool(call.name);
    if (entry === undefined || isRecovered(tool)) {
      return inToolContext(tool, config as NodeConfig, () =>
        node.native(tools, call, config, state),
      );
    }
    return recoverCall({
      entry,
      call,
      tool,
      availableTools: tools.map(({ name }) => name),
      config: config as NodeConfig,
      rethrow: node.rethrows(),
      invoke: (tool, sent, attempt) =>
        inToolContext(tool, attempt, () =>
          node.invoke(
            tool as unknown as NodeTool,
            sent as ToolCall,
            attempt as LangGraphRunnableConfig,
            state,
          ),
        ),
      native: (error) => {
        const failing = { name: call.name, invoke: () => Promise.reject(error) };
        const known = tools.some(({ name }) => name === call.name);
        return node.native(known ? [failing as unknown as NodeTool] : [], call, config, state);
      },
    });
  }

  /** Nothing is recorded and nothing is changed: not even looked at. */
  get isOff(): boolean {
    return (this.#defaults.mode ?? this.#recovery.options.mode) === "off";
  }

  #open(state: unknown, config: LangGraphRunnableConfig): LiveRun | undefined {
    return openRun(this.#recovery, state, config as NodeConfig, this.#defaults, (name) =>
      this.#tool(name),
    );
  }

  #tool(name: string): ToolLike | undefined {
    return this.#node.tools().find((tool) => tool.name === name) as ToolLike | undefined;
  }

  /**
   * The input from the last model response on: the prebuilt code takes a call for answered when
   * any earlier message answered its id, and models do use an id again.
   */
  #view(input: unknown, entry: LiveRun | undefined): unknown {
    if (typeof input !== "object" || input === null || isSentCall(input)) return input;
    const messages = messagesOf(input);
    const start = lastAiIndex(messages);
    if (start === -1) return input;
    const isWhole = this.#node.showsInput === true && !usesIdsAgain(messages, start);
    const rest = messages.slice(isWhole ? 0 : start);
    const view = (Array.isArray(input) ? rest : { ...input, messages: rest }) as View;
    view[INVOCATION] = { input, entry };
    return view;
  }
}

/** Whether an earlier message has answered the id of a call that is to be answered. */
function usesIdsAgain(messages: readonly BaseMessage[], at: number): boolean {
  const ids = new Set(toolCallsOf(messages[at] as BaseMessage).map(({ id }) => id));
  return messages.slice(0, at).some((one) => isToolMessage(one) && ids.has(one.tool_call_id));
}

interface View {
  [INVOCATION]?: Invocation;
}

function invocationOf(view: unknown): Invocation | undefined {
  return (view as View)[INVOCATION];
}
