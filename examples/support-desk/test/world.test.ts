import { afterEach, describe, expect, test } from "vitest";
import { createSupportTools, openWorld, type SupportTool, type World } from "../src/index.ts";

let world: World;
afterEach(() => world.close());

function tool(name: string): SupportTool {
  const found = createSupportTools(world).find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

const refund = { order_id: "A-1042", amount_cents: 4000, reason: "damaged" };

describe("the order service", () => {
  test("refunds once for one idempotency key, and twice without", async () => {
    world = await openWorld();
    const pay = tool("refund_order");
    await pay.execute(refund, { idempotencyKey: "k" });
    await pay.execute(refund, { idempotencyKey: "k" });
    expect(world.service.orders.get("A-1042")?.refunds).toHaveLength(1);
    expect(world.repeatedWrites()).toEqual([]);
    await pay.execute(refund, {});
    expect(world.repeatedWrites()).toEqual(["order A-1042 was refunded 2 times"]);
  });

  test("takes a refund and leaves its client without an answer", async () => {
    world = await openWorld([
      { on: "POST /orders/*", calls: [1], fault: { kind: "timeout", moment: "after" } },
    ]);
    await expect(tool("refund_order").execute(refund, {})).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(world.service.orders.get("A-1042")?.refunds).toHaveLength(1);
  });

  test("fails with status and headers that say why", async () => {
    world = await openWorld([
      { on: "GET /orders/*", calls: [1], fault: { kind: "status", status: 429, retryAfter: 7 } },
    ]);
    const failure = tool("get_order").execute({ order_id: "A-1042" }, {});
    await expect(failure).rejects.toMatchObject({ status: 429 });
    await failure.catch((error: { headers: Headers }) =>
      expect(error.headers.get("retry-after")).toBe("7"),
    );
  });

  test.each([
    ["get_order", { order_id: "A-1" }, 404],
    ["get_payment_methods", { customer_id: "C-7" }, 403],
    ["refund_order", { ...refund, amount_cents: 999_999 }, 409],
  ])("answers %s with its own status", async (name, args, status) => {
    world = await openWorld();
    await expect(tool(name).execute(args, {})).rejects.toMatchObject({ status });
  });
});

describe("the ticket index", () => {
  test("merges tickets and archives one", async () => {
    world = await openWorld();
    await tool("merge_tickets").execute({ from: "T-4", into: "T-1" }, {});
    expect(world.tickets.get("T-4")).toBeUndefined();
    expect(world.tickets.get("T-1")?.notes).toContain("[from T-4]");
  });

  test("stops half-way in a damaged archive, as SQLite does", async () => {
    world = await openWorld();
    world.tickets.damageArchive();
    const merge = tool("merge_tickets");
    await expect(merge.execute({ from: "T-4", into: "T-1" }, {})).rejects.toMatchObject({
      code: "ERR_SQLITE_ERROR",
      errcode: 11,
    });
    await merge.execute({ from: "T-4", into: "T-1" }, {}).catch(() => undefined);
    expect(world.repeatedWrites()).toEqual(["ticket T-1 got the same note 2 times"]);
  });
});

describe("the workspace", () => {
  test("does not let a path out", async () => {
    world = await openWorld();
    await expect(tool("read_file").execute({ path: "../tickets.db" }, {})).rejects.toMatchObject({
      code: "EACCES",
    });
  });
});
