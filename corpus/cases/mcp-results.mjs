// MCP: results that are marked as errors

import { returned } from "../lib/case.mjs";
import { A, IDEM } from "../lib/labels.mjs";
import { base, link, orderServer } from "../lib/mcp.mjs";
export const cases = [];

const res = (id, how, args, label, name = "order") => ({
  ...base,
  id: `mcp/isError-${id}`,
  how,
  label,
  expect: (r) => r.isError === true,
  run: async (_env, m) =>
    returned(await (await link(m, orderServer(m))).callTool({ name, arguments: args })),
});
cases.push(
  res(
    "invalid-args",
    'high-level server rejects arguments: isError result, text "MCP error -32602…"',
    { id: "abc" },
    A.invalid("input validation, as text"),
  ),
  res(
    "unknown-tool",
    "high-level server, unknown tool: isError result",
    {},
    A.unknownTool('"Tool frobnicate not found" as text', [
      ["invalid_args", "malformed-args", false],
    ]),
    "frobnicate",
  ),
  res(
    "thrown",
    "handler threw Error: isError result with its message",
    { id: 1 },
    A.internal('nothing but "upstream exploded"', [
      ["upstream", "forbidden", false],
      ["upstream", "transient", IDEM],
    ]),
  ),
  res(
    "typeerror",
    "handler threw TypeError: only the text is left",
    { id: 2 },
    A.internal("programmer error on the server"),
  ),
  res(
    "not-found-text",
    "isError with prose",
    { id: 3 },
    A.notFound("prose says not found", [["upstream", "forbidden", false]]),
  ),
  res(
    "rate-limit-text",
    "isError with prose",
    { id: 4 },
    A.rate("prose says rate limit", 30000, {
      always: true,
      accept: [["upstream", "forbidden", false]],
    }),
  ),
  res(
    "empty-content",
    "isError with no content at all",
    { id: 5 },
    A.internal("no information", [
      ["upstream", "forbidden", false],
      ["upstream", "transient", IDEM],
    ]),
  ),
  res(
    "json-text",
    "isError with a JSON error in text",
    { id: 6 },
    A.auth("JSON text says PERMISSION_DENIED", [["upstream", "forbidden", false]]),
  ),
);
