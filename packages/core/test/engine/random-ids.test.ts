import { afterEach, describe, expect, test, vi } from "vitest";
import { createRecovery } from "../../src/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("the id of a run", () => {
  test.each([
    ["everything", globalThis.crypto],
    ["no randomUUID, as on a page without TLS", { getRandomValues: fill }],
    ["no crypto, as in Hermes", undefined],
  ])("is a UUID of its own where the platform has %s", (_, crypto) => {
    vi.stubGlobal("crypto", crypto);
    const recovery = createRecovery({ onEvent: () => undefined });
    const ids = Array.from({ length: 50 }, () => recovery.run().id);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(50);
  });
});

const { crypto: real } = globalThis;

function fill(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return real.getRandomValues(bytes);
}
