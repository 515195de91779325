import type { ToolOptions } from "@recourse/core";
import { effectOfAnnotations, readRecoveryOptions } from "@recourse/core/adapter";
import type { ToolLike } from "./sdk-types.ts";
import { uncheckedSchema } from "./tool-schema.ts";

/** A tool that the SDK executes, under its name, with what is known of it. */
export interface Executable {
  readonly name: string;
  readonly tool: ToolLike;
  readonly options: ToolOptions;
  /** How its `execute` was written, which tells what it returns. */
  readonly kind: "async" | "generator" | "plain";
  /** Whether a spread copies all of it, as of a literal. */
  readonly isLiteral: boolean;
}

/** By tool, since the tools of an application are the same objects in every run. */
const known = new WeakMap<
  ToolLike,
  { readonly own: ToolOptions | undefined; readonly executable: Executable }
>();

/** Under which a tool of ours keeps the one that it stands for, so that nothing is wrapped twice. */
const original: unique symbol = Symbol.for("recourse.ai-sdk.original") as never;

type Copy = ToolLike & { readonly [original]?: ToolLike };

/** The tool as the user gave it. */
export function originalOf(tool: ToolLike): ToolLike {
  return (tool as Copy | undefined)?.[original] ?? tool;
}

/** A copy of a tool with some properties replaced; it keeps prototype and getters, for instances of classes. */
export function copyOf({ tool, isLiteral }: Executable, replaced: Partial<ToolLike>): ToolLike {
  const ours = { ...replaced, [original]: tool };
  // The same for a literal, and twenty times as fast; each run copies all its tools.
  if (isLiteral) return { ...tool, ...ours };
  const copy = Object.create(
    Object.getPrototypeOf(tool) as object | null,
    Object.getOwnPropertyDescriptors(tool),
  ) as ToolLike;
  for (const key of Reflect.ownKeys(ours)) {
    Object.defineProperty(copy, key, {
      value: Reflect.get(ours, key) as unknown,
      enumerable: key !== original,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** A tool as it will be called; worked out once, and again when it was given other settings. */
export function executableOf(name: string, given: ToolLike): Executable {
  const tool = originalOf(given);
  const own = readRecoveryOptions(tool);
  const before = known.get(tool);
  if (before !== undefined && before.own === own && before.executable.name === name) {
    const { executable } = before;
    if (executable.kind === kindOf(tool)) return executable;
  }
  const executable = {
    name,
    tool,
    options: settingsOf(tool, own),
    kind: kindOf(tool),
    isLiteral: isLiteral(tool),
  };
  known.set(tool, { own, executable });
  return executable;
}

/**
 * What the tool itself says: `withRecovery` beside it, else MCP annotations and a bare schema. The
 * same object for every run, by which core knows that it has merged it before.
 */
function settingsOf(tool: ToolLike, own: ToolOptions | undefined): ToolOptions {
  const schema = uncheckedSchema(tool.inputSchema);
  const { annotations } = (tool.metadata ?? {}) as { readonly annotations?: unknown };
  const effect = effectOfAnnotations(annotations);
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(effect === undefined ? {} : { effect }),
    ...own,
  };
}

function kindOf({ execute }: ToolLike): Executable["kind"] {
  const tag: unknown = execute === undefined ? "" : Reflect.get(execute, Symbol.toStringTag);
  if (tag === "AsyncFunction") return "async";
  return tag === "AsyncGeneratorFunction" ? "generator" : "plain";
}

/** Settings that were put beside it under a symbol do not count: those are read from the original. */
function isLiteral(tool: ToolLike): boolean {
  if (Object.getPrototypeOf(tool) !== Object.prototype) return false;
  const properties = Object.entries(Object.getOwnPropertyDescriptors(tool));
  return properties.every(([, { enumerable, get }]) => enumerable === true && get === undefined);
}
