import { REDACTED } from "./redactor.ts";

/**
 * Where the secrets of one text are, as pairs of offsets. Rules only ever add; the text is cut once
 * at the end, so no rule sees what another one left behind.
 */
export class Spans {
  readonly #pairs: [start: number, end: number][] = [];

  /** Marks `[start, end)`. An empty range is ignored. */
  add(start: number, end: number): void {
    if (end > start) this.#pairs.push([start, end]);
  }

  /** The marked ranges in order, touching and overlapping ones joined. */
  merged(): readonly [start: number, end: number][] {
    const sorted = this.#pairs.sort((a, b) => a[0] - b[0]);
    const out: [number, number][] = [];
    for (const [start, end] of sorted) {
      const last = out.at(-1);
      if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
      else out.push([start, end]);
    }
    return out;
  }
}

/** The text with each range replaced by the marker. */
export function cut(text: string, ranges: readonly [start: number, end: number][]): string {
  let out = "";
  let from = 0;
  for (const [start, end] of ranges) {
    out += text.slice(from, start) + REDACTED;
    from = end;
  }
  return out + text.slice(from);
}
