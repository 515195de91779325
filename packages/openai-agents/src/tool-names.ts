import type { Tool } from "@openai/agents";
import type { ToolOptions } from "@recourse/core";
import { namespaceOf } from "./sdk-internals.ts";
import type { AnyAgent } from "./sdk-types.ts";

interface Named {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * The one name of a tool, as the SDK writes it: `crm.lookup` for a tool of a namespace, of which
 * another may have a `lookup` too.
 */
export function qualifiedName({ name, namespace }: Named): string {
  return namespace === undefined || namespace === "" || namespace === name
    ? name
    : `${namespace}.${name}`;
}

/** The same for a tool. */
export function toolName(tool: { readonly name: string }): string {
  return qualifiedName({ name: tool.name, namespace: namespaceOf(tool) });
}

/** The agent's function tool of this name. */
export function findTool(agent: AnyAgent, name: string): Tool | undefined {
  return agent.tools.find((tool) => tool.type === "function" && toolName(tool) === name);
}

/** Settings of a tool that names its verifying tool as its namespace does, without the namespace. */
export function inNamespace(
  settings: ToolOptions,
  agent: AnyAgent | undefined,
  namespace: string | undefined,
): ToolOptions {
  const { verify } = settings;
  if (verify === undefined || namespace === undefined || agent === undefined) return settings;
  const sibling = qualifiedName({ name: verify, namespace });
  const isMeant = findTool(agent, verify) === undefined && findTool(agent, sibling) !== undefined;
  return isMeant ? { ...settings, verify: sibling } : settings;
}
