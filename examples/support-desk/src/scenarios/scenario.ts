import type { FaultRule, ModelScript } from "@recourse/testing";
import type { AgentResult } from "../agent.ts";
import type { World } from "../world/world.ts";

/** One failure that an agent meets, the same for every framework and variant. */
export interface Scenario {
  /** Kebab-case, unique. */
  readonly name: string;
  /** One line for the table. */
  readonly title: string;
  /** What goes wrong on the wire. */
  readonly faults?: readonly FaultRule[];
  /** What goes wrong in the files. */
  readonly prepare?: (world: World) => void | Promise<void>;
  /** What the scripted model wants; its `task` is the user's message. */
  readonly script: ModelScript;
  /** Why the outcome is not good, or nothing. Looks at the world and at what the user reads. */
  readonly blame: (world: World, result: AgentResult) => string | undefined;
}
