import { Agent, RunState, type Tool, toolNamespace } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type RecoverToolSettings, recoveringRunner, recoverTool } from "../src/index.ts";
import { envelope, model, modelSaw, testRecovery } from "./support.ts";

const parameters = z.object({ id: z.string() });
const done = [assistantMessage("done")];

type Execute = (input: { readonly id: string }) => unknown;

function namespaced(
  namespace: string,
  tools: Readonly<Record<string, Execute>>,
  { needsApproval = false, ...settings }: RecoverToolSettings & { needsApproval?: boolean } = {},
): Tool[] {
  const made = Object.entries(tools).map(([name, execute]) =>
    recoverTool({ name, description: "", parameters, needsApproval, execute }, settings),
  );
  return toolNamespace({ name: namespace, description: namespace, tools: made as never });
}

function asked(tool: string, args: string | Record<string, unknown>, callId: string) {
  const [namespace = "", name = ""] = tool.split(".");
  return functionCall(name, args, { callId, namespace });
}

describe("tools of a namespace", () => {
  it("are told apart from those of another with the same name and arguments", async () => {
    const { recovery, calls } = testRecovery();
    const turn = (ids: string) => [
      asked("crm.lookup", { id: "1" }, `${ids}a`),
      asked("billing.lookup", { id: "1" }, `${ids}b`),
    ];
    const scripted = model(turn("1"), turn("2"), done);
    const tools = [
      ...namespaced("crm", { lookup: () => "crm" }, { effect: "read" }),
      ...namespaced("billing", { lookup: () => "billing" }, { effect: "read" }),
    ];
    await recoveringRunner(recovery).run(new Agent({ name: "A", model: scripted, tools }), "go");
    expect(modelSaw(scripted, "2b")).toBe("billing");
    expect(calls().map(({ tool, ok }) => [tool, ok])).toEqual([
      ["crm.lookup", true],
      ["billing.lookup", true],
      ["crm.lookup", true],
      ["billing.lookup", true],
    ]);
  });

  it("are shown to the model with their namespace, whatever goes wrong", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [
        asked("crm.lookup", "{bad", "c1"),
        asked("crm.lookup", { id: 5 }, "c2"),
        asked("shop.lookup", { id: "1" }, "c3"),
        asked("crm.lookup", { id: "1" }, "c4"),
      ],
      done,
    );
    const fails = () => {
      throw new Error("full");
    };
    const tools = namespaced("crm", { lookup: fails });
    await recoveringRunner(recovery).run(new Agent({ name: "A", model: scripted, tools }), "go");
    const said = ["c1", "c2", "c3", "c4"].map((id) => envelope(modelSaw(scripted, id))["message"]);
    for (const message of said) expect(message).toContain("crm.lookup");
    expect(new Set(calls().map(({ tool }) => tool))).toEqual(
      new Set(["crm.lookup", "shop.lookup"]),
    );
  });

  it("keep their settings where the SDK answers in their place", async () => {
    const { recovery, ends } = testRecovery();
    const bad = (id: string) => [asked("crm.lookup", "{bad", id)];
    const scripted = model(bad("c1"), bad("c2"), done);
    const tools = namespaced("crm", { lookup: () => "" }, { critical: true });
    await recoveringRunner(recovery).run(new Agent({ name: "A", model: scripted, tools }), "go");
    expect(ends().map(({ stopReason }) => stopReason)).toEqual(["repair_exhausted"]);
    expect(scripted.calls).toHaveLength(2);
  });

  it.each(["get", "shop.get"])("verify a write by a tool named %s", async (verify) => {
    const { recovery } = testRecovery();
    const paid: string[] = [];
    const pay: Execute = ({ id }) => {
      paid.push(id);
      if (paid.length === 1) throw ToolFault.timeout();
      return "paid";
    };
    const scripted = model(
      [asked("shop.pay", { id: "1" }, "c1")],
      [asked("shop.get", { id: "1" }, "c2")],
      [asked("shop.pay", { id: "1" }, "c3")],
      done,
    );
    const tools = [
      ...namespaced("shop", { pay }, { effect: "write", verify }),
      ...namespaced("shop", { get: () => "not paid" }, { effect: "read" }),
    ];
    await recoveringRunner(recovery).run(new Agent({ name: "A", model: scripted, tools }), "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ outcome: "unknown" });
    expect(modelSaw(scripted, "c3")).toBe("paid");
  });

  it("end an agent that stops at them only with a result", async () => {
    const { recovery } = testRecovery();
    let tries = 0;
    const lookup: Execute = () => {
      tries += 1;
      if (tries === 1) throw new Error("full");
      return "found";
    };
    const scripted = model(
      [asked("crm.lookup", { id: "1" }, "c1")],
      [asked("crm.lookup", { id: "2" }, "c2")],
    );
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: namespaced("crm", { lookup }),
      toolUseBehavior: { stopAtToolNames: ["crm.lookup"] },
    });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(result.finalOutput).toBe("found");
  });

  it("go on in another process as the tools that they were", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [asked("crm.lookup", { id: "1" }, "c1")],
      [asked("crm.refund", { id: "1" }, "c2"), asked("crm.refund", "{bad", "c3")],
      done,
    );
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: [
        ...namespaced("crm", { lookup: () => "found" }),
        ...namespaced("crm", { refund: () => "refunded" }, { needsApproval: true }),
      ],
    });
    const runner = recoveringRunner(recovery);
    const waiting = await runner.run(agent, "go");
    const state = await RunState.fromString(agent, waiting.state.toString());
    for (const item of state.getInterruptions()) state.approve(item);
    await runner.run(agent, state);
    expect(modelSaw(scripted, "c2")).toBe("refunded");
    expect(envelope(modelSaw(scripted, "c3"))).toMatchObject({ error_type: "invalid_args" });
    expect(calls().map(({ tool, callId, ok }) => [tool, callId, ok])).toEqual([
      ["crm.lookup", "c1", true],
      ["crm.refund", "c2", true],
      ["crm.refund", "c3", false],
    ]);
  });
});
