import { readFileSync } from "node:fs";
import { createRecovery } from "@recourse/core";
import { expect, it } from "vitest";

it("decisions.md tells of one failure what the engine does", async () => {
  const page = readFileSync(new URL("../../../docs/decisions.md", import.meta.url), "utf8");
  const run = createRecovery({
    tools: {
      refund_order: { effect: "write", verify: "get_refund" },
      get_refund: { effect: "read" },
    },
  }).run();
  const keys: string[] = [];
  const ask = (turn: number, tool: string, answer: () => unknown) =>
    run.call({ id: `call-${turn}`, tool, args: { order: 7 }, turn }, (_args, context) => {
      if (tool === "refund_order") keys.push(context.idempotencyKey);
      return answer();
    });
  const outcomes = [
    await ask(0, "refund_order", () => {
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    }),
    await ask(1, "refund_order", () => "paid"),
    await ask(2, "get_refund", () => ({ refunds: [] })),
    await ask(3, "refund_order", () => "paid"),
  ];

  expect(outcomes.map(({ record }) => record.decision)).toEqual([
    "verify",
    "refuse",
    "proceed",
    "proceed",
  ]);
  for (const { content } of outcomes.slice(0, 3)) expect(page).toContain(`\`${content}\``);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});
