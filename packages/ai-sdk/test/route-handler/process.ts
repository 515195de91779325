import { type AiSdkRecovery, createRecovery, type RecoveryOptions } from "../../src/index.ts";
import type { Model, Response as Scripted, Sdk } from "../kit.ts";
import type { makeRoute, Orders, Saved } from "./route.ts";
import { serve } from "./serve.ts";

/** What differs from a process in which all goes well. */
export interface ProcessOptions {
  readonly orders?: Partial<Orders>;
  readonly recovery?: RecoveryOptions;
}

/** The route in a process of its own. */
export interface Process {
  readonly model: Model;
  readonly url: string;
  /** What is to be done before the process may freeze. */
  readonly flushed: readonly Promise<void>[];
  readonly close: () => Promise<void>;
}

/** Starts the route as in a process of its own: everything but the store is new. */
export async function startProcess(
  make: typeof makeRoute,
  sdk: Sdk,
  store: Map<string, string>,
  script: readonly Scripted[],
  more: ProcessOptions = {},
): Promise<Process> {
  const model = sdk.model(script);
  const flushed: Promise<void>[] = [];
  const recovery: AiSdkRecovery = createRecovery({
    policy: { retry: { baseMs: 1, jitter: 0 } },
    ...more.recovery,
  });
  const route = make({
    model: model.model,
    recovery,
    orders: {
      find: async (id) => ({ id, total: 12 }),
      refund: async () => "refunded",
      ...more.orders,
    },
    store: {
      load: async (id) => (JSON.parse(store.get(id) ?? "null") as Saved | undefined) ?? undefined,
      save: async (id, saved) => {
        store.set(id, JSON.stringify(saved));
      },
    },
    after: (work) => flushed.push(work()),
  });
  return { model, flushed, ...(await serve(route)) };
}

/** What the store has of the conversation. */
export function savedOf(store: Map<string, string>): Saved {
  return JSON.parse(store.get("chat-1") ?? "") as Saved;
}
