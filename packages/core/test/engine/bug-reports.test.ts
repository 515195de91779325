import { describe, expect, test } from "vitest";
import { metricsOf } from "../../src/index.ts";
import { harness, httpError, systemError } from "./support/harness.ts";

/** Behaviours behind public bug reports, each by its name. */

const read = { defaults: { effect: "read" } } as const;
const waitsOf = ({ events }: ReturnType<typeof harness>) =>
  events.flatMap((event) => (event.type === "retry_scheduled" ? [event.waitMs] : []));
const text = (words: string) => [{ type: "text", text: words }];

describe("loops", () => {
  test("the same listing four times: two executions, four results, the rest refused", async () => {
    const h = harness(read);
    const outcomes = [];
    for (let i = 0; i < 4; i++) {
      outcomes.push(await h.ok("list_dir", { path: "/srv/notes/" }, ["a.md", "b.md"]));
    }
    expect(h.executions.get("list_dir")).toBe(2);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false, false]);
    for (const { observation, content } of outcomes.slice(2)) {
      expect(observation.error_type).toBe("repeated_call");
      expect(content).toMatch(/3|4|identical|same/);
    }
  });

  test("two failing calls in turns: at most four executions, six results, and an end", async () => {
    const h = harness();
    let results = 0;
    for (let i = 0; i < 3; i++) {
      for (const [tool, message] of [
        ["edit", "anchor is gone"],
        ["run_test", "1 failing test"],
      ] as const) {
        results += (await h.fail(tool, { id: 1 }, new Error(message))).content === "" ? 0 : 1;
      }
    }
    h.run.closeTurn();
    expect(
      (h.executions.get("edit") ?? 0) + (h.executions.get("run_test") ?? 0),
    ).toBeLessThanOrEqual(4);
    expect(results).toBe(6);
    expect(["error_cascade", "no_progress", "tool_error_budget"]).toContain(h.run.stopReason);
  });

  test("a job that reports progress may be asked for it again and again", async () => {
    const h = harness({ tools: { job_status: { effect: "read", repeats: "allow" } } });
    for (const status of ["queued", "running", "running", "running", "done"]) {
      expect((await h.ok("job_status", { id: "j1" }, { status })).ok).toBe(true);
    }
  });
});

describe("hints of when to come back", () => {
  test.each(["12", "1767225612", "1767225612000"])(
    "x-ratelimit-reset %s is twelve seconds, whatever its unit",
    async (value) => {
      const h = harness(read);
      await h.call("get", {}, [
        { error: httpError(429, { "x-ratelimit-reset": value }) },
        { value: 1 },
      ]);
      expect(waitsOf(h)[0]).toBeGreaterThanOrEqual(12_000);
      expect(waitsOf(h)[0]).toBeLessThanOrEqual(15_000);
    },
  );

  test("in the text of the message counts", async () => {
    const h = harness(read);
    const error = Object.assign(new Error("Rate limit reached. Please try again in 1.898s."), {
      name: "RateLimitError",
      status: 429,
    });
    await h.call("get", {}, [{ error }, { value: 1 }]);
    expect(waitsOf(h)[0]).toBeGreaterThanOrEqual(1_898);
    expect(waitsOf(h)[0]).toBeLessThanOrEqual(3_500);
  });

  test("in a provider's body counts, and the longer of two", async () => {
    const h = harness(read);
    const body = {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "Quota hit. Please retry in 13.016342224s.",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "13s" }],
      },
    };
    const error = Object.assign(new Error(JSON.stringify(body)), { name: "ApiError", status: 429 });
    const outcome = await h.call("get", {}, [{ error }, { value: 1 }]);
    expect(waitsOf(h)[0]).toBeGreaterThanOrEqual(13_016);
    expect(waitsOf(h)[0]).toBeLessThanOrEqual(17_000);
    expect(outcome.record.attemptLog[0]?.errorType).toBe("rate_limited");
  });
});

