import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { findNativeHash } from "./native-hash.ts";

const encoder = new TextEncoder();

/**
 * SHA-256 of the UTF-8 bytes of a text (lone surrogates as U+FFFD), 64 hex digits. Every call needs
 * two or three of them, synchronously and on every platform, while `crypto.subtle` is asynchronous:
 * so the platform's own where it has a synchronous one, else the library's.
 */
export const sha256Hex: (text: string) => string = findNativeHash() ?? portableSha256Hex;

/** The same without help from the platform. */
export function portableSha256Hex(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)));
}
