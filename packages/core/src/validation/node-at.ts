import { expectedWords } from "./expectation.ts";
import type { ArgumentIssue } from "./issue.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What a schema says of the place that a path leads to, where it says anything. */
function nodeAt(node: SchemaNode, path: ArgumentIssue["path"]): SchemaNode | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  const next = step(node, key);
  const found = next === undefined ? undefined : nodeAt(next, rest);
  if (found !== undefined) return found;
  for (const part of [...(node.all ?? []), ...(node.branches ?? [])]) {
    const inside = nodeAt(part(), path);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function step(node: SchemaNode, key: string | number): SchemaNode | undefined {
  if (typeof key === "string") {
    const property = node.properties?.get(key);
    if (property !== undefined) return property.node();
    return node.additional ? node.additional() : undefined;
  }
  const element = node.prefix?.[key];
  if (element !== undefined) return element();
  return node.items ? node.items() : undefined;
}

/** An issue in the validator's words, with what the schema knows of its place. */
export function enrich(issue: ArgumentIssue, root: SchemaNode): ArgumentIssue {
  if (issue.code === "unknown_key" || issue.path.length === 0) return issue;
  const node = nodeAt(root, issue.path);
  if (node === undefined) return issue;
  const expected = issue.expected ?? (issue.code === "missing" ? expectedWords(node) : undefined);
  const description = issue.description ?? node.description;
  return {
    ...issue,
    ...(expected === undefined || expected === "any value" ? {} : { expected }),
    ...(description === undefined ? {} : { description }),
  };
}
