import { Agent, type AgentInputItem, MaxTurnsExceededError } from "@openai/agents";
import { resumeSuite } from "@recourse/example-support-desk/suites";
import {
  callContext,
  createRecovery,
  recoveringRunner,
  recoverTool,
} from "@recourse/openai-agents";
import type { Driver } from "@recourse/testing";
import { z } from "zod";
import { chatModel } from "../src/parts.ts";

/** One `run()` of one turn for every turn, the run saved as JSON beside the history in between. */
const driver: Driver = {
  name: "openai-agents",
  async run({ model, system, task, tools, recovery, run: runOptions, maxTurns }) {
    const agent = new Agent({
      name: "resumed",
      instructions: system,
      model: chatModel(model),
      tools: tools.map(({ name, description, parameters, execute }) =>
        recoverTool({
          name,
          description,
          parameters: z.fromJSONSchema(parameters as never) as z.ZodObject,
          execute: async (args, _context, details) => execute(args, callContext(details) ?? {}),
        }),
      ),
    });
    let input: string | AgentInputItem[] = task;
    let saved: string | undefined;
    for (let turn = 0; turn < maxTurns; turn++) {
      const fresh = createRecovery(recovery);
      const run =
        saved === undefined ? fresh.run(runOptions) : fresh.resume(JSON.parse(saved), runOptions);
      const runner = recoveringRunner(fresh, { tracingDisabled: true });
      try {
        const result = await runner.run(agent, input, run.runOptions({ maxTurns: 1 }));
        return { finalText: result.finalOutput ?? "", stopReason: run.stopReason ?? "completed" };
      } catch (error) {
        if (run.halt !== undefined) return { finalText: "", stopReason: run.halt.reason };
        if (!(error instanceof MaxTurnsExceededError) || error.state === undefined) throw error;
        input = error.state.history;
      }
      saved = JSON.stringify(run);
    }
    return { finalText: "", stopReason: "max_steps" };
  },
};

resumeSuite(driver);
