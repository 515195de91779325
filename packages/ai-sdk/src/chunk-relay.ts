/**
 * Hands the chunks of a tool that streams from the engine, which waits for the last of them, to the
 * SDK, which reads them one by one.
 */
export class ChunkRelay {
  /** Whether a chunk has been handed on: the attempt cannot be taken back. */
  begun = false;
  readonly #queue: unknown[] = [];
  #wake: (() => void) | undefined;
  #closed = false;

  /** Takes what a tool streams. Gives its last chunk, which is the result. */
  async take(chunks: AsyncIterable<unknown>, signal: AbortSignal): Promise<unknown> {
    let last: unknown;
    for await (const chunk of chunks) {
      if (this.#closed || signal.aborted) return last;
      this.begun = true;
      last = chunk;
      this.#queue.push(chunk);
      this.#wake?.();
    }
    return last;
  }

  /** The chunks as they come, until the call is settled; then what it came to. */
  async *until<Outcome>(settled: Promise<Outcome>): AsyncGenerator<unknown, Outcome> {
    let open = true;
    const end = (): void => {
      open = false;
      this.#wake?.();
    };
    settled.then(end, end);
    try {
      while (open || this.#queue.length > 0) {
        if (this.#queue.length > 0) yield this.#queue.shift();
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
      return await settled;
    } finally {
      this.#closed = true;
    }
  }
}
