/**
 * JSON text of any value, for the model to read. Never throws; the same bytes for the same value.
 * What JSON cannot hold is written as what it means: BigInt as its digits, Date in ISO 8601, a Map
 * as an object (or pairs), a Set as an array, an error as its name and message, a cycle as a mark.
 */
export function toJsonText(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_, inner: unknown) =>
        typeof inner === "bigint" ? String(inner) : inner,
      ) ?? "null"
    );
  } catch {
    return "null";
  }
}
