import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import type { Fault } from "./fault.ts";
import { answerOf, firstHalf } from "./fault-body.ts";
import type { HttpHandler } from "./faults.ts";

/** A handler that fails on the wire: real statuses, silence, cut connections, cut bodies. */
export function faultyHandler(
  next: (target: string) => Fault | undefined,
  handle: HttpHandler,
): HttpHandler {
  return async (request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const fault = next(`${request.method ?? "GET"} ${path}`);
    if (fault === undefined) return handle(request, response);
    await strike(fault, request, response, handle);
  };
}

async function strike(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  handle: HttpHandler,
): Promise<void> {
  if (fault.kind === "timeout" || fault.kind === "reset") {
    if (fault.moment === "after") await capture(request, response, handle);
    // A time-out keeps the connection open and silent until the client goes away.
    if (fault.kind === "reset") request.socket.destroy();
    return;
  }
  if (fault.kind === "bad_json") {
    const text = fault.text ?? firstHalf(await capture(request, response, handle));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text);
    return;
  }
  if (fault.kind === "half_written") await capture(request, response, handle);
  const answer = answerOf(fault);
  response.writeHead(answer?.status ?? 500, answer?.headers);
  response.end(answer?.body);
}

/** Lets the handler do its work and keeps what it would have sent. */
async function capture(
  request: IncomingMessage,
  response: ServerResponse,
  handle: HttpHandler,
): Promise<string> {
  const body = new PassThrough();
  const chunks: Buffer[] = [];
  body.on("data", (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => body.once("finish", resolve));
  const stand = new Proxy(response, {
    get(target, key) {
      if (key === "write") return body.write.bind(body);
      if (key === "end") return (text?: string) => body.end(text);
      if (key === "writeHead" || key === "setHeader" || key === "flushHeaders") return () => stand;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  await handle(request, stand);
  await finished;
  return Buffer.concat(chunks).toString("utf8");
}
