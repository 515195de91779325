import { describe, expect, test } from "vitest";
import { harness } from "./support/harness.ts";

const messageOf = ({ content }: { readonly content: string }): string =>
  JSON.parse(content).message as string;

test("an idempotent tool that returns blank text is done, unless its author describes what is empty", async () => {
  const describeEmpty = () => ({ searched: "open orders" });
  const { ok } = harness({
    tools: { label: { effect: "idempotent" }, find: { effect: "idempotent", describeEmpty } },
  });
  expect(messageOf(await ok("label", { id: 1 }, ""))).toBe("Done; the tool returned no data.");
  expect(messageOf(await ok("find", { name: "Jo" }, ""))).toContain("0 open orders");
});

describe("a write", () => {
  test("that returns blank text is done, and any number of them goes on", async () => {
    const { run, ok } = harness({ tools: { bash: { effect: "write" } } });
    for (let at = 0; at < 10; at += 1) {
      const outcome = await ok("bash", { command: `touch ${at}` }, at % 2 === 0 ? "" : " \n");
      expect(outcome.record.errorType).toBeUndefined();
      expect(messageOf(outcome)).toBe("Done; the tool returned no data.");
    }
    expect(run.halt).toBeUndefined();
  });

  test("that returns an empty list keeps it", async () => {
    const { ok } = harness({ tools: { clear: { effect: "write" } } });
    expect(await ok("clear", {}, [])).toMatchObject({ content: "[]", intervened: false });
  });

  test("is empty where its isEmpty says so", async () => {
    const { ok } = harness({ tools: { put: { effect: "write", isEmpty: () => true } } });
    expect((await ok("put", {}, [])).record.errorType).toBe("empty_result");
  });
});

test.each([undefined, "read", "idempotent", "write"] as const)(
  "an order without items reaches the model, whatever the effect of its tool (%s)",
  async (effect) => {
    const order = { id: "A-1077", customer: "Bob", items: [], status: "draft" };
    const { ok } = harness({ tools: { create_order: { effect } } });
    const outcome = await ok("create_order", { customer: "Bob" }, order);
    expect(JSON.parse(outcome.content)).toEqual(order);
    expect(outcome).toMatchObject({ ok: true, intervened: false });
  },
);

describe("an empty result of the call that checks a write", () => {
  const tools = {
    refund: { effect: "write", verify: "get_refunds", retry: false },
    get_refunds: { effect: "read" },
  } as const;
  const broken = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

  test("says what that means for the write, and not that it will stay so", async () => {
    const { ok, fail } = harness({ tools });
    const refund = await fail("refund", { order: 3 }, broken);
    expect(messageOf(refund)).toContain("Check with get_refunds first");
    const checked = messageOf(await ok("get_refunds", { order: 3 }, []));
    expect(checked).not.toContain("the same call will find the same");
    expect(checked).toContain("Nothing here shows that the call to be checked took effect");
  });

  test("is like any other where no write is in doubt", async () => {
    const { ok } = harness({ tools });
    const text = messageOf(await ok("get_refunds", { order: 3 }, []));
    expect(text).toContain("the same call will find the same");
  });
});
