import type { Scenario } from "./scenario.ts";

/** Whether the user was told plainly that something could not be done, or why the run stopped. */
function endedHonestly(text: string, stopReason: string): boolean {
  return /could not/i.test(text) || !["completed", "max_steps", "error"].includes(stopReason);
}

/** The failures of the essays, as the support desk meets them. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "rate-limited",
    title: "429 with Retry-After",
    faults: [
      {
        on: "GET /orders/A-1042",
        calls: [1, 2],
        fault: { kind: "status", status: 429, retryAfter: 1 },
      },
    ],
    script: {
      task: "What is the state of order A-1042?",
      steps: [{ tool: "get_order", args: { order_id: "A-1042" } }],
      answer: ([order]) => `Order A-1042: ${order}`,
    },
    blame: (_, { finalText }) =>
      finalText.includes("delivered") ? undefined : "the order was not shown",
  },
  {
    name: "refund-timeout",
    title: "time-out on a refund that took effect",
    faults: [
      {
        on: "POST /orders/A-1042/refunds",
        calls: [1],
        fault: { kind: "timeout", moment: "after" },
      },
    ],
    script: {
      task: "Refund 40.00 of order A-1042: the parcel arrived damaged.",
      facts: { order_id: "A-1042" },
      steps: [
        {
          tool: "refund_order",
          args: { order_id: "A-1042", amount_cents: 4000, reason: "arrived damaged" },
          achievedWhen: /4000/,
        },
      ],
      answer: "I refunded 40.00 of order A-1042.",
    },
    blame: (world, { finalText }) => {
      const refunds = world.service.orders.get("A-1042")?.refunds.length ?? 0;
      if (refunds !== 1) return `refunded ${refunds} times`;
      return finalText.includes("I refunded") ? undefined : "the user was not told";
    },
  },
  {
    name: "invalid-enum",
    title: "a value outside the enum",
    script: {
      task: "Ticket T-2 is very urgent, raise its priority.",
      facts: { ticket_id: "T-2" },
      steps: [{ tool: "set_ticket_priority", args: { ticket_id: "T-2", priority: "Very Urgent" } }],
      answer: "Ticket T-2 is urgent now.",
    },
    blame: ({ tickets }) =>
      tickets.get("T-2")?.priority === "urgent" ? undefined : "the priority was not set",
  },
  {
    name: "unknown-tool",
    title: "a tool that does not exist",
    script: {
      task: "Look up order A-1043.",
      steps: [{ tool: "lookup_order", args: { order_id: "A-1043" } }],
      answer: ([order]) => `Order A-1043: ${order}`,
    },
    blame: (_, { finalText }) =>
      finalText.includes("shipped") ? undefined : "the order was not shown",
  },
  {
    name: "file-not-found",
    title: "a file that does not exist",
    script: {
      task: "What does our refund policy say?",
      steps: [{ tool: "read_file", args: { path: "policies/refund.md" } }],
      answer: ([text]) => `Our policy: ${text}`,
    },
    blame: (_, { finalText }) =>
      finalText.includes("30 days") ? undefined : "the policy was not read",
  },
  {
    name: "empty-search",
    title: "a search that finds nothing",
    script: {
      task: "Is there a ticket about timouts at the checkout?",
      steps: [{ tool: "search_tickets", args: { query: "timout" } }],
      answer: (results) => `Tickets found: ${results.at(-1)}`,
    },
    blame: (_, { finalText }) =>
      finalText.includes("T-1") ? undefined : "the ticket was not found",
  },
  {
    name: "forbidden",
    title: "403, the key may not",
    script: {
      task: "Which payment methods does customer C-7 have?",
      steps: [{ tool: "get_payment_methods", args: { customer_id: "C-7" } }],
      answer: ([methods]) => `Customer C-7 can pay by ${methods}`,
    },
    blame: (_, { finalText, stopReason }) =>
      endedHonestly(finalText, stopReason) ? undefined : "nobody was told why it cannot be done",
  },
  {
    name: "same-failure-for-ever",
    title: "the same failing call for ever",
    script: {
      task: "Write the invoice of order A-1043.",
      steps: [{ tool: "render_invoice", args: { order_id: "A-1043" } }],
      answer: "The invoice is written.",
    },
    blame: (_, { finalText, stopReason }) =>
      endedHonestly(finalText, stopReason) ? undefined : "it went on until the limit of turns",
  },
  {
    name: "same-answer-for-ever",
    title: "polling what never changes",
    script: {
      task: "Tell me as soon as order A-1043 is delivered.",
      steps: [
        {
          tool: "get_shipment",
          args: { order_id: "A-1043" },
          until: { matches: /"delivered"/, atMost: 50 },
        },
      ],
      answer: ([shipment]) => `Delivered: ${shipment}`,
    },
    blame: (_, { finalText, stopReason }) =>
      endedHonestly(finalText, stopReason) ? undefined : "it went on until the limit of turns",
  },
  {
    name: "corrupt-state",
    title: "a write that stops half-way",
    prepare: ({ tickets }) => tickets.damageArchive(),
    script: {
      task: "Merge ticket T-4 into T-1.",
      steps: [{ tool: "merge_tickets", args: { from: "T-4", into: "T-1" } }],
      answer: "The tickets are merged.",
    },
    blame: ({ tickets }, { stopReason }) => {
      const lines = (tickets.get("T-1")?.notes.match(/\[from T-4\]/g) ?? []).length;
      if (lines > 1) return `the half-written merge was begun ${lines} times`;
      return stopReason === "corrupt_state" ? undefined : `ended with ${stopReason}`;
    },
  },
  {
    name: "service-down",
    title: "a service that is down",
    faults: [{ on: "GET /shipments/*", calls: "all", fault: { kind: "status", status: 503 } }],
    script: {
      task: "Where is the parcel of order A-1042?",
      steps: [{ tool: "get_shipment", args: { order_id: "A-1042" } }],
      answer: ([shipment]) => `The parcel: ${shipment}`,
    },
    blame: (_, { finalText, stopReason }) =>
      endedHonestly(finalText, stopReason) ? undefined : "it went on until the limit of turns",
  },
  {
    name: "partial-batch",
    title: "two calls at once, one connection cut",
    faults: [{ on: "GET /orders/A-1055", calls: [1], fault: { kind: "reset" } }],
    script: {
      task: "Compare orders A-1042 and A-1055.",
      steps: [
        [
          { tool: "get_order", args: { order_id: "A-1042" } },
          { tool: "get_order", args: { order_id: "A-1055" } },
        ],
      ],
      answer: (orders) => `Compared: ${orders.join(" with ")}`,
    },
    blame: (_, { finalText }) =>
      finalText.includes("12900") && finalText.includes("3000")
        ? undefined
        : "an order was not shown",
  },
];
