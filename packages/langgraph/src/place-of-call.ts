import type { OpenTurn } from "./live-run.ts";
import { type MessageToolCall, toolCallsOf } from "./messages.ts";

/** The place of a call in its turn. Ids may be missing or repeated, so the object itself is looked for first. */
export function placeOf(open: OpenTurn, call: MessageToolCall): number {
  const calls = toolCallsOf(open.message);
  let at = calls.indexOf(call);
  if (at === -1) {
    const same = (other: (typeof calls)[number]) =>
      (other.id ?? "") === (call.id ?? "") && other.name === call.name;
    const alike = calls.flatMap((other, index) => (same(other) ? [index] : []));
    const exact =
      alike.length > 1
        ? alike.filter((index) => JSON.stringify(calls[index]?.args) === JSON.stringify(call.args))
        : alike;
    at = exact.find((index) => !open.taken.has(index)) ?? exact[0] ?? calls.length;
  }
  open.taken.add(at);
  return at;
}
