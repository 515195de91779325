import type { Input } from "../read/find-inputs.ts";
import type { ReadTally } from "../read/read-records.ts";
import { count, percent } from "../render/table.ts";

/** Where progress goes: standard error, or a stand-in. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Milliseconds before anything is shown: short reads stay silent. */
const QUIET_MS = 1_000;
/** Milliseconds between two signs of life: on a terminal one line is written over. */
const TTY_EVERY_MS = 100;
const LOG_EVERY_MS = 3_000;

/** Says how far a long read has come. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  readonly #bytes: number | undefined;
  readonly #started: number;
  #next: number;
  #shown = false;

  constructor(
    inputs: readonly Input[],
    stream: ProgressStream,
    now: () => number = () => performance.now(),
  ) {
    this.#stream = stream;
    this.#now = now;
    this.#started = now();
    this.#next = this.#started + QUIET_MS;
    // The size of standard input is not known; then there is no share of it either.
    this.#bytes = inputs.every(({ bytes }) => bytes !== undefined)
      ? inputs.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
      : undefined;
  }

  update(tally: ReadTally): void {
    const now = this.#now();
    if (now < this.#next) return;
    const tty = this.#stream.isTTY === true;
    this.#next = now + (tty ? TTY_EVERY_MS : LOG_EVERY_MS);
    this.#stream.write(
      tty ? `\r\u001b[2K${this.#line(tally, now)}` : `${this.#line(tally, now)}\n`,
    );
    this.#shown = true;
  }

  /** Clears the line on a terminal. */
  end(): void {
    if (this.#shown && this.#stream.isTTY === true) this.#stream.write("\r\u001b[2K");
  }

  #line(tally: ReadTally, now: number): string {
    const share =
      this.#bytes === undefined || this.#bytes === 0 ? undefined : tally.bytes / this.#bytes;
    const seconds = (now - this.#started) / 1_000;
    const done = share === undefined ? "" : `, ${percent(Math.min(1, share))}`;
    const left =
      share === undefined || share < 0.02 || share >= 1
        ? ""
        : `, about ${Math.ceil((seconds / share) * (1 - share))} s left`;
    return `Reading: ${count(tally.lines)} records${done}${left}`;
  }
}
