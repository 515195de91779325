import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoText } from "../../src/engine/iso-text.ts";

describe("the time of a record", () => {
  it("is written as the platform writes it, in whatever order times come", () => {
    const near = fc.double({ min: 1.7e12, max: 1.7e12 + 5_000, noNaN: true });
    const anyTime = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.oneof(near, anyTime), { minLength: 1 }), (times) => {
        expect(times.map(isoText)).toEqual(times.map((ms) => new Date(ms).toISOString()));
      }),
    );
  });

  it("is refused where it is none, and the next one is right all the same", () => {
    expect(() => isoText(Number.NaN)).toThrow(RangeError);
    expect(isoText(0)).toBe("1970-01-01T00:00:00.000Z");
  });
});
