import { readFileSync } from "node:fs";
import {
  Agent,
  applyPatchTool,
  MaxTurnsExceededError,
  MemorySession,
  run,
  shellTool,
  tool,
  webSearchTool,
} from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { ToolFault } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { RunHaltedError, recoveringRunner, recoverTool } from "../src/index.ts";
import { SDK_TEXT } from "../src/sdk-internals.ts";
import { envelope, model, modelSaw, resultOf, testRecovery } from "./support.ts";

const text = readFileSync(
  new URL("../../../docs/limits-openai-agents.md", import.meta.url),
  "utf8",
);
const headings = [...text.matchAll(/^## (.+)$/gmu)].map((match) => match[1] ?? "");
const shown = new Set<string>();

/** A test that shows a limit by its heading. */
function limit(heading: string, title: string, test: () => Promise<void>): void {
  shown.add(heading);
  it(`${heading}: ${title}`, test);
}

const parameters = z.object({ n: z.number() });
const echo = () =>
  recoverTool({ name: "t", description: "", parameters, execute: ({ n }) => `did ${n}` });
const done = [assistantMessage("done")];

describe("a limit of the SDK", () => {
  limit("Arguments that are not JSON", "events of a stream have the SDK's text", async () => {
    const { recovery } = testRecovery();
    const scripted = model([functionCall("t", "{bad", { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [echo()] });
    const options = recovery.run().runOptions({ stream: true });
    const result = await run(agent, "go", options);
    const outputs: unknown[] = [];
    for await (const event of result) {
      if (event.type === "run_item_stream_event" && event.name === "tool_output") {
        outputs.push((event.item as { readonly output?: unknown }).output);
      }
    }
    expect(outputs).toEqual([SDK_TEXT.badJson]);
    expect(envelope(resultOf(result.history, "c1"))).toMatchObject({ error_type: "invalid_args" });
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
  });

  limit(
    "Approvals of arguments that are not JSON",
    "run() asks, and executes nothing",
    async () => {
      const { recovery } = testRecovery();
      const ours = recovery.run();
      const made = recoverTool({
        name: "t",
        description: "",
        parameters,
        needsApproval: true,
        execute: () => "ok",
      });
      const scripted = model([functionCall("t", "{bad", { callId: "c1" })], done);
      const agent = new Agent({ name: "A", model: scripted, tools: [made] });
      const waiting = await run(agent, "go", ours.runOptions());
      expect(waiting.interruptions).toHaveLength(1);
      for (const item of waiting.interruptions) waiting.state.approve(item);
      await run(agent, ours.bindState(waiting.state), ours.runOptions());
      expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "invalid_args" });
    },
  );

  limit("Call ids", "a repeated call is dropped, a reused id ends the run", async () => {
    const { recovery, ends } = testRecovery();
    const call = (n: number) => [functionCall("t", { n }, { callId: "c1" })];
    const runner = recoveringRunner(recovery);
    const same = model(call(1), call(1), done);
    await runner.run(new Agent({ name: "A", model: same, tools: [echo()] }), "go");
    expect(resultOf(same.calls.at(-1)?.request.input, "c1")).toBe("did 1");
    const other = model(call(1), call(2));
    const failing = runner.run(new Agent({ name: "A", model: other, tools: [echo()] }), "go");
    await expect(failing).rejects.toThrow("reused");
    expect(ends().map((end) => [end.stopReason, end.counters.calls])).toEqual([
      ["completed", 1],
      ["model_error", 1],
    ]);
  });

  limit("Shell and patch tools", "raw texts are sent, calls recorded", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [
        {
          type: "shell_call",
          callId: "c1",
          action: { commands: ["ls"] },
          status: "completed",
        } as never,
        {
          type: "apply_patch_call",
          callId: "c2",
          status: "completed",
          operation: { type: "delete_file", path: "a.txt" },
        } as never,
      ],
      done,
    );
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: [
        shellTool({
          shell: {
            run: async () => {
              throw new Error("raw words of the shell");
            },
          },
        }),
        applyPatchTool({
          editor: {
            createFile: async () => undefined,
            updateFile: async () => undefined,
            deleteFile: async () => {
              throw new Error("raw words of the editor");
            },
          },
        }),
      ],
    });
    const result = await recoveringRunner(recovery).run(agent, "go");
    expect(JSON.stringify(result.history)).toContain("raw words of the shell");
    expect(JSON.stringify(result.history)).toContain("raw words of the editor");
    expect(calls().map((call) => [call.tool, call.callId, call.ok])).toEqual([
      ["shell", "c1", false],
      ["apply_patch", "c2", false],
    ]);
  });

  limit("Hosted tools", "calls and their status are recorded", async () => {
    const { recovery, calls } = testRecovery();
    const hosted = (id: string, status: string) =>
      ({ type: "hosted_tool_call", id, name: "web_search_call", status }) as never;
    const scripted = model(
      [hosted("h1", "completed"), functionCall("t", { n: 1 }, { callId: "c1" })],
      [hosted("h2", "failed"), assistantMessage("done")],
    );
    const agent = new Agent({
      name: "A",
      model: scripted,
      tools: [echo(), webSearchTool()],
    });
    await recoveringRunner(recovery).run(agent, "go");
    expect(calls().map((call) => [call.tool, call.callId, call.ok])).toEqual([
      ["t", "c1", true],
      ["web_search_call", "h1", true],
      ["web_search_call", "h2", false],
    ]);
  });

  limit("Tools of plain tool()", "a swallowed error is internal", async () => {
    const { recovery, calls } = testRecovery();
    const plain = tool({
      name: "p",
      description: "",
      parameters,
      execute: ({ n }) => {
        if (n === 1) throw new Error("gone");
        return "fine";
      },
    });
    const scripted = model(
      [
        functionCall("p", { n: 1 }, { callId: "c1" }),
        functionCall("p", { n: 2 }, { callId: "c2" }),
      ],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [plain] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "internal" });
    expect(modelSaw(scripted, "c2")).toBe("fine");
    expect(calls().map((call) => call.ok)).toEqual([false, true]);
  });

  const corrupting = () =>
    recoverTool({
      name: "t",
      description: "",
      parameters,
      execute: () => {
        throw ToolFault.corruptState({ message: "Half written." });
      },
    });

  limit("Halts with structured output", "the session is not written", async () => {
    const { recovery } = testRecovery();
    const session = new MemorySession();
    const agent = new Agent({
      name: "A",
      model: model([functionCall("t", { n: 1 }, { callId: "c1" })]),
      outputType: z.object({ a: z.string() }),
      tools: [corrupting()],
    });
    const error = await recoveringRunner(recovery)
      .run(agent, "go", { session })
      .catch((thrown: unknown) => thrown);
    if (!RunHaltedError.isInstance(error)) throw error;
    expect(resultOf(error.history, "c1")).toContain("corrupt_state");
    expect(JSON.stringify(await session.getItems())).not.toContain("function_call_result");
  });

  limit("MaxTurnsExceededError", "a halt is an instance of it", async () => {
    const { recovery } = testRecovery();
    const agent = new Agent({
      name: "A",
      model: model([functionCall("t", { n: 1 }, { callId: "c1" })]),
      outputType: z.object({ a: z.string() }),
      tools: [corrupting()],
    });
    const error = await recoveringRunner(recovery)
      .run(agent, "go")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MaxTurnsExceededError);
    expect(RunHaltedError.isInstance(error)).toBe(true);
    expect(RunHaltedError.isInstance(new MaxTurnsExceededError("x"))).toBe(false);
  });

  limit("toolUseBehavior", "is wrapped once, where an agent stops at tools", async () => {
    const { recovery } = testRecovery();
    const agent = new Agent({
      name: "A",
      model: model(
        [functionCall("t", { n: 1 }, { callId: "c1" })],
        [functionCall("t", { n: 2 }, { callId: "c2" })],
      ),
      tools: [echo()],
      toolUseBehavior: "stop_on_first_tool",
    });
    await run(agent, "go", recovery.run().runOptions());
    const wrapped = agent.toolUseBehavior;
    expect(typeof wrapped).toBe("function");
    await run(agent, "go", recovery.run().runOptions());
    expect(agent.toolUseBehavior).toBe(wrapped);
  });

  limit("Runner settings", "the options of a run replace them", async () => {
    const { Runner } = await import("@openai/agents");
    const { recovery } = testRecovery();
    const filter = ({ modelData }: { modelData: object }) => ({
      ...modelData,
      instructions: "From the runner.",
    });
    const seen: unknown[] = [];
    for (const runner of [
      new Runner({ callModelInputFilter: filter as never }),
      recoveringRunner(recovery, { callModelInputFilter: filter as never }),
    ]) {
      const scripted = model(done);
      const options =
        runner instanceof Runner && seen.length === 0 ? recovery.run().runOptions() : {};
      await runner.run(new Agent({ name: "A", model: scripted }), "go", options);
      seen.push(scripted.calls[0]?.request.systemInstructions);
    }
    expect(seen).toEqual(["", "From the runner."]);
  });

  limit("Order of unknown tools", "they come after the known ones", async () => {
    const { recovery, calls } = testRecovery();
    const scripted = model(
      [functionCall("nope", {}, { callId: "c1" }), functionCall("t", { n: 1 }, { callId: "c2" })],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [echo()] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(calls().map((call) => [call.callId, call.index])).toEqual([
      ["c2", 0],
      ["c1", 1],
    ]);
  });

  limit("Output guardrails", "what they say is what the model reads", async () => {
    const { recovery, calls } = testRecovery();
    const made = recoverTool({
      name: "t",
      description: "",
      parameters,
      outputGuardrails: [
        {
          name: "g",
          run: async () => ({ behavior: { type: "rejectContent", message: "Not shown." } }),
        },
      ],
      execute: ({ n }) => `did ${n}`,
    });
    const scripted = model([functionCall("t", { n: 1 }, { callId: "c1" })], done);
    const agent = new Agent({ name: "A", model: scripted, tools: [made] });
    await recoveringRunner(recovery).run(agent, "go");
    expect(modelSaw(scripted, "c1")).toBe("Not shown.");
    expect(calls()).toMatchObject([{ ok: true, contentChars: "did 1".length }]);
  });

  limit("Runs without our options", "tools recover one by one and warn once", async () => {
    const warnings: string[] = [];
    const { recovery } = testRecovery({
      onEvent: (event) => {
        if (event.type === "warning") warnings.push(event.code);
      },
    });
    const made = recoverTool(
      {
        name: "t",
        description: "",
        parameters,
        execute: () => {
          throw ToolFault.corruptState({ message: "Half written." });
        },
      },
      { recovery, effect: "read" },
    );
    const scripted = model(
      [functionCall("t", { n: 1 }, { callId: "c1" })],
      [functionCall("t", { n: 2 }, { callId: "c2" })],
      [functionCall("t", "{bad", { callId: "c3" })],
      done,
    );
    const agent = new Agent({ name: "A", model: scripted, tools: [made] });
    await run(agent, "go");
    expect(envelope(modelSaw(scripted, "c1"))).toMatchObject({ error_type: "corrupt_state" });
    expect(envelope(modelSaw(scripted, "c2"))).toMatchObject({ error_type: "not_executed" });
    expect(modelSaw(scripted, "c3")).toBe(SDK_TEXT.badJson);
    expect(warnings).toEqual(["openai_agents_no_run_options"]);
    const unknown = model([functionCall("nope", {}, { callId: "c1" })]);
    await expect(run(new Agent({ name: "A", model: unknown }), "go")).rejects.toThrow("not found");
  });

  limit(
    "Runs rebuilt from the history",
    "a failure is compared by what the model read",
    async () => {
      const executed: number[] = [];
      let words = "";
      const find = () =>
        recoverTool(
          {
            name: "t",
            description: "",
            parameters,
            execute: ({ n }) => {
              executed.push(n);
              throw ToolFault.notFound({ message: `No row${words}.` });
            },
          },
          { effect: "read" },
        );
      const call = (callId: string) => [functionCall("t", { n: 1 }, { callId })];
      const agent = (...steps: Parameters<typeof model>) =>
        new Agent({ name: "A", model: model(...steps), tools: [find()] });
      const first = testRecovery().recovery.run();
      const before = await run(agent(call("c1"), done), "go", first.runOptions());
      const rebuilt = testRecovery().recovery.run();
      const resumed = testRecovery().recovery.resume(JSON.parse(JSON.stringify(first)));
      const reworded = testRecovery().recovery.run();
      const counts: number[] = [];
      for (const ours of [rebuilt, resumed, reworded]) {
        executed.length = 0;
        words = ours === reworded ? " at all" : "";
        ours.bindState(before.state);
        await run(agent(call("c2"), call("c3"), done), before.history, ours.runOptions());
        counts.push(executed.length);
      }
      expect(counts).toEqual([1, 1, 2]);
    },
  );

  it("has a test for every heading of the page", () => {
    const elsewhere = [
      "Arguments that do not fit",
      "Rejections in runs that are only watched",
      "Tracing of runs that are only watched",
      "Handoffs with bad arguments",
      "Guardrails that throw",
      "Halts while a person is asked",
      "Before the model is called",
      "Realtime",
      "Two copies of the SDK",
      "Older versions of the SDK",
      "Computer tools",
      "Tools that are loaded later",
    ];
    expect([...shown, ...elsewhere].sort()).toEqual([...headings].sort());
  });
});
