import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ChatMove, type ChatRequest, listen, type ModelExchange } from "@recourse/testing";

/** A real model behind an OpenAI-compatible address. */
export interface RealModel {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly name: string;
}

/** The real model that the environment names; nothing when `OPENAI_API_KEY` is not set. */
export function realModelFrom(env: NodeJS.ProcessEnv): RealModel | undefined {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, MODEL } = env;
  if (OPENAI_API_KEY === undefined || OPENAI_API_KEY === "") return undefined;
  return {
    baseURL: OPENAI_BASE_URL ?? "https://api.openai.com/v1",
    apiKey: OPENAI_API_KEY,
    name: MODEL ?? "gpt-4o-mini",
  };
}

/** A proxy that is listening, and what went through it. */
export interface ModelProxy {
  readonly baseURL: string;
  readonly exchanges: readonly ModelExchange[];
  close(): Promise<void>;
}

/**
 * Passes requests on to a real model and keeps what was said, so that a real model is measured
 * as the scripted one is. Streamed answers pass through unread.
 */
export async function startModelProxy(model: RealModel): Promise<ModelProxy> {
  const exchanges: ModelExchange[] = [];
  const server = createServer((request, response) => {
    forward(request, response, model, exchanges).catch((error: unknown) => {
      response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `The model is out of reach: ${error}` } }));
    });
  });
  const port = await listen(server);
  return {
    baseURL: `http://127.0.0.1:${port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  model: RealModel,
  exchanges: ModelExchange[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("utf8");
  const answer = await fetch(`${model.baseURL}${request.url ?? ""}`, {
    method: request.method ?? "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${model.apiKey}` },
    ...(body === "" ? {} : { body }),
  });
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "application/json";
  if (answer.ok && type.includes("json")) {
    exchanges.push({ request: JSON.parse(body) as ChatRequest, move: moveIn(text) });
  }
  response.writeHead(answer.status, { "content-type": type });
  response.end(text);
}

function moveIn(text: string): ChatMove {
  const { choices } = JSON.parse(text) as {
    choices?: {
      message?: { content?: string | null; tool_calls?: ChatMove["calls"] };
      finish_reason?: ChatMove["finish"];
    }[];
  };
  const choice = choices?.[0];
  return {
    content: choice?.message?.content ?? null,
    calls: choice?.message?.tool_calls ?? [],
    finish: choice?.finish_reason ?? "stop",
  };
}
