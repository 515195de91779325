import { createRecovery } from "@recourse/core";
import { createFakeClock } from "@recourse/testing";
import type { Sent, Situation } from "./situation.ts";

/** The first call of a run under the default policy; waits between attempts take no time. */
export async function ours({ tools, tool, args }: Situation): Promise<Sent> {
  const recovery = createRecovery({
    clock: createFakeClock({ now: Date.now(), autoAdvance: true }),
    tools: Object.fromEntries(tools.map(({ name, options = {} }) => [name, options])),
  });
  const run = recovery.run({ id: "gallery" });
  const chosen = tools.find(({ name }) => name === tool);
  const call = {
    id: "call-1",
    tool,
    args,
    turn: 0,
    index: 0,
    availableTools: tools.map(({ name }) => name),
  };
  try {
    const outcome =
      chosen === undefined
        ? run.settle(call, { errorType: "unknown_tool" })
        : await run.call({ ...call, options: { schema: chosen.parameters } }, async (given) =>
            chosen.execute(given),
          );
    return { text: outcome.content };
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : typeof error;
    return { ended: `passes ${name} through` };
  }
}
