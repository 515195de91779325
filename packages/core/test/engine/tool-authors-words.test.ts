import { describe, expect, test } from "vitest";
import { harness, httpError } from "./support/harness.ts";

const messageOf = ({ content }: { readonly content: string }): string =>
  JSON.parse(content).message as string;

describe("null", () => {
  test.each([undefined, "read", "idempotent"] as const)(
    "is an empty result of a tool (%s) whose author describes empty results",
    async (effect) => {
      const describeEmpty = () => ({ searched: "open orders", candidates: 12 });
      const { ok } = harness({ tools: { find: { effect, describeEmpty } } });
      const outcome = await ok("find", { name: "Jo" }, null);
      expect(outcome.record).toMatchObject({ ok: true, errorType: "empty_result" });
      expect(messageOf(outcome)).toContain("0 of 12 open orders");
    },
  );

  test("is no empty result of a write, nor where isEmpty says so", async () => {
    const describeEmpty = () => "nothing";
    const { ok } = harness({
      tools: {
        send: { effect: "write", describeEmpty },
        read: { effect: "read", describeEmpty, isEmpty: () => false },
      },
    });
    expect((await ok("send", {}, null)).record.errorType).toBeUndefined();
    const read = await ok("read", {}, null);
    expect(read.record.errorType).toBeUndefined();
    expect(read).toMatchObject({ content: "null", intervened: false });
  });

  test.each(["write", "idempotent", undefined] as const)(
    "of a tool that does not read (%s) says that there is no data, as no value does",
    async (effect) => {
      const { ok } = harness({ tools: { send: { effect } } });
      const outcome = await ok("send", { a: 1 }, null);
      const nothing = await ok("send", { a: 2 }, undefined);
      expect(messageOf(outcome)).toBe("Done; the tool returned no data.");
      expect(outcome.content).toBe(nothing.content);
      expect(outcome).toMatchObject({ ok: true, value: null, intervened: true });
    },
  );
});

test("an empty result shows the nearest name that exists", async () => {
  const enumerate = () => ["billing", "shipping", "returns"];
  const { ok } = harness({ tools: { search: { effect: "read", enumerate } } });
  const outcome = await ok("search", { label: "biling" }, []);
  expect(outcome.record.errorType).toBe("empty_result");
  expect(messageOf(outcome)).toContain("Nearest: billing");
});

describe("what a tool's classify says in words", () => {
  const said = {
    errorType: "conflict",
    message: "The seat is taken",
    instead: "Seats 4 and 5 are free",
    next: "Book one of these",
  } as const;

  test("is what the model reads", async () => {
    const { fail } = harness({ tools: { book: { effect: "write", classify: () => said } } });
    const outcome = await fail("book", { seat: 3 }, new Error("E7"));
    expect(outcome.record).toMatchObject({ errorType: "conflict", rule: "tool/classify" });
    for (const text of [said.message, said.instead, said.next]) {
      expect(messageOf(outcome)).toContain(text);
    }
  });

  test("gives way to explain, and only to what explain says", async () => {
    const explain = (_: unknown, args: unknown) =>
      (args as { seat: number }).seat === 3 ? "Not this seat" : undefined;
    const { fail } = harness({
      tools: { book: { effect: "write", classify: () => said, explain } },
    });
    const explained = messageOf(await fail("book", { seat: 3 }, new Error("E7")));
    expect(explained).toContain("Not this seat");
    expect(explained).not.toContain(said.message);
    expect(messageOf(await fail("book", { seat: 4 }, new Error("E7")))).toContain(said.message);
  });

  test("is awaited together with an enumerate that is asynchronous", async () => {
    const classify = () => ({ errorType: "not_found", message: "No such seat" }) as const;
    const enumerate = async () => ["4a", "5b"];
    const { fail } = harness({ tools: { book: { effect: "read", classify, enumerate } } });
    const message = messageOf(await fail("book", { seat: "4b" }, new Error("E7")));
    expect(message).toContain("No such seat");
    expect(message).toContain("4a");
  });
});

describe("the limit of a time-out", () => {
  const tools = { slow: { effect: "write", timeoutMs: 60_000 } } as const;

  test("is told where it is ours that struck", async () => {
    const { run } = harness({ tools });
    const call = { id: "a", tool: "slow", args: {}, turn: 0 };
    const outcome = await run.call(call, () => new Promise(() => undefined));
    expect(outcome.record).toMatchObject({ errorType: "timeout", rule: "attempt_timeout" });
    expect(messageOf(outcome)).toContain("timed out after 60 s");
  });

  test.each([
    new DOMException("The operation was aborted due to timeout", "TimeoutError"),
    Object.assign(new Error("timeout of 500ms exceeded"), { code: "ECONNABORTED" }),
    httpError(504),
  ])("is not told of a tool's own: %s", async (error) => {
    const { fail } = harness({ tools });
    const outcome = await fail("slow", {}, error);
    expect(messageOf(outcome)).not.toContain("60 s");
  });
});
