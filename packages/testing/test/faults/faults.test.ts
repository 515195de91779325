import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Fault, type FaultRule, faults, listen } from "../../src/index.ts";

const once = (fault: Fault): { rules: readonly FaultRule[] } => ({
  rules: [{ calls: [1], fault }],
});

describe("a plan of faults", () => {
  test("strikes the calls it names and no other", async () => {
    const plan = faults({
      rules: [{ on: "orders.*", calls: [2], fault: { kind: "status", status: 503 } }],
    });
    const get = plan.wrap("orders.get", async () => "fine");
    const other = plan.wrap("tickets.get", async () => "fine");
    expect(await get()).toBe("fine");
    await expect(get()).rejects.toMatchObject({ status: 503 });
    expect(await get()).toBe("fine");
    expect(await other()).toBe("fine");
    expect(plan.strikes).toMatchObject([{ target: "orders.get", call: 2 }]);
  });

  test("draws the same faults from the same seed and others from another", () => {
    const drawn = (seed: number): readonly number[] => {
      const plan = faults({ seed, rules: [{ rate: 0.3, fault: { kind: "reset" } }] });
      for (let call = 0; call < 50; call++) plan.next("x");
      return plan.strikes.map((strike) => strike.call);
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    expect(drawn(7).length).toBeGreaterThan(5);
    expect(drawn(7).length).toBeLessThan(25);
  });

  test.each([
    [{ fault: { kind: "reset" } }, "never strikes: give it `calls` or `rate`"],
    [{ rate: 2, fault: { kind: "reset" } }, "Expected `rate` to be a number from 0 to 1, got 2"],
    [{ calls: [0], fault: { kind: "reset" } }, "Expected `calls` to be whole numbers from 1"],
  ] as const)("refuses a rule that cannot work: %j", (rule, message) => {
    expect(() => faults({ rules: [rule] })).toThrow(message);
  });
});

describe("a function under faults", () => {
  test("does its work or not before it is silent, and ends with the signal's reason", async () => {
    for (const [moment, times] of [
      ["before", 0],
      ["after", 1],
    ] as const) {
      const work = vi.fn(async (_: { signal: AbortSignal }) => "done");
      const call = faults(once({ kind: "timeout", moment })).wrap("work", work);
      const signal = AbortSignal.timeout(5);
      await expect(call({ signal })).rejects.toMatchObject({ name: "TimeoutError" });
      expect(work).toHaveBeenCalledTimes(times);
    }
  });

  test.each([
    [{ kind: "reset" }, { code: "ECONNRESET" }],
    [{ kind: "bad_json" }, { name: "SyntaxError" }],
    [{ kind: "permission_denied" }, { status: 403 }],
    [{ kind: "status", status: 429, retryAfter: 2 }, { headers: { "retry-after": "2" } }],
    [{ kind: "half_written" }, { code: 15 }],
    [
      { kind: "wrong_enum", field: "s", allowed: ["a", "b"] },
      { message: "422: s must be one of a|b" },
    ],
  ] as const)("throws what clients throw: %j", async (fault, shape) => {
    const call = faults(once(fault)).wrap("work", async () => ({ id: 1 }));
    await expect(call()).rejects.toMatchObject(shape);
  });

  test("gives an empty result", async () => {
    const call = faults(once({ kind: "empty" })).wrap("work", async () => [1]);
    expect(await call()).toEqual([]);
  });
});

describe("fetch and a server under faults", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function serve(fault: Fault): Promise<{ url: string; served: () => number }> {
    let count = 0;
    const handle = faults(once(fault)).handler((_request, response) => {
      count++;
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"id":1,"name":"first"}');
    });
    server = createServer((request, response) => void handle(request, response));
    return { url: `http://127.0.0.1:${await listen(server)}/x`, served: () => count };
  }

  const cases = [
    [{ kind: "status", status: 429, retryAfter: 3 }, 429],
    [{ kind: "permission_denied" }, 403],
    [{ kind: "wrong_enum", field: "s", allowed: ["a"] }, 422],
    [{ kind: "half_written" }, 500],
  ] as const;

  test.each(cases)("a server answers %j with its status", async (fault, status) => {
    const { url } = await serve(fault);
    expect((await fetch(url)).status).toBe(status);
    expect((await fetch(url)).status).toBe(200);
  });

  test.each(cases)("fetch answers %j with its status", async (fault, status) => {
    const real = vi.fn(async () => new Response('{"id":1}'));
    const fetch = faults(once(fault)).fetch(real);
    expect((await fetch("http://service/x")).status).toBe(status);
  });

  test.each([
    ["before", 0],
    ["after", 1],
  ] as const)("a server cuts the connection %s its work", async (moment, times) => {
    const { url, served } = await serve({ kind: "reset", moment });
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    expect(served()).toBe(times);
  });

  test("a server stays silent after its work until the client goes", async () => {
    const { url, served } = await serve({ kind: "timeout", moment: "after" });
    await expect(fetch(url, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(served()).toBe(1);
  });

  test("a server sends half a body as a success", async () => {
    const { url } = await serve({ kind: "bad_json" });
    const response = await fetch(url);
    expect(response.ok).toBe(true);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });
});
