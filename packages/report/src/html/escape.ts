import { visible } from "../render/visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from anywhere as text of a page: in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Our own sentences: a number and its per cent sign stay on one line. */
export function escapeProse(text: string): string {
  return escapeHtml(text).replace(/(\d) %/g, "$1\u00a0%");
}
