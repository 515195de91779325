import type { Fault } from "./fault.ts";
import { answerOf, firstHalf } from "./fault-body.ts";
import { resetError, silence } from "./faulty-function.ts";

/** A `fetch` that fails as fetch itself does: responses, rejections, silence until aborted. */
export function faultyFetch(
  next: (target: string) => Fault | undefined,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input.toString());
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const fault = next(`${method} ${url.pathname}`);
    if (fault === undefined) return fetch(input, init);
    if (fault.kind === "timeout" || fault.kind === "reset") {
      if (fault.moment === "after") await fetch(input, init);
      if (fault.kind === "reset") throw new TypeError("fetch failed", { cause: resetError() });
      return silence(init?.signal ?? (input instanceof Request ? input.signal : undefined));
    }
    if (fault.kind === "bad_json") {
      const text = fault.text ?? firstHalf(await (await fetch(input, init)).text());
      return new Response(text, { headers: { "content-type": "application/json" } });
    }
    if (fault.kind === "half_written") await fetch(input, init);
    const answer = answerOf(fault);
    return new Response(answer?.body ?? null, {
      status: answer?.status ?? 500,
      ...(answer === undefined ? {} : { headers: answer.headers }),
    });
  };
}
