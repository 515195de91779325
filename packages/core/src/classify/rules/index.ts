import type { Rule } from "../rule.ts";
import { httpRules } from "./http.ts";
import { nodeRules } from "./node.ts";
import { wordRules } from "./words.ts";

/** All rules, in the order in which they are asked within a stage. A new client is a line here. */
export const allRules: readonly Rule[] = [...nodeRules, ...httpRules, ...wordRules];
