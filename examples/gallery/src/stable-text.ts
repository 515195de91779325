import { tmpdir } from "node:os";

/**
 * A text with what differs from run to run and from machine to machine replaced by placeholders:
 * folders of the host, ports, process ids, random names, dates.
 */
export function stableText(text: string): string {
  const root = new URL("../../../", import.meta.url).pathname.replace(/\/$/, "");
  return text
    .replaceAll(root, "<path>")
    .replaceAll(`${tmpdir()}/`, "<path>/")
    .replace(/<path>(?:\/[\w.@+-]+)*/g, "<path>")
    .replace(/\b127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replace(/\b[0-9A-F]{12,16}:error/g, "<id>:error")
    .replace(/\/loop\w+/g, "/loop<id>")
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, "<date>");
}
