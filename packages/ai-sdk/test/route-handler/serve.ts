import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves a handler of web requests over HTTP on loopback, on a free port. */
export async function serve(
  handler: (request: Request) => Promise<Response>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const gone = new AbortController();
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) gone.abort(new DOMException("client gone", "AbortError"));
    });
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: "POST",
      body: Buffer.concat(chunks),
      signal: gone.signal,
    });
    const response = await handler(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    for await (const chunk of response.body ?? []) {
      // As servers do: nobody is left to read the rest.
      if (gone.signal.aborted) break;
      outgoing.write(chunk);
    }
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/chat`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
