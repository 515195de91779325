import type { ToolOptions } from "./tool-options.ts";

/** Tool names are the model's to invent, so the cache has an end. */
const CACHE_LIMIT = 1_000;

/** The settings of tools by name, merged once and remembered. */
export class ToolSettings {
  readonly #defaults: ToolOptions;
  readonly #exact: Map<string, ToolOptions>;
  /** More specific patterns later, so that they win. */
  readonly #patterns: readonly { readonly test: RegExp; readonly options: ToolOptions }[];
  readonly #cache = new Map<string, { from: ToolOptions | undefined; merged: ToolOptions }>();

  constructor(tools: Readonly<Record<string, ToolOptions>> = {}, defaults: ToolOptions = {}) {
    const names = Object.keys(tools);
    this.#defaults = defaults;
    this.#exact = new Map(
      names.filter((name) => !name.includes("*")).map((name) => [name, tools[name] ?? {}]),
    );
    this.#patterns = names
      .filter((name) => name.includes("*"))
      .sort((a, b) => a.length - b.length)
      .map((name) => ({ test: toRegExp(name), options: tools[name] ?? {} }));
  }

  /** Exact name over patterns over what the adapter knows over the defaults. */
  of(name: string, fromAdapter: ToolOptions | undefined): ToolOptions {
    const known = this.#cache.get(name);
    if (known !== undefined && known.from === fromAdapter) return known.merged;
    const merged: Record<string, unknown> = {};
    for (const layer of this.#layers(name, fromAdapter)) {
      for (const [key, value] of Object.entries(layer)) {
        if (value !== undefined) merged[key] = value;
      }
    }
    if (known === undefined && this.#cache.size >= CACHE_LIMIT) this.#cache.clear();
    this.#cache.set(name, { from: fromAdapter, merged });
    return merged;
  }

  /** Whether the user has named this tool, exactly or by a pattern. */
  names(name: string): boolean {
    return this.#exact.has(name) || this.#patterns.some(({ test }) => test.test(name));
  }

  *#layers(name: string, fromAdapter: ToolOptions | undefined): Generator<ToolOptions> {
    yield this.#defaults;
    if (fromAdapter !== undefined) yield fromAdapter;
    for (const { test, options } of this.#patterns) if (test.test(name)) yield options;
    const exact = this.#exact.get(name);
    if (exact !== undefined) yield exact;
  }
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
