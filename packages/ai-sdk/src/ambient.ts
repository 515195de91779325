import type { Run } from "@recourse/core";

/** The part of `AsyncLocalStorage` that is used. */
interface Storage {
  run<Result>(run: Run, inside: () => Result): Result;
  getStore(): Run | undefined;
}

let storage: Storage | undefined;

/**
 * Starts to keep which run a tool is called in, so that an agent inside the tool finds its parent.
 * Only `recovery.agent` asks for it, since it costs something; where the platform has no
 * `AsyncLocalStorage`, an agent inside a tool gets a run of its own.
 */
export function keepAmbientRuns(): void {
  if (storage !== undefined) return;
  const platform = globalThis as {
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  };
  const hooks = platform.process?.getBuiltinModule?.("node:async_hooks") as
    | { readonly AsyncLocalStorage?: new () => Storage }
    | undefined;
  if (hooks?.AsyncLocalStorage !== undefined) storage = new hooks.AsyncLocalStorage();
}

/** Calls a tool as part of a run. */
export function insideRun<Result>(run: Run, call: () => Result): Result {
  return storage === undefined ? call() : storage.run(run, call);
}

/** The run in which the code that asks was called as a tool. */
export function ambientRun(): Run | undefined {
  return storage?.getStore();
}
