import type { BaseMessage } from "@langchain/core/messages";
import { signature } from "@recourse/core";
import type { CallLink } from "./call-link.ts";
import { nodesOf } from "./langgraph-internals.ts";
import { textOfMessage } from "./messages.ts";

/**
 * What a request to an agent inside a tool is called: the same in every attempt of the call, and in
 * another process, so that the calls of that agent keep their idempotency keys. Messages get a new
 * id whenever the tool begins again, so it is called by its words and by the nodes that lead to it.
 * Requests that are alike are numbered in the order in which they come.
 *
 * @param identity what the request is known by in this attempt
 */
export function requestName(
  { raw }: CallLink,
  identity: string,
  subgraph: string,
  anchor: BaseMessage,
): string {
  raw.requests ??= new Map();
  const known = raw.requests.get(identity);
  if (known !== undefined) return known;
  const words = signature(nodesOf(subgraph), textOfMessage(anchor)).slice(0, 8);
  const taken = new Set(raw.requests.values());
  let name = words;
  for (let number = 2; taken.has(name); number += 1) name = `${words}-${number}`;
  raw.requests.set(identity, name);
  return name;
}
