import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FaultRule, type Faults, faults } from "@recourse/testing";
import { createOrderClient, type OrderClient } from "./order-client.ts";
import { type OrderService, startOrderService } from "./order-service.ts";
import { openTicketIndex, type TicketIndex } from "./ticket-index.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** Everything the tools work on, real and of its own for each run. */
export interface World {
  readonly service: OrderService;
  readonly orders: OrderClient;
  readonly tickets: TicketIndex;
  readonly workspace: Workspace;
  readonly faults: Faults;
  /** Writes that took effect more than once, in words. */
  repeatedWrites(): readonly string[];
  close(): Promise<void>;
}

/** Opens a fresh world whose services fail where the rules say so. */
export async function openWorld(rules: readonly FaultRule[] = []): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "support-desk-"));
  const files = join(folder, "workspace");
  await mkdir(files);
  const plan = faults({ rules });
  const service = await startOrderService(plan);
  const tickets = openTicketIndex(folder);
  const workspace = await openWorkspace(files);
  return {
    service,
    orders: createOrderClient(service.url),
    tickets,
    workspace,
    faults: plan,
    repeatedWrites: () => [...repeatedRefunds(service), ...repeatedNotes(tickets)],
    close: async () => {
      tickets.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function repeatedRefunds(service: OrderService): readonly string[] {
  return [...service.orders.values()].flatMap((order) => {
    const refunds = order.refunds.map((refund) => `${refund.amount_cents} ${refund.reason}`);
    const repeated = refunds.length - new Set(refunds).size;
    return repeated > 0 ? [`order ${order.id} was refunded ${repeated + 1} times`] : [];
  });
}

function repeatedNotes(tickets: TicketIndex): readonly string[] {
  return ["T-1", "T-2", "T-3", "T-4"].flatMap((id) => {
    const lines = (tickets.get(id)?.notes ?? "").split("\n").filter((line) => line !== "");
    const repeated = lines.length - new Set(lines).size;
    return repeated > 0 ? [`ticket ${id} got the same note ${repeated + 1} times`] : [];
  });
}
