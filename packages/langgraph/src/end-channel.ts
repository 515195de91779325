import { BaseChannel, EmptyChannelError } from "@langchain/langgraph";

interface Kept<Value> {
  readonly value: Value | null;
  /** The graph came to its end with this value: the next invocation starts without it. */
  readonly ended: boolean;
}

/**
 * A value that says how a run ended. `null` until it ends, and again when the graph is invoked
 * anew, so that a thread never shows the end of an earlier run, or when somebody writes `null`.
 * Parallel branches of one run may write it at once; they write the same.
 */
export class EndChannel<Value> extends BaseChannel<Value | null, Value | null, Kept<Value>> {
  override readonly lc_graph_name = "RecourseEnd";
  readonly #atEnd: Value | null;
  #kept: Kept<Value> = { value: null, ended: false };

  /** @param atEnd The value when a graph ends that nothing stopped. @default null */
  constructor(atEnd: Value | null = null) {
    super();
    this.#atEnd = atEnd;
  }

  override fromCheckpoint(checkpoint?: Kept<Value>): this {
    const channel = new EndChannel<Value>(this.#atEnd);
    if (checkpoint !== undefined && checkpoint !== null) channel.#kept = checkpoint;
    return channel as this;
  }

  override update(values: (Value | null)[]): boolean {
    const { value, ended } = this.#kept;
    const before = ended ? null : value;
    const given = values.filter((next) => next !== undefined);
    const next = given.findLast((one) => one !== null) ?? (given.length > 0 ? null : before);
    this.#kept = { value: next, ended: false };
    return ended || next !== value;
  }

  override finish(): boolean {
    if (this.#kept.ended) return false;
    this.#kept = { value: this.#kept.value ?? this.#atEnd, ended: true };
    return true;
  }

  override get(): Value | null {
    return this.#kept.value;
  }

  override checkpoint(): Kept<Value> {
    if (this.#kept.value === null && !this.#kept.ended) throw new EmptyChannelError();
    return this.#kept;
  }

  override isAvailable(): boolean {
    return true;
  }

  override equals(other: BaseChannel): boolean {
    return other.lc_graph_name === this.lc_graph_name;
  }
}
