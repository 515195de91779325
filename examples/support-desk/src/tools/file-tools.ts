import { z } from "zod";
import { defineTool, type SupportTool } from "../tool.ts";
import type { World } from "../world/world.ts";

/** What the support desk can do with its folder of files. */
export function fileTools({ workspace }: World): readonly SupportTool[] {
  return [
    defineTool({
      name: "list_files",
      description: "Lists every file of the workspace.",
      parameters: z.object({}),
      effect: "read",
      execute: async () => ({ results: await workspace.list() }),
    }),
    defineTool({
      name: "read_file",
      description: "Reads one file of the workspace.",
      parameters: z.object({ path: z.string().describe("Relative to the workspace") }),
      effect: "read",
      options: { enumerate: () => workspace.list() },
      execute: ({ path }) => workspace.read(path),
    }),
    defineTool({
      name: "render_invoice",
      description: "Writes the invoice of an order from the template.",
      parameters: z.object({ order_id: z.string() }),
      effect: "idempotent",
      execute: async ({ order_id }) => {
        const template = JSON.parse(await workspace.read("templates/invoice.json")) as object;
        const path = `invoices/${order_id}.json`;
        await workspace.write(path, JSON.stringify({ ...template, order_id }));
        return { path };
      },
    }),
  ];
}
