import {
  defineToolInputGuardrail,
  type MCPToolMetaResolver,
  type RunContext,
  type ToolInputGuardrailDefinition,
} from "@openai/agents";

/** Which call of which run a server's tool is being called for. */
export interface FoundCall {
  readonly context: RunContext<unknown>;
  /** `undefined` where the SDK runs no guardrails for servers: before version 0.17. */
  readonly callId: string | undefined;
  /** The name by which the model knows the tool; a server's may be shorter. */
  readonly tool: string;
}

/**
 * Finds the call behind `callTool(name, args)`, which is told neither id nor run. Of the hooks that
 * the SDK runs before it, a guardrail is given the call's id, and the meta resolver the very
 * arguments object that `callTool` gets.
 */
export class CallMatcher {
  readonly #open = new WeakMap<object, Map<string, { tool: string; args: string }>>();
  readonly #byArgs = new WeakMap<object, FoundCall>();

  /** Notes the call. Runs last, so that a call refused by the user's guardrails is not noted. */
  readonly guardrail: ToolInputGuardrailDefinition = defineToolInputGuardrail({
    name: "recourse",
    run: async ({ context, toolCall }) => {
      const open = this.#open.get(context) ?? new Map<string, { tool: string; args: string }>();
      this.#open.set(context, open);
      open.set(toolCall.callId, { tool: toolCall.name, args: compact(toolCall.arguments) });
      return { behavior: { type: "allow" } };
    },
  });

  metaResolver(user: MCPToolMetaResolver | undefined): MCPToolMetaResolver {
    return async (asked) => {
      const { toolName } = asked;
      const context = asked.runContext as RunContext<unknown>;
      const args: unknown = asked.arguments;
      if (typeof args === "object" && args !== null) {
        const open = this.#open.get(context);
        const text = JSON.stringify(args);
        const entries = [...(open ?? [])];
        const [callId, call] =
          entries.find(([, { args, tool }]) => args === text && tool.endsWith(toolName)) ??
          entries.find(([, { tool }]) => tool.endsWith(toolName)) ??
          [];
        if (callId !== undefined) open?.delete(callId);
        this.#byArgs.set(args, { context, callId, tool: call?.tool ?? toolName });
      }
      return (await user?.(asked)) ?? undefined;
    };
  }

  take(args: unknown): FoundCall | undefined {
    return typeof args === "object" && args !== null ? this.#byArgs.get(args) : undefined;
  }
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
