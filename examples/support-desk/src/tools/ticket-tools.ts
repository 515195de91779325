import { z } from "zod";
import { defineTool, type SupportTool } from "../tool.ts";
import { PRIORITIES } from "../world/ticket-index.ts";
import type { World } from "../world/world.ts";

const ticketId = z.string().describe("Ticket number, such as T-1");

/** What the support desk can do with tickets: SQLite files behind each. */
export function ticketTools({ tickets }: World): readonly SupportTool[] {
  return [
    defineTool({
      name: "search_tickets",
      description: "Finds open tickets whose subject contains the words.",
      parameters: z.object({ query: z.string() }),
      effect: "read",
      options: {
        describeEmpty: (args) => {
          const { query } = args as { query: string };
          const words = tickets.subjects().flatMap((subject) => subject.toLowerCase().split(/\W+/));
          const close = words.find((word) => differsByOne(word, query.toLowerCase()));
          return {
            searched: `open tickets matching '${query}'`,
            candidates: tickets.count(),
            widen:
              close === undefined
                ? "Use fewer words; the index does not correct spelling."
                : `The index does not correct spelling. Search for '${close}'.`,
          };
        },
      },
      execute: async ({ query }) => ({ results: tickets.search(query) }),
    }),
    defineTool({
      name: "get_ticket",
      description: "Shows one ticket with its notes.",
      parameters: z.object({ ticket_id: ticketId }),
      effect: "read",
      execute: async ({ ticket_id }) => tickets.find(ticket_id),
    }),
    defineTool({
      name: "set_ticket_priority",
      description: "Sets how urgent a ticket is.",
      parameters: z.object({ ticket_id: ticketId, priority: z.enum(PRIORITIES) }),
      effect: "idempotent",
      execute: async ({ ticket_id, priority }) => {
        tickets.setPriority(ticket_id, priority);
        return { ticket_id, priority };
      },
    }),
    defineTool({
      name: "merge_tickets",
      description: "Moves a ticket's notes into another ticket and archives it.",
      parameters: z.object({ from: ticketId, into: ticketId }),
      effect: "write",
      options: { verify: "get_ticket" },
      execute: async ({ from, into }) => {
        tickets.merge(from, into);
        return { merged: from, into };
      },
    }),
  ];
}

/** Whether one letter added, left out or changed makes one word of the other. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}
