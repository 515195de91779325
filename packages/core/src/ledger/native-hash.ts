/** SHA-256 of a text in hex, by the platform. */
export type NativeHash = (text: string) => string;

/** SHA-256 of "recourse", to see that what was found is what was looked for. */
const PROBE = "df9a13af0ade0770";

/**
 * The platform's own synchronous SHA-256, where there is one (Node, Bun, Deno), found without an
 * import so that bundles for other platforms stay free of it. `undefined` elsewhere.
 */
export function findNativeHash(): NativeHash | undefined {
  try {
    const { process } = globalThis as {
      process?: { getBuiltinModule?: (name: string) => unknown };
    };
    const crypto = process?.getBuiltinModule?.("crypto") as
      | { hash?: (algorithm: string, text: string) => string }
      | undefined;
    const { hash } = crypto ?? {};
    if (typeof hash !== "function") return undefined;
    const native: NativeHash = (text) => hash("sha256", text);
    return native("recourse").startsWith(PROBE) ? native : undefined;
  } catch {
    return undefined;
  }
}
