// GraphQL

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
{
  const g = (message, code, extra = {}) => ({
    status: 200,
    body: { data: null, errors: [{ message, path: ["x"], extensions: { code, ...extra } }] },
  });
  const S = {
    UNAUTHENTICATED: [g("You must be logged in", "UNAUTHENTICATED"), A.auth("UNAUTHENTICATED")],
    FORBIDDEN: [g("Not allowed", "FORBIDDEN"), A.auth("FORBIDDEN")],
    BAD_USER_INPUT: [g('Argument "id" is invalid', "BAD_USER_INPUT"), A.invalid("BAD_USER_INPUT")],
    GRAPHQL_VALIDATION_FAILED: [
      {
        ...g('Cannot query field "foo" on type "Query".', "GRAPHQL_VALIDATION_FAILED"),
        status: 400,
      },
      A.invalid("query does not validate"),
    ],
    NOT_FOUND: [g("User not found", "NOT_FOUND"), A.notFound("NOT_FOUND")],
    INTERNAL_SERVER_ERROR: [
      g("Internal server error", "INTERNAL_SERVER_ERROR"),
      A.unknownOutcome("INTERNAL_SERVER_ERROR with HTTP 200", [["upstream", "forbidden", false]]),
    ],
    RATE_LIMITED: [
      g("API rate limit exceeded", "RATE_LIMITED"),
      A.rate("RATE_LIMITED with HTTP 200"),
    ],
    THROTTLED: [g("Throttled", "THROTTLED", { cost: 1 }), A.rate("Shopify style THROTTLED")],
    "type-NOT_FOUND": [
      {
        status: 200,
        body: {
          data: { repository: null },
          errors: [
            {
              type: "NOT_FOUND",
              path: ["repository"],
              message: "Could not resolve to a Repository with the name 'o/r'.",
            },
          ],
        },
      },
      A.notFound("GitHub puts NOT_FOUND in errors[].type"),
    ],
    "message-only": [
      { status: 200, body: { errors: [{ message: "Something went wrong" }] } },
      A.internal("nothing but prose", [
        ["upstream", "forbidden", false],
        ["upstream", "transient", IDEM],
        ["invalid_args", "malformed-args", false],
      ]),
    ],
  };
  const q = "query Q { x }";
  const libs = {
    "graphql-request": [
      () => import("graphql-request"),
      async (m, url) => new m.GraphQLClient(`${url}/graphql`).request(q),
    ],
  };
  for (const [client, [load, send]] of Object.entries(libs)) {
    const base = { client, version: versionOf(client), load, call: "read" };
    for (const k of Object.keys(S))
      cases.push({
        ...base,
        id: `${client}/gql-${k}`,
        how: `HTTP ${S[k][0].status} with GraphQL errors`,
        label: S[k][1],
        run: async (env, m) => send(m, await env.http(S[k][0])),
        expect: (e) =>
          JSON.stringify([e?.message, e?.errors, e?.graphQLErrors, e?.response]).includes(
            S[k][0].body.errors[0].message.slice(0, 12).replace(/"/g, ""),
          ) || JSON.stringify(e).includes(S[k][0].body.errors[0].message.slice(0, 8)),
      });
    cases.push(
      {
        ...base,
        id: `${client}/http-401`,
        how: "HTTP 401",
        label: HTTP[401],
        run: async (env, m) =>
          send(m, await env.http({ status: 401, body: { message: "unauthorized" } })),
      },
      {
        ...base,
        id: `${client}/http-429`,
        how: "HTTP 429 + Retry-After",
        label: A.rate("429", 11000),
        run: async (env, m) =>
          send(
            m,
            await env.http({
              status: 429,
              headers: { "retry-after": "11" },
              body: { message: "slow" },
            }),
          ),
      },
      {
        ...base,
        id: `${client}/http-502`,
        how: "HTTP 502 HTML",
        label: HTTP[502],
        run: async (env, m) =>
          send(
            m,
            await env.http({
              status: 502,
              headers: { "content-type": "text/html" },
              body: "<html>bad gateway</html>",
            }),
          ),
      },
      {
        ...base,
        id: `${client}/refused`,
        how: "closed port",
        label: NET.refused,
        run: async (env, m) => send(m, `http://127.0.0.1:${await env.closedPort()}`),
      },
      {
        ...base,
        id: `${client}/nonjson`,
        how: "200 HTML",
        label: NET.nonjson,
        run: async (env, m) =>
          send(
            m,
            await env.http({
              status: 200,
              headers: { "content-type": "text/html" },
              body: "<html>hi</html>",
            }),
          ),
      },
    );
  }
}
