import { kinds } from "@recourse/core/adapter";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { checkOptions } from "../check-options.ts";
import { agentRecoveryState } from "./agent-state.ts";
import { gateHook, gateMiddleware, modelHook } from "./gate.ts";
import type { RecoverMiddlewareOptions } from "./options.ts";
import { outerHooks, outerMiddleware } from "./outer.ts";
import { recoverToolCall } from "./tool-call.ts";
import { ToolNames } from "./tool-names.ts";
import { warnOfRepeaters } from "./warn-of-repeaters.ts";

const ownKinds = {
  around: kinds.list,
  askHuman: {
    wanted: "true, false or a function of the incident",
    fits: (value: unknown) => typeof value === "boolean" || typeof value === "function",
  },
};

/** The middleware whose fields, `stopReason` and `userMessage`, an agent's state has besides. */
type Recovering = AgentMiddleware<typeof agentRecoveryState>;

/**
 * The list for `createAgent`'s `middleware`, which can also be one entry of such a list. Not to be
 * spread into one: TypeScript takes what is both for a list of unknown length then.
 */
export type RecoverMiddleware = [Recovering] & Recovering;

/** The list for `createAgent`'s `middleware`, with the other middleware in its place. */
export type RecoverMiddlewareAround<Around extends readonly AgentMiddleware[]> = [
  Recovering,
  ...Around,
  AgentMiddleware,
];

/**
 * The recovery for `createAgent`. Ours has to be outside of everybody else around a tool call, and
 * before everybody else when a response is looked at (a person is not asked to approve a call that
 * cannot run), so the other middleware goes into `around`.
 *
 * @example createAgent({ model, tools, middleware: recoverMiddleware({ recovery, around: [approvals] }) });
 */
export function recoverMiddleware(
  options: RecoverMiddlewareOptions & { readonly around?: undefined },
): RecoverMiddleware;
export function recoverMiddleware<const Around extends readonly AgentMiddleware[]>(
  options: RecoverMiddlewareOptions<Around>,
): RecoverMiddlewareAround<Around>;
export function recoverMiddleware(options: RecoverMiddlewareOptions): AgentMiddleware[] {
  checkOptions("recoverMiddleware()", options, ownKinds);
  const { recovery, around = [] } = options;
  warnOfRepeaters(recovery, around);
  const names = new ToolNames();
  return around.length === 0 ? alone(options, names) : list(options, around, names);
}

/**
 * A list of one, and that one itself. Where it stands in another list, LangChain reads its hooks
 * off it as off any entry, but takes the entry that wraps model calls out of a list: so the one
 * inside has to have all hooks too.
 */
function alone(options: RecoverMiddlewareOptions, names: ToolNames): AgentMiddleware[] {
  const one = single(options, names);
  return Object.assign([one], one);
}

function list(
  options: RecoverMiddlewareOptions,
  around: readonly AgentMiddleware[],
  names: ToolNames,
): AgentMiddleware[] {
  const all = [outerMiddleware(options, names), ...around, gateMiddleware(options, names)];
  return Object.defineProperty(all, "name", { get: refuseToBeOne });
}

function refuseToBeOne(): never {
  throw new TypeError(
    "recoverMiddleware({ around }) gives a list: write `middleware: recoverMiddleware(…)`, " +
      "or spread it into a list of your own.",
  );
}

/** All hooks in one, for an agent without other middleware. */
function single(options: RecoverMiddlewareOptions, names: ToolNames): AgentMiddleware {
  const hooks = outerHooks(options);
  return createMiddleware({
    name: "RecourseRecovery",
    stateSchema: agentRecoveryState,
    beforeAgent: hooks.beforeAgent as never,
    beforeModel: { canJumpTo: ["end"], hook: hooks.beforeModel as never },
    wrapModelCall: modelHook(options, names),
    afterModel: { canJumpTo: ["model", "end"], hook: gateHook(options, names) as never },
    afterAgent: hooks.afterAgent as never,
    wrapToolCall: (request, handler) =>
      recoverToolCall(options, names, request as never, handler as never),
  }) as unknown as AgentMiddleware;
}
