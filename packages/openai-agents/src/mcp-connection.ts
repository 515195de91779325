import type { MCPServer } from "@openai/agents";

/** Codes by which clients of MCP say that there is no connection (any more). */
const LOST_CODES = new Set<unknown>([
  "NOT_CONNECTED",
  "CONNECTION_CLOSED",
  "SEND_FAILED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
]);

/** The connection to a server: notices that it is gone, and makes it again, once for all callers. */
export class McpConnection {
  readonly #server: MCPServer;
  #lost = false;
  /** How many times a lost connection was made again. */
  #connections = 0;
  #reconnecting: Promise<void> | undefined;
  #lastTools: readonly unknown[] | undefined;

  constructor(server: MCPServer) {
    this.#server = server;
  }

  /**
   * Runs what needs the connection; makes a lost one first. A server that does not know the session
   * any more has refused the request unread, so the action runs once more in a new session.
   */
  use<Value>(action: () => Promise<Value>): Promise<Value> {
    return this.#use(action, true);
  }

  async #use<Value>(action: () => Promise<Value>, canRepeat: boolean): Promise<Value> {
    if (this.#lost) await this.#reconnect();
    const connection = this.#connections;
    try {
      return await action();
    } catch (error) {
      const isGone = isSessionGone(error);
      // A late failure of an old connection says nothing of the one that was made since.
      if ((isGone || isLost(error)) && connection === this.#connections) this.#lost = true;
      if (!isGone || !canRepeat) throw error;
    }
    return this.#use(action, false);
  }

  /**
   * The server's tools. When it is away: those it had, so that calls fail one by one in place of
   * the whole run.
   */
  async listTools(): Promise<unknown[]> {
    try {
      const tools = await this.#listOnce();
      this.#lastTools = tools;
      return tools;
    } catch (error) {
      if (this.#lastTools === undefined) throw error;
      return [...this.#lastTools];
    }
  }

  async #listOnce(): Promise<unknown[]> {
    try {
      return await this.use(() => this.#server.listTools());
    } catch (error) {
      if (!this.#lost) throw error;
      return this.use(() => this.#server.listTools());
    }
  }

  #reconnect(): Promise<void> {
    this.#reconnecting ??= (async () => {
      try {
        await this.#server.close().catch(() => undefined);
        await this.#server.connect();
        this.#lost = false;
        this.#connections += 1;
      } finally {
        this.#reconnecting = undefined;
      }
    })();
    return this.#reconnecting;
  }
}

/** Whether an error says that the connection is gone, by shape, along its causes. */
function isLost(error: unknown): boolean {
  return someCause(
    error,
    ({ code, message }) =>
      LOST_CODES.has(code) ||
      (!isAnswer(code) &&
        /not connected|connection closed|not initialized|fetch failed/iu.test(String(message))),
  );
}

/**
 * Whether a code is one of JSON-RPC's: then somebody was there to say it, and "fetch failed" is about
 * the server's own service. Not -32000, which clients give to a connection that was closed.
 */
function isAnswer(code: unknown): boolean {
  return typeof code === "number" && code <= -32001 && code >= -32768;
}

/**
 * Whether an HTTP server says that it knows no such session (any more). By the specification that
 * is status 404, and the client has to begin a new session; some servers say 400.
 */
function isSessionGone(error: unknown): boolean {
  return someCause(error, ({ code, status, message }) => {
    const text = String(message);
    // The transport's own words: a tool's "not found" is none of the connection's business.
    if (!text.includes("Error POSTing to endpoint")) return false;
    const http =
      typeof code === "number" ? code : (status ?? Number(/\(HTTP (\d+)\)/u.exec(text)?.[1]));
    return http === 404 || (http === 400 && /session/iu.test(text));
  });
}

interface Link {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

function someCause(error: unknown, fits: (link: Link) => boolean): boolean {
  let link: unknown = error;
  for (let depth = 0; depth < 5 && typeof link === "object" && link !== null; depth += 1) {
    if (fits(link)) return true;
    link = (link as Link).cause;
  }
  return false;
}
