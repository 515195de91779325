import type { ClassifierOptions } from "../classify/classify.ts";
import type { Rule } from "../classify/rule.ts";
import { isVerdict } from "../classify/verdict.ts";
import { ERROR_TYPES } from "../vocabulary.ts";
import { checkEach, checkFields, type Owner, wrong } from "./check-fields.ts";
import { callable, type Kind, list, object, oneOf, text } from "./kind.ts";

const owner: Owner = { of: "classifier()" };

const ruleKinds: Readonly<Record<keyof Rule, Kind>> = {
  name: text,
  source: text,
  example: { wanted: "anything", fits: () => true },
  stage: oneOf(["known", "abort", "body", "limit", "status", "word", "text"]),
  codes: object,
  names: object,
  when: callable,
  on: oneOf(["number", "string", "none", "any"]),
  named: list,
  has: list,
  match: callable,
};

const verdict: Kind = {
  wanted: "an error type, or an object with an `errorType`",
  fits: isVerdict,
  words: Object.keys(ERROR_TYPES),
};

/**
 * Checks the rules of a classifier of the user's own.
 *
 * @throws RecourseError `invalid_option`
 */
export function checkClassifier(options: ClassifierOptions): void {
  checkFields("", options, { rules: list, onRuleError: callable }, owner);
  const { rules = [] } = options;
  checkEach("rules", rules, { ...object, wanted: "a rule, which is an object" }, owner);
  for (const [index, rule] of rules.entries()) checkRule(`rules[${index}]`, rule);
}

function checkRule(path: string, rule: Rule): void {
  checkFields(path, rule, ruleKinds, owner);
  if (rule.name === undefined) throw wrong(`${path}.name`, text, undefined, owner);
  if (rule.codes === undefined && rule.names === undefined && rule.match === undefined) {
    const kind = { ...callable, advice: "A rule has `match`, `codes` or `names`." };
    throw wrong(`${path}.match`, kind, undefined, owner);
  }
  for (const table of ["codes", "names"] as const) {
    for (const [key, entry] of Object.entries(rule[table] ?? {})) {
      if (!verdict.fits(entry)) throw wrong(`${path}.${table}.${key}`, verdict, entry, owner);
    }
  }
}
