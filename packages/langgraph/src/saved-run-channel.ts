import { BaseChannel } from "@langchain/langgraph";
import { finishAtEnd, runsOfId } from "./run-registry.ts";
import { mergeSavedRuns, type SavedRun } from "./saved-run.ts";

/**
 * Keeps a run in the state. LangGraph tells its channels when a graph comes to its end; that is
 * when the run record is written.
 */
export class SavedRunChannel extends BaseChannel<
  SavedRun | null,
  SavedRun | null,
  SavedRun | null
> {
  override readonly lc_graph_name = "RecourseRun";
  #value: SavedRun | null = null;
  #justWritten = false;

  override fromCheckpoint(checkpoint?: SavedRun | null): this {
    const channel = new SavedRunChannel();
    channel.#value = checkpoint ?? null;
    return channel as this;
  }

  override update(values: (SavedRun | null)[]): boolean {
    if (values.length > 0) {
      this.#justWritten = true;
      queueMicrotask(() => {
        this.#justWritten = false;
      });
    }
    for (const value of values) this.#value = mergeSavedRuns(this.#value, value);
    return values.length > 0;
  }

  override finish(): boolean {
    // A conditional edge reads from a copy of the channel that takes the tool node's write and is
    // told of an end in the same breath. The graph itself comes to its end a superstep later.
    if (this.#justWritten) return false;
    const saved = this.#value;
    if (saved === null) return false;
    for (const entry of runsOfId(saved.runId)) {
      // One that has not come along this far was left behind: the run went on somewhere else. Of
      // responses without ids nobody can tell.
      const last = entry.keys.at(-1);
      if (typeof last !== "string" || last === saved.keys.at(-1)) finishAtEnd(entry);
    }
    return false;
  }

  override get(): SavedRun | null {
    return this.#value;
  }

  override checkpoint(): SavedRun | null {
    return this.#value;
  }

  override isAvailable(): boolean {
    return true;
  }

  override equals(other: BaseChannel): boolean {
    return other.lc_graph_name === this.lc_graph_name;
  }
}
