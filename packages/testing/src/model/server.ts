import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatMove, type ChatRequest, countTokens, textOf } from "./chat.ts";
import { nextMove } from "./policy.ts";
import type { ModelScript } from "./script.ts";
import { completionChunks } from "./stream.ts";
import { isObject, parseJson } from "./words.ts";

/** One request that the scripted model was sent, with what it said. */
export interface ModelExchange {
  readonly request: ChatRequest;
  readonly move: ChatMove;
}

/** A scripted model that is listening. */
export interface ScriptedModel {
  /** For an OpenAI-compatible client: `http://127.0.0.1:<port>/v1`. */
  readonly baseURL: string;
  /** Every answered request, oldest first. */
  readonly exchanges: readonly ModelExchange[];
  /** Forgets the exchanges so far. */
  clear(): void;
  /** Ends open connections and stops listening. */
  close(): Promise<void>;
}

/** What a scripted model is made of. */
export interface ScriptedModelOptions {
  /** The conversations it can hold; the newest user message says which one is meant. */
  readonly scripts: readonly ModelScript[];
}

const MAX_BODY = 16 * 1024 * 1024;

/**
 * Starts a model over HTTP on loopback, on a free port, that speaks chat completions (JSON and
 * server-sent events, tool calls, parallel ones, usage). Its moves follow `nextMove`.
 */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const exchanges: ModelExchange[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, options.scripts, exchanges).catch((error: unknown) => {
      refuse(response, 500, `The scripted model failed: ${String(error)}`);
    });
  });
  const port = await listen(server);
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    exchanges,
    clear: () => void exchanges.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Listens on a free loopback port and gives it back. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  scripts: readonly ModelScript[],
  exchanges: ModelExchange[],
): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (request.method === "GET" && path.endsWith("/models")) {
    sendJson(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
    return;
  }
  if (request.method !== "POST" || !path.endsWith("/chat/completions")) {
    refuse(response, 404, `Only POST …/chat/completions is served, not ${request.method} ${path}.`);
    return;
  }
  const body = parseJson(await read(request));
  if (!isChatRequest(body)) {
    refuse(response, 400, "The body is not a chat completion request with messages.");
    return;
  }
  const script = scriptFor(body, scripts);
  if (script === undefined) {
    const tasks = scripts.map((candidate) => JSON.stringify(candidate.task)).join(", ");
    refuse(response, 400, `No script fits the newest user message. Known tasks: ${tasks}.`);
    return;
  }
  const move = nextMove(script, body);
  exchanges.push({ request: body, move });
  send(response, body, move, exchanges.length);
}

/** The script whose task the newest user message holds; the longest task wins. */
function scriptFor(request: ChatRequest, scripts: readonly ModelScript[]): ModelScript | undefined {
  const user = request.messages.findLast((message) => message.role === "user");
  const text = user === undefined ? "" : textOf(user);
  return scripts
    .filter((script) => text.includes(script.task))
    .sort((a, b) => b.task.length - a.task.length)[0];
}

function send(response: ServerResponse, request: ChatRequest, move: ChatMove, count: number): void {
  const head = {
    id: `chatcmpl-${count}`,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
  };
  const usage = usageOf(request, move);
  if (request.stream !== true) {
    const message = {
      role: "assistant",
      content: move.content,
      ...(move.calls.length > 0 ? { tool_calls: move.calls } : {}),
    };
    sendJson(response, 200, {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: move.finish, logprobs: null }],
      usage,
    });
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const wanted = request.stream_options?.include_usage === true ? usage : undefined;
  for (const chunk of completionChunks(head, move, wanted)) {
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}

function usageOf(request: ChatRequest, move: ChatMove): object {
  const prompt_tokens = countTokens(JSON.stringify(request.messages));
  const completion_tokens = countTokens((move.content ?? "") + JSON.stringify(move.calls));
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function isChatRequest(body: unknown): body is ChatRequest & object {
  return isObject(body) && Array.isArray((body as { messages?: unknown }).messages);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("the request is larger than 16 MiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { message, type: "scripted_model_error" } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
}
