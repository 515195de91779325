import { Annotation, MessagesAnnotation, MessagesValue, StateSchema } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  askHuman,
  createRecovery,
  RecoveringToolNode,
  RunEndHandler,
  recoverTools,
  recoveryCondition,
  withRecoveryState,
  wrapToolNode,
} from "../src/index.ts";
import { recoverMiddleware } from "../src/middleware.ts";
import { greet } from "./support/tools.ts";

const recovery = createRecovery();

/** Everything that takes a recovery, with some options. */
const takers: Record<string, (options: unknown) => unknown> = {
  RecoveringToolNode: (options) => new RecoveringToolNode([greet], options as never),
  "wrapToolNode()": (options) => wrapToolNode(new ToolNode([greet]), options as never),
  "recoverTools()": (options) => recoverTools([greet], options as never),
  "recoverMiddleware()": (options) => recoverMiddleware(options as never),
  "askHuman()": (options) => askHuman(options as never),
};

describe.each(Object.entries(takers))("%s", (name, take) => {
  it.each([
    ["no options", undefined],
    ["null", null],
    ["an empty object", {}],
    ["options of a recovery that was not made", { recovery: {} }],
    ["the recovery itself", recovery],
  ])("given %s, says what it needs", (_, options) => {
    expect(() => take(options)).toThrow(
      /^\S+: expected `recovery` to be what createRecovery\(\) returned, got .*\. Make one with/,
    );
    expect(() => take(options)).toThrow(`${name}: `);
  });

  it("names an option that it does not know, and the one that was meant", () => {
    expect(() => take({ recovery, modle: "gpt" })).toThrow(
      `${name}: there is no option \`modle\`. Did you mean \`model\`?`,
    );
    expect(() => take({ recovery, policy: {} })).toThrow("It belongs under `createRecovery()`.");
  });

  it("checks what every run is given, when it is made and not at the first call", () => {
    expect(() => take({ recovery, mode: "observed" })).toThrow(/expected `mode` .* "observe"\?/);
    expect(() => take({ recovery, runTimeoutMs: 0 })).toThrow(/expected `runTimeoutMs`/);
    expect(() => take({ recovery, literals: "a secret" })).toThrow(/`literals` .*, got a text\./);
    expect(() => take({ recovery, mode: undefined })).not.toThrow();
  });
});

describe("what else is given", () => {
  it.each<readonly [string, () => unknown, string]>([
    [
      "no tools",
      () => new RecoveringToolNode(undefined as never, { recovery }),
      "RecoveringToolNode: expected `tools` to be an array, got undefined.",
    ],
    [
      "a list with a hole",
      () => recoverTools([greet, undefined as never], { recovery }),
      "recoverTools(): expected `tools[1]` to be a tool, which is an object or a function, got undefined.",
    ],
    [
      "no list of tools",
      () => recoverTools(undefined as never, { recovery }),
      "recoverTools(): expected `tools` to be an array, got undefined.",
    ],
    [
      "one tool in place of a list",
      () => recoverTools(greet as never, { recovery }),
      "recoverTools(): expected `tools` to be an array, got an object.",
    ],
    [
      "no node",
      () => wrapToolNode(undefined as never, { recovery }),
      "wrapToolNode(): expected `node` to be a ToolNode that does not recover yet, got undefined.",
    ],
    [
      "a node that recovers already",
      () => wrapToolNode(new RecoveringToolNode([greet], { recovery }), { recovery }),
      "wrapToolNode(): expected `node` to be a ToolNode that does not recover yet, got an object.",
    ],
    [
      "a node that was wrapped before",
      () => wrapToolNode(wrapToolNode(new ToolNode([greet]), { recovery }), { recovery }),
      "wrapToolNode(): expected `node` to be a ToolNode that does not recover yet, got an object.",
    ],
    [
      "handleToolErrors that is no flag",
      () => new RecoveringToolNode([greet], { recovery, handleToolErrors: "no" as never }),
      'RecoveringToolNode: expected `handleToolErrors` to be true or false, got "no".',
    ],
    [
      "one middleware in place of a list",
      () => recoverMiddleware({ recovery, around: {} as never }),
      "recoverMiddleware(): expected `around` to be an array, got an object.",
    ],
    [
      "a question that is no answer",
      () => recoverMiddleware({ recovery, askHuman: "yes" as never }),
      'expected `askHuman` to be true, false or a function of the incident, got "yes".',
    ],
    [
      "a recovery that was not made to a RunEndHandler",
      () => new RunEndHandler({ recovery: {} as never }),
      "RunEndHandler: expected `recovery` to be what createRecovery() returned, got an object.",
    ],
    [
      "nothing to a condition",
      () => recoveryCondition(null as never),
      "recoveryCondition(): expected `options` to be an object, got null.",
    ],
    [
      "a misspelt node to a condition",
      () => recoveryCondition({ agnet: "llm" } as never),
      "recoveryCondition(): there is no option `agnet`. Did you mean `agent`?",
    ],
    [
      "an annotation",
      () => withRecoveryState(MessagesAnnotation as never),
      "withRecoveryState(): expected `schema` to be a StateSchema or a zod object, got an object. Into an Annotation, spread `recoveryState`.",
    ],
    [
      "a state that is taken already",
      () => withRecoveryState(z.object({ stopReason: z.string() })),
      "withRecoveryState(): expected `schema.stopReason` to be left out, got an object. The run is kept under this key.",
    ],
    [
      "a state with the run in it already",
      () =>
        withRecoveryState(withRecoveryState(new StateSchema({ messages: MessagesValue })) as never),
      "expected `schema.recovery` to be left out",
    ],
  ])("%s: said at once, with what to do", (_, take, message) => {
    expect(take).toThrow(message);
  });

  it("an annotation is told from a zod object by its shape", () => {
    expect(() => withRecoveryState(Annotation.Root({}) as never)).toThrow("a StateSchema or a zod");
  });
});
