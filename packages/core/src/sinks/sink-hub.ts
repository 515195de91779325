import type { RecoveryEvent } from "../engine/events.ts";
import type { Sink } from "../engine/recovery.ts";
import type { TraceRecord } from "../ledger/records.ts";

/** Hands records to every sink; none of them can break a call or another sink. */
export class SinkHub {
  readonly #sinks: readonly Sink[];
  readonly #emit: (event: RecoveryEvent) => void;
  readonly #pending = new Set<Promise<void>>();

  constructor(sinks: readonly Sink[], emit: (event: RecoveryEvent) => void) {
    this.#sinks = sinks;
    this.#emit = emit;
    for (const sink of sinks) {
      try {
        sink.attach?.((error, lost) => this.#emit({ type: "sink_failed", error, lost }));
      } catch (error) {
        this.#emit({ type: "sink_failed", error, lost: 0 });
      }
    }
  }

  /** Whether there is nobody to write to. */
  get isEmpty(): boolean {
    return this.#sinks.length === 0;
  }

  write(record: TraceRecord): void {
    for (const sink of this.#sinks) {
      try {
        const written = sink.write(record);
        if (written !== undefined) this.#track(written);
      } catch (error) {
        this.#emit({ type: "sink_failed", error, lost: 1 });
      }
    }
  }

  /** Resolves when every sink has everything; a sink that fails is reported, never thrown. */
  async flush(): Promise<void> {
    await Promise.all([...this.#pending]);
    await Promise.all(
      this.#sinks.map(async (sink) => {
        try {
          await sink.flush?.();
        } catch (error) {
          this.#emit({ type: "sink_failed", error, lost: 0 });
        }
      }),
    );
  }

  #track(written: Promise<void>): void {
    const settled: Promise<void> = Promise.resolve(written)
      .catch((error: unknown) => this.#emit({ type: "sink_failed", error, lost: 1 }))
      .finally(() => this.#pending.delete(settled));
    this.#pending.add(settled);
  }
}
