import { describe, expect, test } from "vitest";
import { classify } from "../../src/index.ts";
import { harness } from "../engine/support/harness.ts";

const failed = (text: string) => ({ isError: true, content: [{ type: "text", text }] });

/** What is made of a text that an MCP server gave as the content of a failure. */
const RECOGNISED: readonly (readonly [string, string, number | undefined])[] = [
  ["403 Forbidden", "auth", 403],
  ["Error: 403 Forbidden: no access to repo", "auth", 403],
  ["HTTP 403", "auth", 403],
  ["Request failed with status 403", "auth", 403],
  ["Permission denied: /reports is private", "auth", undefined],
  ["404 not found", "not_found", 404],
  ["MCP error -32603: 404 Not Found", "not_found", 404],
  ["Error executing tool get_order: 404 Not Found", "not_found", 404],
  ["429 Too Many Requests", "rate_limited", 429],
  ["rate limit exceeded", "rate_limited", undefined],
  ["Connection refused", "upstream", undefined],
  ["connect ECONNREFUSED 10.0.0.7:5432", "upstream", undefined],
];

describe("the text of an MCP failure is read, whether it was returned, thrown or settled", () => {
  test.each(RECOGNISED)("%s is %s", (text, errorType, status) => {
    for (const origin of [undefined, "thrown", "returned"] as const) {
      const diagnosis = classify(failed(text), origin === undefined ? {} : { origin });
      expect(diagnosis.errorType).toBe(errorType);
      expect(diagnosis.status).toBe(status);
      expect(diagnosis.rule).toMatch(/^mcp\/is-error: /);
    }
  });

  test("a status reaches the model", async () => {
    const { ok } = harness({ tools: { get: { effect: "read" } } });
    const outcome = await ok("get", {}, failed("403 Forbidden"));
    expect(outcome.content).toContain("access denied (403)");
  });
});

describe("a number in prose is no status", () => {
  test.each([
    "Order 403 has no items",
    "500 orders could not be saved",
    "Found 404 rows, none of which fits",
    "The limit of 429 characters is too small",
  ])("%s", (text) => {
    expect(classify(failed(text))).toMatchObject({ errorType: "internal" });
    expect(classify(failed(text)).status).toBeUndefined();
  });
});
