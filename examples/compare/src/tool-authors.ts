// The examples of docs/tool-authors.md, compiled. `tool-authors.test.ts` holds the two together and
// runs them.
import { createRecovery, type Recovery, ToolFault } from "@recourse/core";

interface Order {
  readonly id: string;
  readonly refunded: boolean;
}

const orders: readonly Order[] = [
  { id: "A-1042", refunded: false },
  { id: "A-1043", refunded: true },
];

// #region fault
export async function refundOrder({ order_id }: { order_id: string }): Promise<Order> {
  const order = orders.find(({ id }) => id === order_id);
  if (order === undefined) throw ToolFault.notFound(`There is no order ${order_id}.`);
  if (order.refunded) {
    throw ToolFault.conflict({
      message: `Order ${order_id} is refunded already.`, // what failed and why
      instead: "A second refund needs a person.", // what is true instead
      next: "Tell the user that the money is on its way.", // what the model is to do
    });
  }
  return { ...order, refunded: true };
}
// #endregion

// #region hooks
export const recovery: Recovery = createRecovery({
  tools: {
    refund_order: {
      effect: "write",
      verify: "get_order",
      // For not_found and invalid_args: the names that exist. The nearest are shown.
      enumerate: () => orders.map(({ id }) => id),
    },
    // A service that answers { hits: 0, page: … } where it found nothing.
    search_tickets: {
      effect: "read",
      isEmpty: (result) => (result as { hits: number }).hits === 0,
      describeEmpty: () => ({
        searched: "open tickets",
        candidates: 42,
        widen: "Search closed tickets too, with state: all.",
      }),
    },
    // Codes that no classifier can know. `undefined` leaves the error to ours.
    charge_card: {
      effect: "write",
      classify: (error) => ((error as { code?: string }).code === "E17" ? "rejected" : undefined),
      // Our sentence, replaced. `undefined` keeps it.
      explain: (error) =>
        (error as { code?: string }).code === "E17"
          ? { message: "The bank declined the card.", next: "Ask the user for another card." }
          : undefined,
    },
    // Without it the run cannot go on: a refusal ends it, instead of this branch alone.
    sign_in: { effect: "read", critical: true },
    // Slower than the 60 s that an attempt may take.
    run_build: { effect: "idempotent", timeoutMs: 15 * 60_000 },
    read_sensor: { effect: "read" },
  },
});
// #endregion

// #region returned
export async function readSensor({ id }: { id: string }): Promise<{ celsius: number }> {
  const answer: { celsius: number } | { error: string } = await askSensor(id);
  if ("error" in answer) throw ToolFault.notFound(answer.error);
  return answer;
}
// #endregion

// #region wording
export const german: Recovery = createRecovery({
  tools: { get_order: { effect: "read" } },
  wording: {
    messages: {
      not_found: ({ tool, args }) => ({
        message: `${tool}: nichts gefunden zu ${args.join(", ")}.`,
        next: "Frage nach der Bestellnummer.",
      }),
    },
    // For the person: after a failure, and where the run was ended.
    userMessages: { not_found: () => "Das habe ich nicht gefunden." },
    haltMessages: { host: "Auf Wunsch beendet." },
  },
});
// #endregion

async function askSensor(id: string): Promise<{ celsius: number } | { error: string }> {
  return id === "attic" ? { celsius: 21 } : { error: `No sensor ${id}.` };
}
