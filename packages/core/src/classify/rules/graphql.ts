import { isArray, isObject, read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import { statusVerdict } from "./http.ts";

/** GraphQL: errors beside HTTP 200. Their codes are words; here is what stands elsewhere. */
export const graphqlRules: readonly Rule[] = [
  {
    name: "graphql/http",
    source: "https://www.apollographql.com/docs/apollo-server/data/errors",
    example: {
      $error: {
        message: "Response not successful",
        errors: [{ message: "x", extensions: { http: { status: 403 } } }],
      },
    },
    stage: "status",
    has: ["graphQLErrors", "errors", "response", "extensions"],
    match(link) {
      const errors =
        link.get("graphQLErrors") ?? link.get("errors") ?? read(link.response, "errors");
      const extensions = isArray(errors)
        ? read(read(errors, 0), "extensions")
        : link.get("extensions");
      if (!isObject(extensions)) return undefined;
      const status =
        read(read(extensions, "http"), "status") ??
        read(read(extensions, "response"), "status") ??
        read(extensions, "status") ??
        read(extensions, "statusCode");
      return typeof status === "number" && status >= 400 && status <= 599
        ? statusVerdict(status)
        : undefined;
    },
  },
  {
    name: "graphql/syntax",
    source: "https://spec.graphql.org/October2021/#sec-Errors",
    example: {
      $error: { name: "GraphQLError", message: "Syntax Error: Expected Name, found <EOF>." },
    },
    stage: "text",
    has: ["graphQLErrors", "errors", "response"],
    named: ["GraphQLError"],
    match(link) {
      const errors =
        read(link.response, "errors") ?? link.get("graphQLErrors") ?? link.get("errors");
      const message =
        (isArray(errors) ? readString(read(errors, 0), "message") : undefined) ?? link.message;
      const graphql = isArray(errors) || link.isNamed("GraphQLError");
      if (!graphql) return undefined;
      const invalid =
        message.startsWith("Syntax Error") ||
        message.startsWith("Cannot query field") ||
        message.startsWith("Unknown argument") ||
        message.startsWith("Unknown type") ||
        (message.startsWith("Field ") && message.includes("argument")) ||
        (message.startsWith("Variable ") && message.includes("got invalid value"));
      return invalid ? "invalid_args" : undefined;
    },
  },
  {
    name: "graphql/extensions",
    source: "https://www.apollographql.com/docs/apollo-server/data/errors#built-in-error-codes",
    example: {
      $error: {
        name: "GraphQLError",
        extensions: { code: "UNAUTHENTICATED" },
        message: "Sign in first",
      },
    },
    has: ["extensions"],
    match(link, { inner }) {
      const code = readString(link.get("extensions"), "code");
      return code === undefined ? undefined : inner({ code });
    },
  },
];
