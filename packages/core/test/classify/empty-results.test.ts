import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyReturned } from "../../src/classify.ts";

const typeOf = (value: unknown, effect?: "read" | "idempotent" | "write") =>
  classifyReturned(value, effect === undefined ? {} : { effect })?.errorType;

const LISTS = ["results", "items", "data", "rows", "matches", "hits", "records", "documents"];

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

describe("an empty list", () => {
  it.each([
    ["a count", { items: [], total: 0 }],
    ["a page beyond the last", { results: [], total: 40, page: 9, per_page: 5, total_pages: 8 }],
    ["what was asked for", { matches: [], query: "timout", limit: 10, offset: 0 }],
    ["a search that found nothing", { status: "ZERO_RESULTS", results: [] }],
    ["how it went", { data: [], ok: true, success: true, status: "success", took: 12 }],
    ["an end of the pages", { items: [], next: null, nextCursor: "", hasMore: false }],
    ["other lists that are empty", { hits: [], suggestions: [], facets: {} }],
    ["a page of its own", { data: [], meta: { pagination: { page: 1, total: 0, next: null } } }],
    ["a list of Stripe", { object: "list", data: [], has_more: false, url: "/v1/customers" }],
    ["DynamoDB's", { Items: [], Count: 0, ScannedCount: 9, $metadata: { requestId: "x" } }],
    ["OData's", { "@odata.context": "$metadata#Orders", "@odata.count": 0, value: [] }],
    [
      "PostgreSQL's columns",
      { command: "SELECT", rowCount: 0, oid: null, rows: [], fields: [{ name: "id" }] },
    ],
    [
      "Elasticsearch's",
      {
        took: 3,
        timed_out: false,
        _shards: shards,
        hits: { total: { value: 0, relation: "eq" }, max_score: null, hits: [] },
      },
    ],
  ])("with nothing beside it but %s is an empty result", (_, value) => {
    expect(typeOf(value)).toBe("empty_result");
    expect(typeOf(value, "read")).toBe("empty_result");
  });

  it.each([
    ["the order that was made", { id: "A-1077", customer: "Bob", items: [], status: "draft" }],
    ["an id", { id: 17, items: [] }],
    ["rows that were changed", { rows: [], rowCount: 5, command: "UPDATE" }],
    ["a table that was made", { rows: [], rowCount: null, command: "CREATE" }],
    ["rows under affected", { rows: [], affectedRows: 2 }],
    ["another list", { hits: [], results: [1] }],
    ["a next page", { data: [], nextPage: 2 }],
    ["a cursor", { items: [], next_cursor: "b2Zmc2V0" }],
    ["more to come", { items: [], hasMore: true }],
    ["suggestions", { results: [], suggestions: ["timeout"] }],
    ["another object", { order: { id: 1 }, items: [] }],
    ["a state", { items: [], status: "draft" }],
    ["a link", { items: [], url: "/orders/17" }],
    ["a date", { items: [], since: new Date(0) }],
    ["an id in its meta", { data: [], meta: { total: 0, jobId: "j-1" } }],
    ["a size that is none of a list", { items: [], size: "XL" }],
    ["what failed", { items: [], failed: 3 }],
    ["a value", { items: [], value: 5 }],
    ["aggregations", { hits: { total: 0, hits: [] }, aggregations: { by: { value: 3 } } }],
    ["the id of a document without text", { id: "D-1", content: [] }],
  ])("beside %s is a success", (_, value) => {
    expect(typeOf(value)).toBeUndefined();
    expect(typeOf(value, "read")).toBeUndefined();
  });

  const list = fc.constantFrom(...LISTS);
  const nothing = fc.constantFrom<unknown>(null, undefined, 0, false, "", " ", [], {});
  const something = fc.oneof(
    fc.string().filter((text) => text.trim() !== ""),
    fc.integer({ min: 1 }),
    fc.constant(true),
    fc.array(fc.integer(), { minLength: 1 }),
    fc.dictionary(fc.string(), fc.integer(), { minKeys: 1 }),
  );
  const unknownName = fc.string().map((text) => `own_${text}`);
  const count = fc.constantFrom("total", "count", "page", "limit", "offset", "took", "query");

  it("beside a field of an unknown name that is not empty is never an empty result", () => {
    const counts = fc.dictionary(count, fc.nat());
    fc.assert(
      fc.property(list, unknownName, something, counts, (key, name, value, rest) => {
        expect(typeOf({ ...rest, [name]: value, [key]: [] })).toBeUndefined();
      }),
    );
  });

  it("beside counts and fields that are empty is always an empty result", () => {
    const counts = fc.dictionary(count, fc.nat());
    const fields = fc.dictionary(unknownName, nothing);
    fc.assert(
      fc.property(list, fields, counts, (key, rest, counted) => {
        expect(typeOf({ ...rest, ...counted, [key]: [] })).toBe("empty_result");
      }),
    );
  });
});

describe("what a write returns", () => {
  it.each([
    ["an empty list", []],
    ["blank text", ""],
    ["white space", " \n"],
    ["null", null],
    ["an empty page", { items: [], total: 0 }],
    ["empty MCP content", { content: [] }],
    ["null data of GraphQL", { data: { createUser: null } }],
  ])("is no empty result: %s", (_, value) => {
    expect(typeOf(value, "write")).toBeUndefined();
  });

  it("is a failure where it says so", () => {
    expect(typeOf({ ok: false, error: "channel_not_found" }, "write")).toBe("not_found");
    expect(typeOf({ results: [], throttled: true }, "write")).toBe("rate_limited");
  });
});
