import type { SupportTool } from "../tool.ts";
import type { World } from "../world/world.ts";
import { fileTools } from "./file-tools.ts";
import { orderTools } from "./order-tools.ts";
import { ticketTools } from "./ticket-tools.ts";

/** All tools of the support desk, at work on one world. */
export function createSupportTools(world: World): readonly SupportTool[] {
  return [...orderTools(world), ...ticketTools(world), ...fileTools(world)];
}
