import { readFileSync } from "node:fs";
import { type CallOutcome, createRecovery, type Recovery, ToolFault } from "@recourse/core";
import { createFakeClock } from "@recourse/testing";
import { describe, expect, it } from "vitest";
import { german, readSensor, recovery, refundOrder } from "../src/tool-authors.ts";

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const page = read("docs/tool-authors.md");
const source = read("examples/compare/src/tool-authors.ts");

/** One call in a run of its own. */
function call<Args>(
  tool: string,
  args: Args,
  execute: (args: Args) => unknown,
  by: Recovery = recovery,
): Promise<CallOutcome> {
  return by.run().call({ id: "call-1", tool, args, turn: 0 }, execute);
}

function failing(fields: object): () => never {
  return () => {
    throw Object.assign(new Error("no"), fields);
  };
}

describe("tool-authors.md", () => {
  it.each(["fault", "hooks", "returned", "wording"])("shows %s as it is compiled", (name) => {
    const region = source.split(`// #region ${name}\n`)[1]?.split("// #endregion")[0];
    expect(region).toBeDefined();
    expect(page).toContain(`\`\`\`ts\n${region}\`\`\``);
  });

  it.each([
    ["a fault with names", () => call("refund_order", { order_id: "A-1024" }, refundOrder)],
    ["a fault in full", () => call("refund_order", { order_id: "A-1043" }, refundOrder)],
    ["a described empty result", () => call("search_tickets", { query: "timout" }, nothing)],
    ["an explained failure", () => call("charge_card", { cents: 500 }, failing({ code: "E17" }))],
    ["a returned error, thrown", () => call("read_sensor", { id: "cellar" }, readSensor)],
    ["other words", () => call("get_order", { id: "A-1" }, failing({ status: 404 }), german)],
  ])("quotes what the model reads of %s", async (_what, outcome) => {
    const { content, record } = await outcome();
    expect(record.errorType).toBeDefined();
    expect(page).toContain(`\`${content}\``);
  });

  it("quotes what the user reads in other words", async () => {
    const outcome = await call("get_order", { id: "A-1" }, failing({ status: 404 }), german);
    expect(page).toContain(`\`${outcome.userMessage}\``);
  });

  it("quotes what the user reads where the run was stopped", () => {
    const run = german.run();
    run.stop();
    expect(page).toContain(`\`${run.halt?.userMessage}\``);
  });

  it("is right that a refused critical tool ends the run", async () => {
    const { halt } = await call("sign_in", {}, failing({ status: 403 }));
    expect(halt?.reason).toBe("forbidden");
  });

  it("is right that a write of which nothing has happened is repeated", async () => {
    const clock = createFakeClock({ autoAdvance: true });
    const recovery = createRecovery({ clock, tools: { charge_card: { effect: "write" } } });
    let asked = 0;
    const outcome = await call(
      "charge_card",
      {},
      () => {
        asked += 1;
        if (asked === 1) throw ToolFault.upstream({ outcome: "none" });
        return "paid";
      },
      recovery,
    );
    expect(outcome).toMatchObject({ ok: true, value: "paid" });
    expect(asked).toBe(2);
  });

  it("is right that a returned text which begins like an error is shown to classify", async () => {
    const seen: unknown[] = [];
    const classify = (error: unknown) => {
      seen.push(error);
      return "not_found" as const;
    };
    const recovery = createRecovery({ tools: { read_sensor: { effect: "read", classify } } });
    const texts = ["Error: no sensor", "Failed.", "failure", "Exception in it", "21 degrees"];
    const types: unknown[] = [];
    for (const text of texts) {
      types.push((await call("read_sensor", {}, () => text, recovery)).record.errorType);
    }
    expect(seen).toEqual(texts.slice(0, 4));
    expect(types).toEqual(["not_found", "not_found", "not_found", "not_found", undefined]);
  });

  it("is right about what is returned", async () => {
    const ok = async (value: unknown): Promise<boolean> =>
      (await call("read_sensor", {}, () => value)).ok;
    expect(await ok({ error: "No sensor cellar." })).toBe(true);
    expect(await ok("Error: No sensor cellar.")).toBe(true);
    for (const failure of [
      { ok: false, error: "not found" },
      { success: false, error: "not found" },
      { isError: true, content: [{ type: "text", text: "not found" }] },
      new Response("no", { status: 404 }),
      Object.assign(new Error("no"), { status: 404 }),
      { data: null, error: { message: "not found" } },
      { type: "about:blank", title: "Not Found", status: 404 },
    ]) {
      expect(await ok(failure), JSON.stringify(failure)).toBe(false);
    }
  });
});

function nothing(): unknown {
  return { hits: 0, page: 1 };
}
