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
  readonly #open = new WeakMap<object, Map<string, OpenCall>>();
  readonly #byArgs = new WeakMap<object, FoundCall>();

  /** Notes the call. Runs last, so that a call refused by the user's guardrails is not noted. */
  readonly guardrail: ToolInputGuardrailDefinition = defineToolInputGuardrail({
    name: "recourse",
    run: async ({ context, toolCall }) => {
      const open = this.#open.get(context) ?? new Map<string, OpenCall>();
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
        const [callId, call] = bestFit([...(open ?? [])], toolName, text) ?? [];
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

interface OpenCall {
  /** The name by which the model called the tool. */
  readonly tool: string;
  readonly args: string;
}

type Entry = readonly [string, OpenCall];

/**
 * The open call that a server's tool is called for: by name and arguments; by arguments, where the
 * SDK has cut the name; by name. The first, where some fit as well.
 */
function bestFit(open: readonly Entry[], toolName: string, args: string): Entry | undefined {
  let best: { readonly entry: Entry; readonly fit: number } | undefined;
  for (const entry of open) {
    const fit = nameFit(entry[1].tool, toolName) + (entry[1].args === args ? 3 : 0);
    if (fit > (best?.fit ?? 0)) best = { entry, fit };
  }
  return best?.entry;
}

/** How well the name that the model uses fits that of a server's tool; 0 where it does not. */
export function nameFit(called: string, toolName: string): 0 | 1 | 2 {
  // The SDK writes `get-order` as `get_order`,
  const safe = toolName.replace(/[^a-zA-Z0-9]/gu, "_");
  if (called === safe || called === toolName) return 2;
  // and with `includeServerInToolNames` as `mcp_orders__get_order`.
  return called.endsWith(`__${safe}`) ? 1 : 0;
}

function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