describe("failures that look like successes", () => {
  test("{ ok: false, error } is a failure, and counts as one", async () => {
    const h = harness(read);
    const outcome = await h.ok(
      "post_message",
      { channel: "#nope" },
      { ok: false, error: "channel_not_found" },
    );
    expect(outcome.observation).toMatchObject({ ok: false, error_type: "not_found" });
    expect(h.run.counters.errors).toBe(1);
  });

  test("an MCP result with isError is a failure, and its words reach the model", async () => {
    const h = harness(read);
    const value = { isError: true, content: text("sftp failed (exit 1): no such file") };
    const outcome = await h.ok("t", {}, value);
    expect(outcome.ok).toBe(false);
    expect(outcome.content).toContain("sftp failed");
  });

  test("an error is not kept: the same call after it is executed and succeeds", async () => {
    const h = harness({ ...read, policy: { retry: { maxAttempts: 1 } } });
    const failed = await h.ok(
      "fetch",
      {},
      { isError: true, content: text("503 upstream unavailable") },
    );
    const again = await h.ok("fetch", {}, { content: text("ok") });
    expect([failed.ok, again.ok]).toEqual([false, true]);
    expect(h.executions.get("fetch")).toBe(2);
  });

  test("a string that starts with Error is a success, unless the tool says otherwise", async () => {
    const plain = harness(read);
    expect((await plain.ok("t", {}, "Error rates fell by 3 %")).ok).toBe(true);
    const strict = harness({
      defaults: {
        effect: "read",
        classify: (error) => (String(error).startsWith("Error: ") ? "internal" : undefined),
      },
    });
    expect((await strict.ok("t", {}, "Error: disk on fire")).ok).toBe(false);
  });
});

describe("side effects", () => {
  test("a mail that may have been sent is not sent again", async () => {
    const h = harness({ tools: { send_mail: { effect: "write" } } });
    const outcome = await h.call("send_mail", { to: "user@example.com" }, [
      { error: systemError("ECONNRESET") },
      { value: { id: "m2" } },
    ]);
    expect(h.executions.get("send_mail")).toBe(1);
    expect(outcome.content).toMatch(/may have|unknown|verify|[Cc]heck/);
  });

  test("a 401 is not tried again, and the model is told not to", async () => {
    const h = harness(read);
    const outcome = await h.fail("t", {}, httpError(401));
    expect(h.executions.get("t")).toBe(1);
    expect(outcome.observation).toMatchObject({ error_type: "auth", retryable: false });
    expect(outcome.content).toMatch(/[Dd]o not|not retry/);
  });

  test("a half-written file ends the run before the next call, and a person hears of it", async () => {
    const h = harness({
      tools: {
        write_config: {
          effect: "write",
          classify: (error) =>
            (error as { code?: string }).code === "PARTIAL_WRITE" ? "corrupt_state" : undefined,
        },
      },
    });
    const error = Object.assign(new Error("wrote 12 of 340 bytes"), { code: "PARTIAL_WRITE" });
    const first = await h.fail("write_config", { a: 1 }, error);
    await h.ok("read", {}, "x");
    expect(h.run.stopReason).toBe("corrupt_state");
    expect(h.executions.get("read")).toBeUndefined();
    expect(first.content).not.toContain("340");
    expect(h.halts.length).toBe(1);
  });
});

test("a run that met an error and went on is completed, with one recovery", async () => {
  const h = harness(read);
  await h.fail("t", { a: 1 }, new Error("x"));
  await h.ok("t", { a: 2 }, "ok");
  await h.run.finish();
  expect(metricsOf(h.records)).toMatchObject({
    errors: 1,
    recovery: { count: 1, of: 1 },
    stopReasons: { completed: 1 },
  });
});

test("a loop that never counts its turns is still judged, and told so once", async () => {
  const h = harness({ ...read, policy: { cycle: false } });
  for (let i = 0; i < 1_200; i++) await h.ok("t", { i }, i, { turn: 0, id: `${i}` });
  const codes = h.events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
  expect(codes).toEqual(["endless_turn"]);
  expect(metricsOf(h.records).calls).toBe(1_200);
});
