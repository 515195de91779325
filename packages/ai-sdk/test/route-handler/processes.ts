import { afterEach, beforeAll, vi } from "vitest";
import type { Response as Scripted, Sdk } from "../kit.ts";
import { type Process, type ProcessOptions, startProcess } from "./process.ts";
import type { makeRoute } from "./route.ts";

/** Starts the route with a script for its model. */
export type Start = (
  store: Map<string, string>,
  script: readonly Scripted[],
  more?: ProcessOptions,
) => Promise<Process>;

/** Starts processes of the route on one version of the SDK, and closes them after each test. */
export function processesOf(sdk: Sdk): Start {
  let make: typeof makeRoute;
  const open: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock("ai", () => sdk.ai);
    ({ makeRoute: make } = await import("./route.ts"));
  });

  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  return async (store, script, more = {}) => {
    const process = await startProcess(make, sdk, store, script, more);
    open.push(process.close);
    return process;
  };
}
