/**
 * The classifier alone: what happened, which class it is, whether the call can have taken
 * effect, and when a repeat makes sense.
 */

export {
  type ClassifierOptions,
  type Classify,
  classifier,
  classify,
  classifyReturned,
} from "./classify/classify.ts";
export type { ClassifyContext, Diagnosis } from "./classify/diagnosis.ts";
export { isRetryable, type RetryableOptions } from "./classify/is-retryable.ts";
export type { Link } from "./classify/link.ts";
export type { OnRuleError } from "./classify/own-rules.ts";
export type { Rule, Scene, Stage } from "./classify/rule.ts";
export { allRules as rules } from "./classify/rules/index.ts";
export type { Verdict, VerdictInput } from "./classify/verdict.ts";
