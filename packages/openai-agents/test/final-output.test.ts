import { Agent, run, type ToolUseBehavior } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverTool } from "../src/index.ts";
import { model, testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });

const lookUp = () =>
  recoverTool({
    name: "t",
    description: "",
    parameters,
    execute: ({ n }) => {
      if (n === 0) throw ToolFault.notFound({ message: "No row." });
      return n < 0 ? [] : `row ${n}`;
    },
  });

const behaviors: [string, ToolUseBehavior][] = [
  ["stop_on_first_tool", "stop_on_first_tool"],
  ["stopAtToolNames", { stopAtToolNames: ["t"] }],
  [
    "a function",
    (_context, results) => {
      const [first] = results;
      return first?.type === "function_output"
        ? { isFinalOutput: true, isInterrupted: undefined, finalOutput: String(first.output) }
        : { isFinalOutput: false, isInterrupted: undefined };
    },
  ],
];

const failures: [string, unknown][] = [
  ["a tool's failure", { n: 0 }],
  ["arguments that do not fit", { m: 1 }],
  ["arguments that are not JSON", "{bad"],
];

describe.each(behaviors)("with %s", (_title, toolUseBehavior) => {
  it.each(failures)("%s is not the final output", async (_failure, args) => {
    const { recovery } = testRecovery();
    const scripted = model(
      [functionCall("t", args as never, { callId: "c1" })],
      [functionCall("t", { n: 7 }, { callId: "c2" })],
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [lookUp()], toolUseBehavior });
    const result = await run(agent, "go", recovery.run().runOptions());
    expect(result.finalOutput).toBe("row 7");
    expect(scripted.calls).toHaveLength(2);
  });

  it("a success is, at once", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("t", { n: 7 }, { callId: "c1" })]);
    const agent = new Agent({ name: "A", model: scripted, tools: [lookUp()], toolUseBehavior });
    const result = await run(agent, "go", recovery.run().runOptions());
    expect(result.finalOutput).toBe("row 7");
  });

  it("an empty result is, in the tool's own words", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model([functionCall("t", { n: -7 }, { callId: "c1" })]);
    const agent = new Agent({ name: "A", model: scripted, tools: [lookUp()], toolUseBehavior });
    const result = await run(agent, "go", recovery.run().runOptions());
    expect(calls()).toMatchObject([{ ok: true, errorType: "empty_result" }]);
    expect(result.finalOutput).toBe("[]");
  });

  it("runs that are not ours see no difference", async () => {
    const { recovery } = testRecovery();
    const scripted = model(
      [functionCall("t", { n: 7 }, { callId: "c1" })],
      [functionCall("t", "{bad", { callId: "c2" })],
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [lookUp()], toolUseBehavior });
    await run(agent, "go", recovery.run().runOptions());
    const bare = await run(agent, "go");
    expect(bare.finalOutput).toContain("error occurred while parsing");
  });
});

describe("when a halt falls on a turn whose result would be final", () => {
  it("the run is ended", async () => {
    const { recovery } = testRecovery();
    const ours = recovery.run();
    const stopping = recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        ours.stop();
        return "ok";
      },
    });
    const agent = new Agent({
      name: "A",
      model: model([functionCall("t", { n: 7 }, { callId: "c1" })], [assistantMessage("no")]),
      tools: [stopping],
      toolUseBehavior: "stop_on_first_tool",
    });
    const result = await run(agent, "go", ours.runOptions());
    expect(result.finalOutput).toBe(ours.halt?.userMessage);
  });
});
