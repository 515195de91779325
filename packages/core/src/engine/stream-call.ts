import type { Execute } from "./execute.ts";
import type { CallContext, CallOutcome } from "./run.ts";

type Event =
  | { readonly chunk: unknown }
  | { readonly outcome: CallOutcome }
  | { readonly error: unknown };

/**
 * A call whose tool yields: chunks are handed on as they come, the last one is the result. After
 * the first chunk has left the house an attempt cannot be taken back, so its failure is final.
 */
export async function* streamCall(
  call: (execute: Execute, mayRepeat: () => boolean) => Promise<CallOutcome>,
  run: (args: unknown, context: CallContext) => AsyncIterable<unknown>,
): AsyncGenerator<unknown, CallOutcome> {
  const queue: Event[] = [];
  let wake: (() => void) | undefined;
  const push = (event: Event): void => {
    queue.push(event);
    wake?.();
  };
  let closed = false;
  let yielded = false;
  const execute: Execute = async (args, context) => {
    let last: unknown;
    for await (const chunk of run(args, context)) {
      if (closed || context.signal.aborted) return last;
      yielded = true;
      last = chunk;
      push({ chunk });
    }
    return last;
  };
  // A second attempt after a chunk would repeat what the reader already has.
  call(execute, () => !yielded).then(
    (outcome) => push({ outcome }),
    (error: unknown) => push({ error }),
  );
  try {
    for (;;) {
      const event = queue.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if ("chunk" in event) yield event.chunk;
      else if ("outcome" in event) return event.outcome;
      else throw event.error;
    }
  } finally {
    closed = true;
  }
}
