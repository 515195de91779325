import type { Link } from "./link.ts";
import type { Rule, Scene } from "./rule.ts";
import { isVerdict, type VerdictInput, verdictOf } from "./verdict.ts";

/** Told of a rule of the user's that could not be asked, or that gave nonsense. */
export type OnRuleError = (rule: string, error: unknown) => void;

/**
 * The user's own rules, made safe: one that throws or gives nonsense says nothing, so that the next
 * one is asked, and it is told of once.
 */
export function ownRules(rules: readonly Rule[], onRuleError: OnRuleError): Rule[] {
  return rules.map((rule): Rule => {
    let told = false;
    const tell = (error: unknown): undefined => {
      if (told) return undefined;
      told = true;
      try {
        onRuleError(rule.name, error);
      } catch {
        // Who is told of a failure must not cause another.
      }
      return undefined;
    };
    const { match, when, codes, names } = rule;
    return {
      ...rule,
      stage: "known",
      ...(codes && { codes: completed(codes) }),
      ...(names && { names: completed(names) }),
      ...(match && { match: (link, scene) => ask(match, link, scene, tell) }),
      ...(when && {
        when: (link) => {
          try {
            return when(link) === true;
          } catch (error) {
            tell(error);
            return false;
          }
        },
      }),
    };
  });
}

function ask(
  match: NonNullable<Rule["match"]>,
  link: Link,
  scene: Scene,
  tell: (error: unknown) => undefined,
): VerdictInput | undefined {
  try {
    const said: unknown = match(link, scene);
    if (said === undefined || said === null || said === false) return undefined;
    if (isVerdict(said)) return complete(said);
    return tell(new TypeError("match() gave neither undefined nor an error type."));
  } catch (error) {
    return tell(error);
  }
}

function completed(table: NonNullable<Rule["codes"]>): NonNullable<Rule["codes"]> {
  return Object.fromEntries(Object.entries(table).map(([key, said]) => [key, complete(said)]));
}

/** A verdict that says no outcome has the usual one of its type. */
function complete(said: VerdictInput): VerdictInput {
  return typeof said === "string" ? said : { ...verdictOf(said.errorType), ...said };
}

/** The console is the one place where somebody may look who gave us nothing else. */
export function warnOfRule(rule: string, error: unknown): void {
  const { console } = globalThis as { console?: { warn?(text: string): void } };
  const { message = String(error) } = (error ?? {}) as { readonly message?: string };
  console?.warn?.(
    `[recourse] The rule "${rule}" of classifier() is passed over where it fails: ${message}`,
  );
}
