import { z } from "zod";
import { defineTool, type SupportTool } from "../tool.ts";
import { ORDER_STATUSES } from "../world/order-service.ts";
import type { World } from "../world/world.ts";

const orderId = z.string().describe("Order number, such as A-1042");

/** What the support desk can do with orders: an HTTP service behind each. */
export function orderTools({ orders }: World): readonly SupportTool[] {
  return [
    defineTool({
      name: "get_order",
      description: "Shows one order with its refunds.",
      parameters: z.object({ order_id: orderId }),
      effect: "read",
      execute: ({ order_id }, context) => orders.get(`/orders/${order_id}`, context),
    }),
    defineTool({
      name: "list_orders",
      description: "Lists orders by status.",
      parameters: z.object({ status: z.enum(ORDER_STATUSES) }),
      effect: "read",
      execute: ({ status }, context) => orders.get(`/orders?status=${status}`, context),
    }),
    defineTool({
      name: "refund_order",
      description: "Refunds part of an order or all of it.",
      parameters: z.object({
        order_id: orderId,
        amount_cents: z.int().positive().describe("Cents to refund"),
        reason: z.string(),
      }),
      effect: "write",
      options: { verify: "get_order" },
      execute: ({ order_id, ...refund }, context) =>
        orders.post(`/orders/${order_id}/refunds`, refund, context),
    }),
    defineTool({
      name: "get_shipment",
      description: "Shows where the parcel of an order is.",
      parameters: z.object({ order_id: orderId }),
      effect: "read",
      execute: ({ order_id }, context) => orders.get(`/shipments/${order_id}`, context),
    }),
    defineTool({
      name: "get_payment_methods",
      description: "Shows how a customer can pay.",
      parameters: z.object({ customer_id: z.string() }),
      effect: "read",
      execute: ({ customer_id }, context) =>
        orders.get(`/customers/${customer_id}/payment-methods`, context),
    }),
  ];
}
