import { isPlaceholder } from "./placeholders.ts";
import { isUuid, looksSecret } from "./random.ts";
import type { Spans } from "./spans.ts";

/** What ends a URL in running text. */
const URL_END = /[\s"'`<>|\\]/;
const HOST = /^(?:[A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,64}\])(?::\d{1,5})?(?=[/?#,;)\]}.]|$)/;
const PLACEHOLDER_WORD = /^(?:password|passwd|pass|pwd|secret|token|user|username|x+|\*+)$/i;

/** Marks the password of `scheme://user:password@host`, also one with unescaped signs in it. */
export function markUrlCredentials(text: string, spans: Spans): void {
  let at = text.indexOf("://");
  while (at !== -1) {
    const from = at + 3;
    const next = text.indexOf("://", from);
    // Up to the next one at most: a URL inside a URL has its own turn, and each character is read once.
    const rest = text.slice(from, next === -1 ? text.length : next);
    const stop = rest.search(URL_END);
    const authority = stop === -1 ? rest : rest.slice(0, stop);
    const scheme = /[A-Za-z][A-Za-z0-9+.-]{0,20}$/.exec(text.slice(Math.max(0, at - 21), at))?.[0];
    if (scheme !== undefined)
      markUserinfo(authority, from, /^(?:https?|wss?)$/i.test(scheme), spans);
    at = next;
  }
}

function markUserinfo(authority: string, from: number, web: boolean, spans: Spans): void {
  const user = authority.indexOf("@");
  if (user === -1) return;
  const colon = authority.indexOf(":");
  const slash = authority.search(/[/?#]/);
  if (colon === -1 || colon > user) {
    // No password. A user name that is itself a key: https://<token>@host
    if (slash !== -1 && slash < user) return;
    const name = authority.slice(0, user);
    if (looksSecret(name, 20) && !isUuid(name)) spans.add(from, from + user);
    return;
  }
  if (slash !== -1 && slash < colon) return;
  // host:port/path@version is no password
  if (slash !== -1 && slash < user && /^\d{0,5}$/.test(authority.slice(colon + 1, slash))) return;
  if (web && slash !== -1 && slash < user && HOST.test(authority.slice(0, slash))) return;
  const stop = hostStart(authority, user, web);
  const password = authority.slice(colon + 1, stop);
  if (isPlaceholder(password) || PLACEHOLDER_WORD.test(password) || /^\[/.test(password)) return;
  spans.add(from + colon + 1, from + stop);
}

/** The offset of the `@` in front of the host: the last one that a host follows. */
function hostStart(authority: string, first: number, web: boolean): number {
  const query = authority.indexOf("?", first);
  let limit = query === -1 ? authority.length : query;
  if (web) {
    const slash = authority.indexOf("/", first);
    if (slash !== -1 && slash < limit) limit = slash;
  }
  let best = first;
  let tries = 0;
  for (let at = first; at !== -1 && at < limit && tries < 32; at = authority.indexOf("@", at + 1)) {
    if (HOST.test(authority.slice(at + 1, at + 321))) best = at;
    tries++;
  }
  return best;
}
