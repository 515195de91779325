import { Agent, type MCPServer } from "@openai/agents";
import { RecourseError } from "@recourse/core";
import { expect, it } from "vitest";
import { z } from "zod";
import {
  agentsRecovery,
  createRecovery,
  recoverAgentTool,
  recoveringRunner,
  recoverMcpServer,
  recoverTool,
} from "../src/index.ts";
import { testRecovery } from "./support.ts";

const parameters = z.object({ n: z.number() });
const tool = { name: "t", description: "", parameters, execute: () => "ok" };
const agent = () => new Agent({ name: "A" });
const agentTool = { toolName: "a", toolDescription: "" };
const server: MCPServer = {
  name: "s",
  cacheToolsList: false,
  connect: async () => undefined,
  close: async () => undefined,
  listTools: async () => [],
  callTool: async () => [],
  invalidateToolsCache: async () => undefined,
};
const run = () => createRecovery().run();

/** What plain JavaScript may well hand to us, and what it is told. */
const mistakes: readonly [
  what: string,
  make: (wrong: never) => unknown,
  given: unknown,
  told: RegExp,
][] = [
  [
    "a runner without a recovery",
    recoveringRunner,
    undefined,
    /recoveringRunner\(\): expected `recovery` to be what createRecovery\(\) returned, got undefined/,
  ],
  [
    "a runner with an empty object",
    recoveringRunner,
    {},
    /recoveringRunner\(\): expected `recovery` to be .*, got an object/,
  ],
  [
    "a runner whose onHalt is an output",
    (onHalt) => recoveringRunner(createRecovery(), { onHalt }),
    { a: 1 },
    /recoveringRunner\(\): expected `onHalt` to be a function/,
  ],
  [
    "a runner whose onHalt is written otherwise",
    (given) => recoveringRunner(createRecovery(), given),
    { onhalt: () => 1 },
    /recoveringRunner\(\): there is no option `onhalt`\. Did you mean `onHalt`\?/,
  ],
  [
    "a runner with the options of its runs beside the SDK's",
    (given) => recoveringRunner(createRecovery(), given),
    { attributes: { tenant: "a" } },
    /recoveringRunner\(\): there is no option `attributes`\. It belongs under `run`/,
  ],
  [
    "a runner with settings of runs that are none",
    (given) => recoveringRunner(createRecovery(), { run: given }),
    true,
    /recoveringRunner\(\): expected `run` to be an object, got true/,
  ],
  [
    "a recovery of core that is none",
    agentsRecovery,
    null,
    /agentsRecovery\(\): expected `recovery`/,
  ],
  [
    "run options that are a number",
    (given) => run().runOptions(given),
    20,
    /run\.runOptions\(\): expected `options` to be an object, got 20/,
  ],
  [
    "a misspelt onHalt of run options",
    (given) => run().runOptions({}, given),
    { onhalt: () => 1 },
    /run\.runOptions\(\): there is no option `halt\.onhalt`\. Did you mean `onHalt`/,
  ],
  [
    "a state that was not awaited",
    (given) => run().bindState(given),
    Promise.resolve({}),
    /run\.bindState\(\): expected `state` to be a run state of the SDK, got a promise; await it first/,
  ],
  [
    "a tool of nothing",
    recoverTool,
    undefined,
    /recoverTool\(\): expected `options` to be an object, got undefined/,
  ],
  [
    "a tool without execute",
    recoverTool,
    { ...tool, execute: undefined },
    /recoverTool\(\): expected `execute` to be a function, got undefined/,
  ],
  [
    "a tool's effect among the SDK's options",
    (effect) => recoverTool({ ...tool, effect } as typeof tool),
    "read",
    /recoverTool\(\): there is no option `effect`\. It belongs under `settings`/,
  ],
  [
    "the effect of an agent's tool among the SDK's options",
    (effect) => recoverAgentTool(agent(), { ...agentTool, effect } as typeof agentTool),
    "read",
    /recoverAgentTool\(\): there is no option `effect`\. It belongs under `settings`/,
  ],
  [
    "an effect that does not exist",
    (effect) => recoverTool(tool, { effect }),
    "reads",
    /recoverTool\(\): expected `effect` to be one of .* Did you mean "read"\?/,
  ],
  [
    "a misspelt setting of a tool",
    (given) => recoverTool(tool, given),
    { timeOutMs: 5 },
    /recoverTool\(\): there is no option `timeOutMs`\. Did you mean `timeoutMs`\?/,
  ],
  [
    "a tool with a recovery that is none",
    (recovery) => recoverTool(tool, { recovery }),
    {},
    /recoverTool\(\): expected `recovery`/,
  ],
  [
    "no agent",
    (given) => recoverAgentTool(given, agentTool),
    undefined,
    /recoverAgentTool\(\): expected `agent` to be an agent of the SDK, got undefined/,
  ],
  [
    "an agent's tool without options",
    (given) => recoverAgentTool(agent(), given),
    undefined,
    /recoverAgentTool\(\): expected `options` to be an object/,
  ],
  [
    "a misspelt setting of an agent's tool",
    (given) => recoverAgentTool(agent(), agentTool, given),
    { efect: "read" },
    /recoverAgentTool\(\): there is no option `efect`\. Did you mean `effect`\?/,
  ],
  [
    "no server",
    recoverMcpServer,
    undefined,
    /recoverMcpServer\(\): expected `server` to be an MCP server of the SDK, got undefined/,
  ],
  [
    "a server's defaults that are wrong",
    (defaults) => recoverMcpServer(server, { defaults }),
    { effect: "wipe" },
    /recoverMcpServer\(\): expected `defaults\.effect` to be one of/,
  ],
  [
    "a misspelt setting of a server",
    (given) => recoverMcpServer(server, given),
    { annotation: false },
    /recoverMcpServer\(\): there is no option `annotation`\. Did you mean `annotations`\?/,
  ],
];

it.each(mistakes)("says what is wrong with %s", (_what, make, given, told) => {
  let thrown: unknown;
  try {
    make(given as never);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(RecourseError);
  expect((thrown as Error).message).toMatch(told);
});

it("takes what is left out or undefined", () => {
  expect(() => {
    recoveringRunner(createRecovery(), { onHalt: undefined, run: undefined });
    run().runOptions(undefined, { onHalt: undefined });
    recoverTool(tool, { effect: undefined, recovery: undefined });
    recoverMcpServer(server, { defaults: undefined });
    recoverAgentTool(agent(), agentTool, {});
  }).not.toThrow();
});

it("warns of odd settings of a tool, where it knows whom", () => {
  const warnings: string[] = [];
  const { recovery } = testRecovery({
    onEvent: (event) => {
      if (event.type === "warning") warnings.push(event.message);
    },
  });
  recoverTool(tool, { effect: "read", verify: "get", recovery });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("verify");
});
