import { canonicalJson } from "./canonical-json.ts";
import type { RunSnapshot } from "./snapshot.ts";

/**
 * A checksum over a snapshot, to notice one that was cut short or edited by hand. It guards
 * against accidents and is no signature: keep snapshots where only the application can write.
 */
export function snapshotCheck(snapshot: Omit<RunSnapshot, "check">): string {
  const { check: _, ...rest } = snapshot as RunSnapshot;
  const text = canonicalJson(rest);
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(16).padStart(8, "0") + (a >>> 0).toString(16).padStart(8, "0");
}
