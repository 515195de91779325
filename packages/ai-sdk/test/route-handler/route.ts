/**
 * A chat route as people write it with the AI SDK: one POST a turn of the conversation, UI messages
 * streamed back, approvals answered in a later request, perhaps in another process.
 */
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  type InferUITools,
  type LanguageModel,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
} from "ai";
import { z } from "zod";
import {
  type AiSdkRecovery,
  callContext,
  type RecourseDataParts,
  type RunSnapshot,
  type StopReason,
  withRecovery,
} from "../../src/index.ts";

/** What is kept of a conversation: the messages, and beside them the run, as JSON. */
export interface Saved {
  readonly messages: readonly UIMessage[];
  readonly run: RunSnapshot;
  readonly stopReason: StopReason | undefined;
}

/** Where conversations are kept. */
export interface Store {
  load(id: string): Promise<Saved | undefined>;
  save(id: string, saved: Saved): Promise<void>;
}

/** The order service behind the tools. */
export interface Orders {
  find(id: string): Promise<{ id: string; total: number }>;
  refund(id: string, idempotencyKey: string | undefined): Promise<string>;
}

/** What the route is made of. */
export interface RouteOptions {
  readonly model: LanguageModel;
  readonly recovery: AiSdkRecovery;
  readonly store: Store;
  readonly orders: Orders;
  /** Next.js' `after`, or `(work) => ctx.waitUntil(work())` in a worker: keeps the function from freezing before. */
  readonly after: (work: () => Promise<void>) => void;
}

function makeTools(orders: Orders) {
  return {
    get_order: withRecovery(
      tool({
        description: "Looks up an order.",
        inputSchema: z.object({ id: z.string() }),
        execute: async ({ id }) => await orders.find(id),
      }),
      { effect: "read" },
    ),
    refund: withRecovery(
      tool({
        description: "Refunds an order.",
        inputSchema: z.object({ id: z.string() }),
        needsApproval: true,
        execute: async ({ id }, options) =>
          await orders.refund(id, callContext(options)?.idempotencyKey),
      }),
      { effect: "write", verify: "get_order" },
    ),
  };
}

type ChatMessage = UIMessage<never, RecourseDataParts, InferUITools<ReturnType<typeof makeTools>>>;

/** The handler of POST /api/chat. */
export function makeRoute({
  model,
  recovery,
  store,
  orders,
  after,
}: RouteOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { id, messages } = (await request.json()) as { id: string; messages: ChatMessage[] };
    const saved = await store.load(id);
    // A run that waits for an approval goes on; otherwise a new message is a new run. Without a
    // snapshot the counters are read back from the messages.
    const run =
      saved?.stopReason === "awaiting_input"
        ? recovery.resume(saved.run, { signal: request.signal })
        : recovery.run({ signal: request.signal });
    if (saved === undefined) run.restoreMessages(messages);
    const tools = makeTools(orders);
    const ended = Promise.withResolvers<void>();

    const stream = createUIMessageStream<ChatMessage>({
      originalMessages: messages,
      onError: run.uiOnError,
      execute: async ({ writer }) => {
        run.writeTo(writer);
        const history = await convertToModelMessages(messages, { tools: run.tools(tools) });
        const result = streamText({
          model,
          messages: run.closeDanglingToolCalls(history),
          ...run.wire({ tools, stopWhen: stepCountIs(8), abortSignal: request.signal }),
        });
        writer.merge(result.toUIMessageStream({ onError: run.uiOnError }));
      },
      // Called when the client has gone, too.
      onFinish: async ({ messages: all }) => {
        await store.save(id, { messages: all, run: run.toJSON(), stopReason: run.stopReason });
        ended.resolve();
      },
    });
    after(async () => {
      await ended.promise;
      await recovery.flush();
    });
    return createUIMessageStreamResponse({ stream });
  };
}
