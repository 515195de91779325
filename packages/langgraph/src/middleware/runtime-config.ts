import { getConfig } from "@langchain/langgraph";
import type { NodeConfig } from "../scope.ts";

/** The part of a hook's runtime that is read. */
export interface HookRuntime {
  readonly configurable?: Record<string, unknown> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly writer?: ((chunk: unknown) => void) | undefined;
  readonly interrupt?: ((value: unknown) => unknown) | undefined;
}

/** The config of the node that a hook runs in: langchain hands on only a part of it. */
export function configOf(runtime: HookRuntime): NodeConfig {
  return { ...ambientConfig(), ...definedOf(runtime) };
}

function ambientConfig(): NodeConfig {
  try {
    return (getConfig() ?? {}) as NodeConfig;
  } catch {
    return {};
  }
}

function definedOf({ configurable, signal, writer }: HookRuntime): NodeConfig {
  return {
    ...(configurable === undefined ? {} : { configurable }),
    ...(signal === undefined ? {} : { signal }),
    ...(writer === undefined ? {} : { writer }),
  };
}
