import type { Effect, ToolOptions } from "@recourse/core";
import type { z } from "zod";

/** What a tool is given besides its arguments. A bare framework has no idempotency key to give. */
export interface ToolContext {
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** One tool of the support desk, written once for every framework. */
export interface SupportTool<Parameters extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly effect: Effect;
  /** What the tool's author tells Recourse besides the effect. Bare variants ignore it. */
  readonly options?: ToolOptions;
  execute(args: z.output<Parameters>, context: ToolContext): Promise<unknown>;
}

/** Keeps the types of a tool's arguments while it is written down. */
export function defineTool<Parameters extends z.ZodObject>(
  tool: SupportTool<Parameters>,
): SupportTool<Parameters> {
  return tool;
}

/** The settings of the tools as `createRecovery({ tools })` takes them. */
export function recoveryTools(tools: readonly SupportTool[]): Record<string, ToolOptions> {
  return Object.fromEntries(
    tools.map((tool) => [tool.name, { effect: tool.effect, ...tool.options }]),
  );
}
