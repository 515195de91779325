import type { ToolLike } from "../raw-result.ts";

/** The names that the model was last offered, for what a message says of an unknown one. */
export class ToolNames {
  #names: readonly string[] = [];
  #tools = new Map<string, ToolLike>();

  /** Remembers the tools of a model request; providers' own tools have no name of ours. */
  offer(tools: readonly unknown[]): void {
    const named = tools.filter((tool): tool is ToolLike => {
      return typeof (tool as { name?: unknown } | null)?.name === "string";
    });
    this.#names = named.map(({ name }) => name);
    this.#tools = new Map(named.map((tool) => [tool.name, tool]));
  }

  get all(): readonly string[] {
    return this.#names;
  }

  /** The tool of this name as it was offered. */
  toolOf(name: string): ToolLike | undefined {
    return this.#tools.get(name);
  }
}
