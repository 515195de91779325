import type { ToolContext } from "../tool.ts";

/** An answer of the order service that is no success, with what HTTP said. */
class OrderServiceError extends Error {
  override readonly name = "OrderServiceError";
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(request: string, response: Response, body: string) {
    super(`${request} failed with ${response.status} ${response.statusText}: ${body}`);
    this.status = response.status;
    this.headers = response.headers;
    this.body = body;
  }
}

/** Milliseconds after which this client gives up on an answer. */
const TIMEOUT_MS = 1_500;

/** The support desk's HTTP client: gives up after a while, throws on anything but a success. */
export interface OrderClient {
  get(path: string, context: ToolContext): Promise<unknown>;
  post(path: string, body: unknown, context: ToolContext): Promise<unknown>;
}

/** A client of the order service at `url`. */
export function createOrderClient(url: string): OrderClient {
  const send = async (
    method: string,
    path: string,
    body: unknown,
    { signal, idempotencyKey }: ToolContext,
  ): Promise<unknown> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}${path}`, {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        "content-type": "application/json",
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new OrderServiceError(`${method} ${path}`, response, text);
    return JSON.parse(text) as unknown;
  };
  return {
    get: (path, context) => send("GET", path, undefined, context),
    post: (path, body, context) => send("POST", path, body, context),
  };
}
