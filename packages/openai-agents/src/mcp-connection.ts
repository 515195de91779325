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
  -32000,
]);

/** The connection to a server: notices that it is gone, and makes it again, once for all callers. */
export class McpConnection {
  readonly #server: MCPServer;
  #lost = false;
  #reconnecting: Promise<void> | undefined;
  #lastTools: readonly unknown[] | undefined;

  constructor(server: MCPServer) {
    this.#server = server;
  }

  /** Runs what needs the connection; makes a lost one first. */
  async use<Value>(action: () => Promise<Value>): Promise<Value> {
    if (this.#lost) await this.#reconnect();
    try {
      return await action();
    } catch (error) {
      if (isLost(error)) this.#lost = true;
      throw error;
    }
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
      } finally {
        this.#reconnecting = undefined;
      }
    })();
    return this.#reconnecting;
  }
}

/** Whether an error says that the connection is gone, by shape, along its causes. */
function isLost(error: unknown): boolean {
  let link: unknown = error;
  for (let depth = 0; depth < 5 && typeof link === "object" && link !== null; depth += 1) {
    const { code, message, cause } = link as { code?: unknown; message?: unknown; cause?: unknown };
    if (LOST_CODES.has(code)) return true;
    if (/not connected|connection closed|not initialized|fetch failed/iu.test(String(message))) {
      return true;
    }
    link = cause;
  }
  return false;
}
