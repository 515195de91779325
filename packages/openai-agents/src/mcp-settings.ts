import type { ToolOptions } from "@recourse/core";

interface RecoveredServer {
  readonly bare: object;
  readonly settings: (tool: string) => ToolOptions | undefined;
}

const recoveredServers = new WeakMap<object, RecoveredServer>();

/** Remembers what stands behind a server of ours, and how it describes its tools. */
export function rememberServer(server: object, recovered: RecoveredServer): void {
  recoveredServers.set(server, recovered);
}

/** The server itself, also where it was recovered before: two layers would answer a call twice. */
export function bareServer<Server extends object>(server: Server): Server {
  return (recoveredServers.get(server)?.bare as Server | undefined) ?? server;
}

/** The settings of a tool of a server of ours; `undefined` when it is none. */
export function mcpToolSettings(server: object, tool: string): ToolOptions | undefined {
  return recoveredServers.get(server)?.settings(tool);
}
