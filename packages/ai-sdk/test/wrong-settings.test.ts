import { createRecovery as createCoreRecovery } from "@recourse/core";
import { describe, expect, it } from "vitest";
import { closeDanglingToolCalls, createRecovery } from "../src/index.ts";
import { recoveryFor, sdks } from "./kit.ts";

const recovery = recoveryFor();

/** What each public function says of what it cannot use. */
const wrong: readonly (readonly [what: string, call: () => unknown, says: string])[] = [
  [
    "no options",
    () => createRecovery(null as never),
    "createRecovery(): expected `options` to be an object, got null.",
  ],
  [
    "an option that there is none of",
    () => createRecovery({ tool: {} } as never),
    "createRecovery(): there is no option `tool`. Did you mean `tools`?",
  ],
  [
    "a listener that is none",
    () => createRecovery({ onEvent: "log" } as never),
    'createRecovery(): expected `onEvent` to be a function, got "log".',
  ],
  [
    "core's recovery for options",
    () => createRecovery(createCoreRecovery() as never),
    'import createRecovery of "@recourse/ai-sdk"',
  ],
  [
    "an option of a run that there is none of",
    () => recovery.run({ timeoutMs: 1 } as never),
    "run(): there is no option `timeoutMs`.",
  ],
  [
    "no settings",
    () => recovery.run().wire(undefined as never),
    "run.wire(): expected `settings` to be an object, got undefined.",
  ],
  [
    "tools in place of settings",
    () => recovery.run().wire({ add: { inputSchema: {}, execute: () => 1 } } as never),
    "run.wire(): expected `add` to be a setting, not a tool, got an object. Tools go under `tools`: { tools: { add } }.",
  ],
  [
    "a tool without execute in place of settings",
    () => recovery.run().wire({ ask: { inputSchema: {} } } as never),
    "Tools go under `tools`: { tools: { ask } }.",
  ],
  [
    "tools in place of an agent's settings",
    () => recovery.agent({ add: { inputSchema: {}, execute: () => 1 } } as never),
    "recovery.agent(): expected `add` to be a setting, not a tool, got an object.",
  ],
  [
    "a list of tools",
    () => recovery.run().wire({ tools: [] } as never),
    "run.wire(): expected `tools` to be an object with tools by name, got an array.",
  ],
  [
    "a tool that is none",
    () => recovery.run().wire({ tools: { add: undefined } } as never),
    "run.wire(): expected `tools.add` to be an object, got undefined.",
  ],
  [
    "a number for a stop condition",
    () => recovery.run().wire({ stopWhen: 5 } as never),
    "run.wire(): expected `stopWhen` to be a function, got 5.",
  ],
  [
    "a number among stop conditions",
    () => recovery.run().wire({ stopWhen: [() => true, 5] } as never),
    "run.wire(): expected `stopWhen[1]` to be a function, got 5.",
  ],
  [
    "a prepareStep that is none",
    () => recovery.run().wire({ prepareStep: {} } as never),
    "run.wire(): expected `prepareStep` to be a function, got an object.",
  ],
  [
    "a callback that is none",
    () => recovery.run().wire({ onFinish: "done" } as never),
    'run.wire(): expected `onFinish` to be a function, got "done".',
  ],
  [
    "a controller for a signal",
    () => recovery.run().wire({ abortSignal: new AbortController() } as never),
    "run.wire(): expected `abortSignal` to be an AbortSignal, got an object.",
  ],
  [
    "no tools",
    () => recovery.run().tools(undefined as never),
    "run.tools(): expected `tools` to be an object with tools by name, got undefined.",
  ],
  [
    "a condition that is none",
    () => recovery.run().stopWhen(3 as never),
    "run.stopWhen(): expected `stopWhen[0]` to be a function, got 3.",
  ],
  [
    "a prepareStep that is none, by itself",
    () => recovery.run().prepareStep(1 as never),
    "run.prepareStep(): expected `prepareStep` to be a function, got 1.",
  ],
  [
    "a repair that is none",
    () => recovery.run().repairToolCall(1 as never),
    "run.repairToolCall(): expected `repairToolCall` to be a function, got 1.",
  ],
  [
    "a history that is none",
    () => recovery.run().restoreMessages("hello" as never),
    'run.restoreMessages(): expected `messages` to be an array, got "hello".',
  ],
  [
    "messages that are none",
    () => closeDanglingToolCalls([undefined] as never),
    "closeDanglingToolCalls(): expected `messages[0]` to be a message, got undefined.",
  ],
  [
    "a response for a writer",
    () => recovery.run().writeTo({} as never),
    "run.writeTo(): expected `writer` to be the writer of a UI message stream, got an object.",
  ],
  [
    "no settings of an agent",
    () => recovery.agent(undefined as never),
    "recovery.agent(): expected `settings` to be an object, got undefined.",
  ],
  [
    "an option of an agent that there is none of",
    () => recovery.agent({}, { onrun: () => {} } as never),
    "recovery.agent(): there is no option `onrun`. Did you mean `onRun`?",
  ],
  [
    "an option among the settings of an agent",
    () => recovery.agent({ onRun: () => {} } as never),
    "It belongs into the second argument: recovery.agent(settings, { onRun }).",
  ],
];

describe("what cannot be used is told in a sentence", () => {
  it.each(wrong)("%s", (_, call, says) => {
    expect(call).toThrow(expect.objectContaining({ name: "RecourseError" }));
    expect(call).toThrow(says);
  });
});

describe.each(sdks)("what cannot be used (ai $version)", (sdk) => {
  it("a stream that is tracked, which would end the run at once", async () => {
    const run = recoveryFor().run();
    const result = sdk.ai.streamText({
      ...run.wire({}),
      model: sdk.model([{ text: "hi" }]).model,
      prompt: "go",
    } as never);
    expect(() => run.track(result as never)).toThrow(
      "run.track(): expected `result` to be a promise",
    );
    await result.consumeStream();
    expect(run.stopReason).toBe("completed");
  });

  it("a run of core's recovery that an agent is to go on with", async () => {
    const agent = new sdk.ai.ToolLoopAgent(
      recovery.agent(
        { model: sdk.model([]).model, tools: {} },
        { resume: () => createCoreRecovery().run() as never },
      ) as never,
    );
    await expect(agent.generate({ prompt: "go" } as never)).rejects.toThrow(
      'Make its recovery with createRecovery of "@recourse/ai-sdk", not of "@recourse/core".',
    );
  });
});
