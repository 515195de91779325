import type { ErrorType } from "../vocabulary.ts";
import { isArray, isObject, keysOf, lengthOf, read, readString } from "./read.ts";

/** What an object without anything in its list says. */
export interface EmptyVerdict {
  readonly name: string;
  readonly verdict: ErrorType;
}

/** Where a page of results has them. */
const LISTS = [
  "results",
  "items",
  "data",
  "rows",
  "matches",
  "hits",
  "Items",
  "records",
  "documents",
  "value",
];

/** Why there is nothing: the search was not carried out, or not to its end. */
const CUT_SHORT: Readonly<Record<string, EmptyVerdict>> = {
  throttled: { name: "throttled", verdict: "rate_limited" },
  ratelimited: { name: "throttled", verdict: "rate_limited" },
  timedout: { name: "timed-out", verdict: "timeout" },
  unavailable: { name: "unavailable", verdict: "upstream" },
  degraded: { name: "unavailable", verdict: "upstream" },
};

// Names of what says nothing beside an empty list, as letters alone in lower case.

/** As numbers: how much there is, where in it this page stands, how long it took. */
const COUNTS = namesOf(
  "total count totalcount totalresults totalitems totalrecords totalhits numfound resultcount",
  "scannedcount odatacount size length estimatedtotalhits nbhits page pages pagenumber pagesize",
  "pagecount currentpage totalpages lastpage nbpages perpage hitsperpage limit offset start skip",
  "took tookms time elapsed elapsedms duration durationms processingtimems statuscode httpstatus",
);

/** Of whatever kind: what was asked for, and by which request. */
const ECHOES = namesOf(
  "query q search searchterm term keyword keywords filter filters sort sortby orderby ok success",
  "requestid traceid odatacontext timestamp",
);

/** As objects of nothing but all these. */
const CONTAINERS = namesOf("page pagination paging pageinfo meta metadata query filter filters");

function namesOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

/** What node-postgres says of the columns of a query that found no rows. */
const COLUMNS = namesOf("command fields parsers types prebuiltemptyresultobject");

/** Lists of Stripe and others say what they are, and the path that was asked. */
const LIST_OBJECT = namesOf("object url");

/** An object deeper than this is taken to say something. */
const MAX_DEPTH = 3;

/**
 * Tells a page without results from everything else that has an empty list in it. An order without
 * items is an order: the object is empty only where nothing beside the list says anything.
 */
export function emptyVerdict(value: object): EmptyVerdict | undefined {
  return emptyPage(value) ?? emptySearch(value) ?? emptyContent(value) ?? nullData(value);
}

/** Whether there is a list where a page of results has them, with nothing in it. */
export function hasEmptyList(value: object): boolean {
  return listOf(value) !== undefined;
}

function listOf(value: object): string | undefined {
  return LISTS.find((key) => isEmptyList(read(value, key)));
}

function emptyPage(value: object): EmptyVerdict | undefined {
  const list = listOf(value);
  if (list === undefined) return undefined;
  const flag = keysOf(value).find((key) => cutShort(key) && read(value, key) === true);
  // The AWS SDK tells of its request.
  if (saysMore(value, [list, "$metadata", ...(flag === undefined ? [] : [flag])])) return undefined;
  return (
    (flag === undefined ? undefined : cutShort(flag)) ?? {
      name: "empty-list",
      verdict: "empty_result",
    }
  );
}

/** Elasticsearch: `{ took, _shards, hits: { total, hits: [] } }`. */
function emptySearch(value: object): EmptyVerdict | undefined {
  const hits = read(value, "hits");
  if (!isObject(hits) || !isEmptyList(read(hits, "hits"))) return undefined;
  if (saysMore(value, ["hits", "_shards"]) || saysMore(hits, ["hits", "total"])) return undefined;
  return { name: "empty-list", verdict: "empty_result" };
}

/** MCP: `{ content: [{ type: "text", text: "" }] }`. */
function emptyContent(value: object): EmptyVerdict | undefined {
  const content = read(value, "content");
  if (!isArray(content) || read(value, "isError") === true) return undefined;
  const text = contentText(value).trim();
  if (text !== "" && text !== "[]" && text !== "null") return undefined;
  for (let at = 0; at < Math.min(lengthOf(content), 8); at += 1) {
    if (read(read(content, at), "type") !== "text") return undefined;
  }
  return saysMore(value, ["content"])
    ? undefined
    : { name: "empty-content", verdict: "empty_result" };
}

/** GraphQL: `{ data: { user: null } }`. */
function nullData(value: object): EmptyVerdict | undefined {
  const data = read(value, "data");
  if (keysOf(value).length !== 1 || !isObject(data) || isArray(data)) return undefined;
  const keys = keysOf(data);
  const nothing = keys.length > 0 && keys.every((key) => read(data, key) === null);
  return nothing ? { name: "null-data", verdict: "empty_result" } : undefined;
}

/** Whether an object says anything beside these fields of it. */
function saysMore(value: object, beside: readonly string[], depth = 0): boolean {
  const keys = keysOf(value);
  // So many that not all were listed.
  if (keys.length >= 64) return true;
  const selected = read(value, "command") === "SELECT";
  const listed = read(value, "object") === "list";
  return keys.some((key) => {
    if (beside.includes(key)) return false;
    const name = lettersOf(key);
    if ((selected && COLUMNS.has(name)) || (listed && LIST_OBJECT.has(name))) return false;
    return says(name, read(value, key), depth);
  });
}

function says(name: string, value: unknown, depth: number): boolean {
  // No data: methods, and what every language has for nothing.
  if (!value || typeof value === "function") return false;
  if (typeof value === "string" && value.trim() === "") return false;
  if (isArray(value) && lengthOf(value) === 0) return false;
  if (name === "status") return !isGoodStatus(value);
  if (typeof value !== "object") return !ECHOES.has(name) && !(COUNTS.has(name) && isCount(value));
  if (isArray(value)) return true;
  if (keysOf(value).length === 0) return !isPlain(value);
  return depth >= MAX_DEPTH || !CONTAINERS.has(name) || saysMore(value, [], depth + 1);
}

/** Some services send numbers as text. */
function isCount(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
}

/** Of a search that went well, whatever it found: Google's places say `ZERO_RESULTS`. */
const GOOD_STATUS = /^(?:ok|success(?:ful)?|200|(?:zero|no)_results)$/i;

function isGoodStatus(value: unknown): boolean {
  return value === true || value === 200 || GOOD_STATUS.test(String(value));
}

/** A `Date` and a `Map` have no keys of their own, and say something. */
function isPlain(value: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}

function cutShort(key: string): EmptyVerdict | undefined {
  const name = lettersOf(key);
  return Object.hasOwn(CUT_SHORT, name) ? CUT_SHORT[name] : undefined;
}

function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

function isEmptyList(value: unknown): boolean {
  return isArray(value) && lengthOf(value) === 0;
}

/** The texts of an MCP result, as far as they are needed. */
export function contentText(value: object): string {
  const content = read(value, "content");
  if (typeof content === "string") return content.slice(0, 4000);
  if (!isArray(content)) return "";
  let text = "";
  for (let at = 0; at < Math.min(lengthOf(content), 8) && text.length < 4000; at += 1) {
    const part = readString(read(content, at), "text");
    if (part !== undefined) text += (text === "" ? "" : "\n") + part.slice(0, 4000);
  }
  return text;
}
