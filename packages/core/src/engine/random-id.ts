/**
 * A random UUID (RFC 9562, version 4). Browsers leave `randomUUID` out on pages without TLS, and some
 * JavaScript engines (Hermes) have no `crypto` at all: ids need to differ there, not to be secret.
 */
export function randomId(): string {
  const { crypto } = globalThis as { readonly crypto?: Partial<PlatformCrypto> };
  if (typeof crypto?.randomUUID === "function") return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (typeof crypto?.getRandomValues === "function") crypto.getRandomValues(bytes);
  else for (const at of bytes.keys()) bytes[at] = Math.floor(Math.random() * 256);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

interface PlatformCrypto {
  randomUUID(): string;
  getRandomValues(bytes: Uint8Array): unknown;
}
