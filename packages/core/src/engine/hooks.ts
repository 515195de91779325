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
  const { enumerate, explain } = options;
  if (state.modes.messages !== "enforce") return undefined;
  const names = diagnosis.errorType === "not_found" || diagnosis.errorType === "invalid_args";
  const enumerated =
    names && enumerate !== undefined ? ask(state, () => enumerate(args)) : undefined;
  const explained = explain === undefined ? undefined : ask(state, () => explain(error, args));
  const own = diagnosis.explanation;
  if (enumerated === undefined && explained === undefined && own === undefined) return undefined;
  if (!(enumerated instanceof Promise) && !(explained instanceof Promise)) {
    return { enumerated, explanation: explained ?? own };
  }
  return Promise.all([enumerated, explained]).then(([list, text]) => ({
    enumerated: list,
    explanation: text ?? own,
  }));
}

/** What to say of an empty result. */
export function emptyHook(
  state: RunState,
  { options, args }: HookSubject,
  value: unknown,
): HookTexts | undefined {
  const { describeEmpty, enumerate } = options;
  if (state.modes.messages !== "enforce") return undefined;
  const empty =
    describeEmpty &&
    ask(state, () => state.core.plain("describeEmpty", describeEmpty(args, value)));
  // What was looked for may only be misspelt. There is no waiting here: the call has succeeded.
  const names = enumerate && ask(state, () => enumerate(args));
  const enumerated = names instanceof Promise ? undefined : names;
  if (empty === undefined && enumerated === undefined) return undefined;
  return { empty: empty instanceof Promise ? undefined : empty, enumerated };
}

/** The part of the texts that is there at once, for callers that cannot wait. */
export function atOnce(
  hooks: HookTexts | undefined | Promise<HookTexts | undefined>,
): HookTexts | undefined {
  return hooks instanceof Promise ? undefined : hooks;
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
