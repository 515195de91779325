import { codesOf } from "../body.ts";
import type { Rule } from "../rule.ts";
import { wordVerdict } from "../words.ts";
import { statusInText } from "./text.ts";

/** Where else clients keep a code: Salesforce, MSAL and Auth0; imapflow. */
const CODES = ["errorCode", "serverResponseCode"] as const;

/** Codes and names in plain words, whoever's they are. */
export const wordRules: readonly Rule[] = [
  {
    name: "code",
    source: "the error references of the services named in the other rules",
    example: { status: 429, code: "insufficient_quota" },
    stage: "body",
    match: (link, { links }) => {
      // A name with underscores is a code (Resend).
      const name = link.name.includes("_") && link.status !== undefined ? link.name : undefined;
      let known: boolean | undefined;
      for (const code of [link.code, ...CODES.map((key) => link.get(key)), name]) {
        if (typeof code !== "string") continue;
        // A wrapper's or a cause's status counts too (libSQL, Meilisearch).
        known ??= links.some(({ status }) => status !== undefined);
        const verdict = wordVerdict(code, known);
        if (verdict !== undefined) return verdict;
      }
      return undefined;
    },
  },
  {
    name: "body-code",
    source: "the error references of the services named in the other rules",
    example: { status: 400, response: { data: { error: { code: "rate_limit_exceeded" } } } },
    stage: "body",
    match: (link) => {
      const { body } = link;
      if (body === undefined) return undefined;
      for (const code of codesOf(body)) {
        if (typeof code !== "string" || code.includes(" ")) continue;
        const verdict = wordVerdict(code, link.status !== undefined);
        if (verdict !== undefined) return verdict;
      }
      return undefined;
    },
  },
  {
    name: "type",
    source: "https://platform.openai.com/docs/guides/error-codes",
    example: { $error: { type: "server_error", message: "oops" } },
    stage: "word",
    has: ["type"],
    match: (link) => {
      const type = link.get("type");
      return typeof type === "string" && !type.includes(" ") ? wordVerdict(type, false) : undefined;
    },
  },
  {
    name: "name",
    source: "names that libraries and applications give their errors",
    example: { $error: { name: "NotFoundError", message: "Order 42 is gone" } },
    stage: "word",
    match(link) {
      for (const name of link.className === link.name ? [link.name] : [link.name, link.className]) {
        const verdict = wordVerdict(name, false);
        if (verdict === undefined) continue;
        // "FailedToNegotiateWithServerError: … Status code '401'": the text knows more.
        const vague = wordVerdict(name, true) === undefined;
        return vague && statusInText(link.message) !== undefined ? undefined : verdict;
      }
      return undefined;
    },
  },
];
