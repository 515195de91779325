/**
 * What the SDK charges for each public way to act between two model calls, with nothing done there,
 * and what it charges for its own way of calling a tool. Why a halt is thrown from a
 * `callModelInputFilter` although that is the dearest stands in the README under "Cost".
 */
import { Runner, setTracingDisabled, type ToolToFinalOutputFunction, tool } from "@openai/agents";
import { compare, type Variant } from "./compare.ts";
import { agentWith, idleFilter, options, question } from "./one-call.ts";

setTracingDisabled(true);

const runner = new Runner();
const bareTool = tool(options);
const askedTool = tool({ ...options, isEnabled: async () => true });
/** Parses and executes, and does nothing else of what the SDK's own `invoke` does. */
const directTool = tool(options);
directTool.invoke = async (_context, input) =>
  (await options.execute(options.parameters.parse(JSON.parse(input)))) as never;

const goOn: ToolToFinalOutputFunction = () => ({
  isFinalOutput: false,
  isInterrupted: undefined,
});

function variant(made: typeof bareTool, settings: object = {}, runOptions: object = {}): Variant {
  return {
    agent: () => Object.assign(agentWith(made), settings),
    run: (agent) => runner.run(agent, question, runOptions),
  };
}

await compare(
  {
    bare: variant(bareTool),
    control: variant(bareTool),
    filter: variant(bareTool, {}, { callModelInputFilter: idleFilter }),
    toolUseBehavior: variant(bareTool, { toolUseBehavior: goOn }),
    isEnabled: variant(askedTool),
    instructions: variant(bareTool, { instructions: () => "Help." }),
    "own invoke": variant(directTool),
  },
  Number(process.argv[2] ?? 200),
);
