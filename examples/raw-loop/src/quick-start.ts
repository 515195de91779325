// The quick start of the README, compiled. `readme.test.ts` in the comparison holds the two together.

declare const call: { id: string; name: string; args: unknown };
declare const turn: number;
declare const messages: unknown[];
declare const getOrder: (args: { order_id: string }) => Promise<unknown>;

// #region readme
import { createRecovery } from "@recourse/core";

const run = createRecovery({ tools: { get_order: { effect: "read" } } }).run();
const outcome = await run.call({ id: call.id, tool: call.name, args: call.args, turn }, getOrder);
messages.push({ role: "tool", tool_call_id: call.id, content: outcome.content });
const halt = run.closeTurn(); // once per model response: why the run must end, or undefined
if (halt) console.log(halt.reason, halt.userMessage);
// #endregion
