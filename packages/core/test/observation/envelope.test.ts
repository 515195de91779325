import { describe, expect, it } from "vitest";
import {
  createRecovery,
  type RecoveryOptions,
  ToolFault,
  type ToolOptions,
} from "../../src/index.ts";

/** What the model reads of a call that returns or throws. */
async function contentOf(
  execute: () => unknown,
  { options, recovery }: { options?: ToolOptions; recovery?: RecoveryOptions } = {},
): Promise<string> {
  const run = createRecovery({ onEvent: () => undefined, ...recovery }).run();
  const call = { id: "1", tool: "get_order", args: { id: 7 }, turn: 0 };
  return (await run.call({ ...call, options }, execute)).content;
}

const throwing = (error: unknown) => () => {
  throw error;
};

describe("the envelope", () => {
  it("has its keys in one order and leaves absent ones out", async () => {
    const content = await contentOf(throwing(new ToolFault({ errorType: "not_found" })));
    expect(Object.keys(JSON.parse(content) as object)).toEqual([
      "ok",
      "error_type",
      "retryable",
      "message",
    ]);
  });

  it("names the attempts only when the host tried more than once", async () => {
    const clock = {
      now: () => 0,
      setTimeout: (callback: () => void) => void queueMicrotask(callback),
      clearTimeout: () => undefined,
      random: () => 0,
    };
    const error = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    const content = await contentOf(throwing(error), {
      options: { effect: "read", timeoutMs: false },
      recovery: { clock },
    });
    expect(JSON.parse(content)).toMatchObject({ attempts: 3, retryable: false });
  });

  it("says that a call may have taken effect", async () => {
    const error = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    const content = await contentOf(throwing(error), { options: { effect: "write" } });
    expect(JSON.parse(content)).toMatchObject({ outcome: "unknown", retryable: false });
  });

  it("of an empty result is ok, with an empty list as data", async () => {
    const content = await contentOf(() => []);
    expect(content).toMatch(
      /^\{"ok":true,"data":\[\],"error_type":"empty_result","retryable":false,"message":"/,
    );
  });

  it("of a call that returns nothing says that it is done", async () => {
    expect(await contentOf(() => undefined)).toBe(
      '{"ok":true,"message":"Done; the tool returned no data."}',
    );
  });

  it("wraps a success only when asked", async () => {
    const order = { id: 7, total: 12.5 };
    expect(await contentOf(() => order)).toBe('{"id":7,"total":12.5}');
    expect(await contentOf(() => order, { recovery: { successText: "envelope" } })).toBe(
      '{"ok":true,"data":{"id":7,"total":12.5}}',
    );
  });

  it("writes what JSON cannot hold as what it means", async () => {
    const cyclic: Record<string, unknown> = { name: "loop" };
    cyclic["self"] = cyclic;
    const content = await contentOf(
      () => ({
        count: 12345678901234567890n,
        nested: [2n],
        at: new Date(0),
        map: new Map([["a", 1]]),
        pairs: new Map([[{ k: 1 }, 2]]),
        set: new Set([1, 2]),
        bytes: new Uint8Array(5),
        problem: new RangeError("too far"),
        nothing: undefined,
        run: () => 1,
        cyclic,
        get broken() {
          throw new Error("unreadable");
        },
      }),
      { recovery: { successText: "envelope" } },
    );
    expect(JSON.parse(content)).toEqual({
      ok: true,
      data: {
        count: "12345678901234567890",
        nested: ["2"],
        at: "1970-01-01T00:00:00.000Z",
        map: { a: 1 },
        pairs: [[{ k: 1 }, 2]],
        set: [1, 2],
        bytes: "[5 bytes]",
        problem: "RangeError: too far",
        cyclic: { name: "loop", self: "[circular]" },
        broken: "[unreadable]",
      },
    });
  });
});

describe("a result that is too long", () => {
  it.each([30, 100, 500])("is cut to %i characters, never inside a character", async (limit) => {
    const text = `${"a".repeat(limit - 1)}💰${"b".repeat(50)}`;
    const content = await contentOf(() => text, { options: { maxResultChars: limit } });
    expect(content.length).toBeLessThanOrEqual(limit);
    expect(content).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(text.startsWith(content.slice(0, 15))).toBe(true);
  });

  it("says how much of it is left out", async () => {
    const content = await contentOf(() => "x".repeat(5000), { options: { maxResultChars: 400 } });
    expect(content).toMatch(/… \[cut: \d+ of 5000 characters; ask for less at a time\]$/);
  });

  it("stays as it is without a limit", async () => {
    const text = "x".repeat(200_000);
    expect(await contentOf(() => text)).toBe(text);
  });
});

describe("secrets", () => {
  const secret = ["sk-", "proj-", "Zz9".repeat(14)].join("");

  it("stay in a success unless results are to be redacted", async () => {
    const text = `key ${secret}`;
    expect(await contentOf(() => text)).toBe(text);
    expect(await contentOf(() => text, { recovery: { redactResults: true } })).not.toContain(
      secret,
    );
  });

  it("are gone before a text is cut, so that no part of one is left", async () => {
    for (let length = 0; length < 200; length += 7) {
      const content = await contentOf(throwing(new Error(`${"x ".repeat(length)}${secret} tail`)));
      expect(content).not.toContain("Zz9Zz9");
    }
  });

  it("cannot be hidden from redaction by invisible characters", async () => {
    const hidden = `${secret.slice(0, 12)}\u200b${secret.slice(12)}`;
    expect(await contentOf(throwing(new Error(`bad key ${hidden}`)))).not.toContain("Zz9Zz9");
  });
});
