import type { HookTexts } from "../observation/composed.ts";
import type { ExplainedDiagnosis } from "./judge.ts";
import { isThenable } from "./promise-of.ts";
import type { RunState } from "./run-state.ts";
import type { ToolOptions } from "./tool-options.ts";

/** A hook that has not answered by then is left out: it must not hold up a call. */
const HOOK_LIMIT_MS = 5_000;

/** What the hooks need to know of a call. */
export interface HookSubject {
  readonly options: ToolOptions;
  readonly args: unknown;
}

type Pending<T> = T | Promise<T | undefined> | undefined;

/**
 * Asks the tool's author for what would help. A promise only where a hook is asynchronous; a hook
 * that throws or hangs is left out.
 */
export function failureHooks(
  state: RunState,
  { options, args }: HookSubject,
  diagnosis: ExplainedDiagnosis,
  error: unknown,
): HookTexts | undefined | Promise<HookTexts | undefined> {
  const own = diagnosis.explanation;
  const { enumerated, explained } = asked(state, { options, args }, diagnosis, error);
  if (enumerated === undefined && explained === undefined && own === undefined) return undefined;
  if (!(enumerated instanceof Promise) && !(explained instanceof Promise)) {
    return { enumerated, explanation: explained ?? own };
  }
  return Promise.all([enumerated, explained]).then(([list, text]) => ({
    enumerated: list,
    explanation: text ?? own,
  }));
}

/** The same for callers that cannot wait: what a hook would still have to fetch is left out. */
export function failureHooksAtOnce(
  state: RunState,
  subject: HookSubject,
  diagnosis: ExplainedDiagnosis,
  error: unknown,
): HookTexts {
  const { enumerated, explained } = asked(state, subject, diagnosis, error);
  return {
    enumerated: atOnce(enumerated),
    explanation: atOnce(explained) ?? diagnosis.explanation,
  };
}

function asked(
  state: RunState,
  { options: { enumerate, explain }, args }: HookSubject,
  { errorType }: ExplainedDiagnosis,
  error: unknown,
) {
  const speaks = state.modes.messages === "enforce";
  const names = speaks && (errorType === "not_found" || errorType === "invalid_args");
  return {
    enumerated: names && enumerate ? ask(state, () => enumerate(args)) : undefined,
    explained: speaks && explain ? ask(state, () => explain(error, args)) : undefined,
  };
}

/** What to say of an empty result. */
export function emptyHook(
  state: RunState,
  { options, args }: HookSubject,
  value: unknown,
): HookTexts | undefined | Promise<HookTexts> {
  const { describeEmpty, enumerate } = options;
  if (state.modes.messages !== "enforce") return undefined;
  const empty =
    describeEmpty &&
    ask(state, () => state.core.plain("describeEmpty", describeEmpty(args, value)));
  const said = atOnce(empty);
  // What was looked for may only be misspelt.
  const names = enumerate && ask(state, () => enumerate(args));
  if (names instanceof Promise) {
    return names.then((enumerated) => ({ empty: said, enumerated }));
  }
  if (said === undefined && names === undefined) return undefined;
  return { empty: said, enumerated: names };
}

/** What is there at once, for callers that cannot wait. */
export function atOnce<T>(given: T | Promise<T | undefined> | undefined): T | undefined {
  return given instanceof Promise ? undefined : given;
}

function ask<T>(state: RunState, hook: () => T | Promise<T>): Pending<T> {
  try {
    const said = hook();
    return isThenable(said) ? inTime(state, Promise.resolve(said)) : said;
  } catch (error) {
    state.engineError("hook", error);
    return undefined;
  }
}

function inTime<T>(state: RunState, said: Promise<T>): Promise<T | undefined> {
  const { clock } = state.core;
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => {
      state.engineError("hook", new Error(`A hook gave no answer within ${HOOK_LIMIT_MS} ms.`));
      resolve(undefined);
    }, HOOK_LIMIT_MS);
    said.then(
      (value) => {
        clock.clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clock.clearTimeout(timer);
        state.engineError("hook", error);
        resolve(undefined);
      },
    );
  });
}
