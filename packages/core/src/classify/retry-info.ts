import { asWait, protoDuration } from "./duration.ts";
import type { Link } from "./link.ts";
import { isArray, isObject, read } from "./read.ts";

const TYPE = "google.rpc.RetryInfo";

/**
 * The wait of `google.rpc.RetryInfo` on a gRPC error: decoded already (`statusDetails` of
 * google-gax), or in the binary trailer `grpc-status-details-bin` (google.rpc.Status) or
 * `google.rpc.retryinfo-bin`.
 */
export function retryInfoWait(link: Link): number | undefined {
  const details = link.get("statusDetails");
  if (isArray(details)) {
    for (let at = 0; at < 8; at += 1) {
      const detail = read(details, at);
      if (!isObject(detail)) break;
      const wait = protoDuration(read(detail, "retryDelay"));
      if (wait !== undefined) return wait;
    }
  }
  const metadata = link.get("metadata");
  if (typeof read(metadata, "get") !== "function") return undefined;
  const info = bytesOf(metadata, "google.rpc.retryinfo-bin");
  if (info !== undefined) return decodeRetryInfo(info);
  const status = bytesOf(metadata, "grpc-status-details-bin");
  if (status === undefined) return undefined;
  for (const [field, value] of fieldsOf(status)) {
    if (field !== 3 || typeof value === "number") continue;
    let type = "";
    let body: Uint8Array | undefined;
    for (const [key, part] of fieldsOf(value)) {
      if (typeof part === "number") continue;
      if (key === 1) type = String.fromCharCode(...part.subarray(0, 80));
      if (key === 2) body = part;
    }
    if (type.endsWith(TYPE) && body !== undefined) return decodeRetryInfo(body);
  }
  return undefined;
}

function bytesOf(metadata: unknown, name: string): Uint8Array | undefined {
  try {
    const found: unknown = (metadata as { get(name: string): unknown }).get(name);
    const first = isArray(found) ? read(found, 0) : found;
    return first instanceof Uint8Array && first.length <= 8192 ? first : undefined;
  } catch {
    return undefined;
  }
}

function decodeRetryInfo(bytes: Uint8Array): number | undefined {
  for (const [field, value] of fieldsOf(bytes)) {
    if (field !== 1 || typeof value === "number") continue;
    let ms = 0;
    for (const [key, part] of fieldsOf(value)) {
      if (typeof part !== "number") continue;
      if (key === 1) ms += part * 1000;
      if (key === 2) ms += part / 1e6;
    }
    return asWait(ms);
  }
  return undefined;
}

/** The fields of a protobuf message; stops at anything malformed. */
function fieldsOf(bytes: Uint8Array): readonly (readonly [number, number | Uint8Array])[] {
  const fields: (readonly [number, number | Uint8Array])[] = [];
  let at = 0;
  const varint = (): number => {
    let result = 0;
    let scale = 1;
    for (let count = 0; count < 10 && at < bytes.length; count += 1) {
      const byte = bytes[at] as number;
      at += 1;
      result += (byte & 127) * scale;
      if (byte < 128) return result;
      scale *= 128;
    }
    return Number.NaN;
  };
  while (at < bytes.length && fields.length < 32) {
    const key = varint();
    const field = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) fields.push([field, varint()]);
    else if (wire === 2) {
      const length = varint();
      if (!(length >= 0) || at + length > bytes.length) break;
      fields.push([field, bytes.subarray(at, at + length)]);
      at += length;
    } else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else break;
  }
  return fields;
}
