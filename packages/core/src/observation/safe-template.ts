import { takePromise } from "../engine/promise-of.ts";

/**
 * A template of the user's that cannot spoil a message: where it throws, or gives no text, ours
 * stands in for it.
 *
 * @param onBad told why the user's was not used
 */
export function safeTemplate<Facts extends readonly unknown[], Text extends string | object>(
  given: ((...facts: Facts) => Text) | undefined,
  ours: (...facts: Facts) => Text,
  gives: Text extends string ? "string" : "object",
  onBad: (why: string) => void,
): (...facts: Facts) => Text {
  if (given === undefined) return ours;
  return (...facts) => {
    try {
      const said = given(...facts);
      if (typeof said === gives && said !== null && !takePromise(said)) return said;
      onBad("it gave no text");
    } catch {
      onBad("it throws");
    }
    return ours(...facts);
  };
}
