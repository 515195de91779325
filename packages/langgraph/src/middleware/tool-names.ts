import { ObjectNotes } from "../object-notes.ts";
import type { ToolLike } from "../raw-result.ts";
import type { NodeConfig } from "../scope.ts";

/** The tools that a model was offered. */
export interface Offered {
  /** For what a message says of an unknown one. */
  readonly names: readonly string[];
  toolOf(name: string): ToolLike | undefined;
}

const nothing: Offered = { names: [], toolOf: () => undefined };

/**
 * What the model was last offered, in each invocation: one middleware may serve several agents at
 * once, and the tools of an agent may differ from request to request.
 */
export class ToolNames {
  readonly #byInvocation = new ObjectNotes<Offered>();
  /** Where LangGraph does not tell invocations apart. */
  #last = nothing;

  /** Remembers the tools of a model request; providers' own tools have no name of ours. */
  offer(tools: readonly unknown[], { control }: NodeConfig): void {
    const named = tools.filter((tool): tool is ToolLike => {
      return typeof (tool as { name?: unknown } | null)?.name === "string";
    });
    const byName = new Map(named.map((tool) => [tool.name, tool]));
    this.#last = {
      names: named.map(({ name }) => name),
      toolOf: (name) => byName.get(name),
    };
    if (control !== undefined) this.#byInvocation.set(control, this.#last);
  }

  /** What was last offered in an invocation. */
  in({ control }: NodeConfig): Offered {
    return (control && this.#byInvocation.get(control)) ?? this.#last;
  }
}
