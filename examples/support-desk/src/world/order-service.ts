import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Faults, listen } from "@recourse/testing";

/** One order as the service keeps it. */
interface Order {
  readonly id: string;
  readonly customer: string;
  readonly status: OrderStatus;
  readonly total_cents: number;
  readonly refunds: Refund[];
}

/** One refund as the service keeps it. */
interface Refund {
  readonly amount_cents: number;
  readonly reason: string;
}

/** Where an order stands. */
type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Where an order can stand. */
export const ORDER_STATUSES = ["open", "shipped", "delivered", "returned"] as const;

/** A running order service. */
export interface OrderService {
  readonly url: string;
  /** Its orders, as they are now. */
  readonly orders: ReadonlyMap<string, Order>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function seedOrders(): Map<string, Order> {
  const orders: Order[] = [
    { id: "A-1042", customer: "C-7", status: "delivered", total_cents: 12_900, refunds: [] },
    { id: "A-1043", customer: "C-7", status: "shipped", total_cents: 4_500, refunds: [] },
    { id: "A-1055", customer: "C-9", status: "open", total_cents: 3_000, refunds: [] },
  ];
  return new Map(orders.map((order) => [order.id, order]));
}

/**
 * Starts an order service over HTTP on loopback. It keeps its orders in memory, honours
 * `Idempotency-Key`, refuses payment data to keys without that scope, and fails on the wire
 * where the plan says so.
 */
export async function startOrderService(faults: Faults): Promise<OrderService> {
  const orders = seedOrders();
  const answered = new Map<string, Answer>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const key = request.headers["idempotency-key"];
    const known = typeof key === "string" ? answered.get(key) : undefined;
    const answer = known ?? route(request.method ?? "GET", request.url ?? "/", body, orders);
    if (typeof key === "string" && answer.status < 300) answered.set(key, answer);
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  };
  const faulty = faults.handler(handle);
  const server = createServer((request, response) => {
    Promise.resolve(faulty(request, response)).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    orders,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function route(method: string, url: string, body: unknown, orders: Map<string, Order>): Answer {
  const { pathname, searchParams } = new URL(url, "http://service");
  const [collection, id, part] = pathname.split("/").filter(Boolean);
  if (collection === "customers" && part === "payment-methods") {
    return fail(403, "this key lacks the scope payments:read");
  }
  if (collection === "shipments" && id !== undefined) {
    const order = orders.get(id);
    return order === undefined ? missing(id) : ok({ order_id: id, shipment: order.status });
  }
  if (collection !== "orders") return fail(404, `no such path ${pathname}`);
  if (id === undefined) {
    const status = searchParams.get("status");
    const results = [...orders.values()].filter(
      (order) => status === null || order.status === status,
    );
    return ok({ results });
  }
  const order = orders.get(id);
  if (order === undefined) return missing(id);
  if (method === "POST" && part === "refunds") return refund(order, body);
  return part === undefined && method === "GET" ? ok(order) : fail(405, `${method} ${pathname}`);
}

function refund(order: Order, body: unknown): Answer {
  const { amount_cents, reason } = (body ?? {}) as Partial<Refund>;
  if (typeof amount_cents !== "number" || amount_cents <= 0 || typeof reason !== "string") {
    return fail(422, "amount_cents (integer, above 0) and reason (string) are required");
  }
  const done = order.refunds.reduce((sum, each) => sum + each.amount_cents, 0);
  if (done + amount_cents > order.total_cents) {
    return fail(409, `only ${order.total_cents - done} cents are left to refund`);
  }
  order.refunds.push({ amount_cents, reason });
  return { status: 201, body: { order_id: order.id, refunded_cents: amount_cents } };
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function fail(status: number, error: string): Answer {
  return { status, body: { error } };
}

function missing(id: string): Answer {
  return fail(404, `order ${id} not found`);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
