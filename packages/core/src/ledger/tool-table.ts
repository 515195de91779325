/** How many tool names a run remembers; a model can make up any number. */
const TOOL_LIMIT = 1_000;
/** How many kinds of mistake are remembered of one tool. */
const SHAPE_LIMIT = 64;

/** What is remembered of one tool, in numbers of closed turns. */
export interface ToolEntry {
  /** The turn of its latest success; -1 before the first. */
  succeeded: number;
  /** The mistakes since that success: in how many turns each was made, and the latest of them. */
  mistakes: Map<string, { turns: number; latest: number }> | undefined;
}

/** The tools of a run: when each last succeeded, and its episodes of repair. */
export class ToolTable {
  /** Made with the first tool: a run may have none, and every run has one of these. */
  #entries: Map<string, ToolEntry> | undefined;

  get(tool: string): ToolEntry | undefined {
    return this.#entries?.get(tool);
  }

  /** A success ends the tool's episode of repair. */
  noteSuccess(tool: string, turn: number): void {
    const entry = this.#touch(tool);
    entry.succeeded = turn;
    entry.mistakes = undefined;
  }

  /** Failures of one turn count once, since the model had not seen the first. */
  noteMistake(tool: string, shape: string, turn: number): void {
    const entry = this.#touch(tool);
    entry.mistakes ??= new Map();
    const { mistakes } = entry;
    const known = mistakes.get(shape);
    if (known === undefined) {
      mistakes.set(shape, { turns: 1, latest: turn });
      if (mistakes.size > SHAPE_LIMIT) dropFirst(mistakes);
    } else if (known.latest !== turn) {
      known.turns += 1;
      known.latest = turn;
    }
  }

  entries(): Iterable<[string, ToolEntry]> {
    return this.#entries ?? [];
  }

  restore(tool: string, entry: ToolEntry): void {
    this.#entries ??= new Map();
    this.#entries.set(tool, entry);
  }

  #touch(tool: string): ToolEntry {
    this.#entries ??= new Map();
    const known = this.#entries.get(tool);
    if (known !== undefined) return known;
    const entry: ToolEntry = { succeeded: -1, mistakes: undefined };
    this.#entries.set(tool, entry);
    if (this.#entries.size > TOOL_LIMIT) dropFirst(this.#entries);
    return entry;
  }
}

function dropFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
