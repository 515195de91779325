import type { SupportTool } from "@recourse/example-support-desk";
import type { Driver } from "@recourse/testing";
import { z } from "zod";
import type { Stack } from "../src/stacks.ts";

/** An example's agent as the scenarios of `@recourse/testing` drive it. */
export function driverOf({ name, runAgent }: Stack): Driver {
  return {
    name,
    run: ({ tools, ...request }) =>
      runAgent({
        ...request,
        variant: "recourse",
        tools: tools.map(
          (tool): SupportTool => ({
            name: tool.name,
            description: tool.description,
            parameters: z.fromJSONSchema(tool.parameters as never) as z.ZodObject,
            effect: tool.options.effect ?? "write",
            execute: async (args, context) => tool.execute(args, context),
          }),
        ),
      }),
  };
}
