/**
 * The entry for `langchain`'s `createAgent`: one middleware that puts Recourse around the agent's
 * tools. Everything else (the recovery itself, `withRecovery`, helpers) comes from the main entry.
 *
 * @module
 */
export type { HumanDecision, HumanQuestion } from "./human-decision.ts";
export type { RecoverMiddlewareOptions } from "./middleware/options.ts";
export {
  type RecoverMiddleware,
  type RecoverMiddlewareAround,
  recoverMiddleware,
} from "./middleware/recover-middleware.ts";
