/**
 * SHA-256 of a text, in hex. Every call needs two or three of them, synchronously and on every
 * platform, while `crypto.subtle` is asynchronous: so the platform's own where it has one, else
 * ours, which costs a third of a general library on texts of one block. Tested against both.
 */

import { findNativeHash } from "./native-hash.ts";

const K: Int32Array = roundConstants();
const W: Int32Array = new Int32Array(64);
const H: Int32Array = new Int32Array(8);
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);
const encoder = new TextEncoder();
/** Reused for texts up to this size; a longer text gets a buffer of its own, so none stays behind. */
const SHARED_BYTES = 8192;
const shared: Uint8Array = new Uint8Array(SHARED_BYTES);

/** SHA-256 of the UTF-8 bytes of a text (lone surrogates as U+FFFD), 64 hex digits. */
export const sha256Hex: (text: string) => string = findNativeHash() ?? portableSha256Hex;

/** The same without help from the platform. */
export function portableSha256Hex(text: string): string {
  const room = text.length * 3 + 72;
  const bytes = room <= SHARED_BYTES ? shared : new Uint8Array(room);
  let length = asciiInto(text, bytes);
  if (length < text.length) {
    length += encoder.encodeInto(text.slice(length), bytes.subarray(length)).written;
  }
  const end = pad(bytes, length);
  H[0] = 0x6a09e667;
  H[1] = 0xbb67ae85;
  H[2] = 0x3c6ef372;
  H[3] = 0xa54ff53a;
  H[4] = 0x510e527f;
  H[5] = 0x9b05688c;
  H[6] = 0x1f83d9ab;
  H[7] = 0x5be0cd19;
  for (let offset = 0; offset < end; offset += 64) compress(bytes, offset);
  let hex = "";
  for (let i = 0; i < 8; i++) {
    const word = H[i] as number;
    hex += HEX[word >>> 24];
    hex += HEX[(word >>> 16) & 255];
    hex += HEX[(word >>> 8) & 255];
    hex += HEX[word & 255];
  }
  return hex;
}

/** Copies the leading ASCII characters and says how many there were. */
function asciiInto(text: string, bytes: Uint8Array): number {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return i;
    bytes[i] = code;
  }
  return length;
}

/** Appends the padding of FIPS 180-4 and returns the padded length. */
function pad(bytes: Uint8Array, length: number): number {
  let end = length;
  bytes[end++] = 0x80;
  while ((end & 63) !== 56) bytes[end++] = 0;
  const high = Math.floor(length / 0x20000000);
  const low = length << 3;
  for (const word of [high, low]) {
    bytes[end++] = word >>> 24;
    bytes[end++] = word >>> 16;
    bytes[end++] = word >>> 8;
    bytes[end++] = word;
  }
  return end;
}

function compress(bytes: Uint8Array, start: number): void {
  let o = start;
  for (let i = 0; i < 16; i++, o += 4) {
    W[i] =
      ((bytes[o] as number) << 24) |
      ((bytes[o + 1] as number) << 16) |
      ((bytes[o + 2] as number) << 8) |
      (bytes[o + 3] as number);
  }
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15] as number;
    const y = W[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = ((W[i - 16] as number) + s0 + (W[i - 7] as number) + s1) | 0;
  }
  let a = H[0] as number;
  let b = H[1] as number;
  let c = H[2] as number;
  let d = H[3] as number;
  let e = H[4] as number;
  let f = H[5] as number;
  let g = H[6] as number;
  let h = H[7] as number;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (W[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  H[0] = (H[0] as number) + a;
  H[1] = (H[1] as number) + b;
  H[2] = (H[2] as number) + c;
  H[3] = (H[3] as number) + d;
  H[4] = (H[4] as number) + e;
  H[5] = (H[5] as number) + f;
  H[6] = (H[6] as number) + g;
  H[7] = (H[7] as number) + h;
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const out = new Int32Array(64);
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) {
      const root = Math.cbrt(n);
      out[found++] = (root - Math.floor(root)) * 0x1_0000_0000;
    }
  }
  return out;
}
