import type { ToolOptions } from "@recourse/core";

const settingsByServer = new WeakMap<object, (tool: string) => ToolOptions | undefined>();

/** Remembers how a server of ours describes its tools. */
export function rememberServer(
  server: object,
  settings: (tool: string) => ToolOptions | undefined,
): void {
  settingsByServer.set(server, settings);
}

/** The settings of a tool of a server of ours; `undefined` when it is none. */
export function mcpToolSettings(server: object, tool: string): ToolOptions | undefined {
  return settingsByServer.get(server)?.(tool);
}
