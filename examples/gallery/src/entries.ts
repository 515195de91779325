import { z } from "zod";
import type { GalleryTool, Situation } from "./situation.ts";

/** A failure of the gallery. */
export interface Entry {
  readonly title: string;
  /** What happens, in a sentence. */
  readonly how: string;
  /** The corpus case whose error the called tool throws. */
  readonly thrown?: string;
  readonly situation: Situation;
}

type Shape = Readonly<Record<string, z.ZodType>>;

function tool(name: string, shape: Shape, rest: Partial<GalleryTool> = {}): GalleryTool {
  const { options = { effect: "read" }, execute = () => [] } = rest;
  const description = `${name.replaceAll("_", " ")}.`;
  return { name, description, parameters: z.object(shape), options, execute };
}

/** A call of the first tool. */
function call(args: object | string, ...tools: GalleryTool[]): Situation {
  return {
    tool: tools[0]?.name ?? "",
    args: typeof args === "string" ? args : JSON.stringify(args),
    tools,
  };
}

const write = { options: { effect: "write" } } as const;
const text = z.string();
const getOrder = tool("get_order", { order_id: text });
const listOrders = tool("list_orders", { customer: text });
const setPlan = tool(
  "set_plan",
  { customer: text, plan: z.enum(["basic", "pro", "scale"]), seats: z.number().int() },
  write,
);

/** Failures that a tool throws: each by a real client against a loopback server that misbehaves. */
const thrown: readonly Entry[] = [
  {
    title: "A record that does not exist",
    how: "axios gets 404",
    thrown: "axios/http-404",
    situation: call({ order_id: "A-1042" }, getOrder, listOrders),
  },
  {
    title: "A file that does not exist",
    how: "`readFile` of a missing file",
    thrown: "fs/ENOENT-read",
    situation: call(
      { path: "/no/such/file.txt" },
      tool("read_file", { path: text }),
      tool("list_files", { folder: text }),
    ),
  },
  {
    title: "Nobody listens",
    how: "`fetch` of a closed port",
    thrown: "fetch/refused",
    situation: call({ city: "Graz" }, tool("get_weather", { city: text })),
  },
  {
    title: "Too many requests",
    how: "axios gets 429 with Retry-After: 7, each of three times",
    thrown: "axios/http-429-seconds",
    situation: call({ city: "Graz" }, tool("get_weather", { city: text })),
  },
  {
    title: "A quota that is used up",
    how: "the OpenAI client gets 429 with `insufficient_quota`",
    thrown: "openai/quota",
    situation: call({ text: "Hello" }, tool("translate", { text })),
  },
  {
    title: "A card that is declined",
    how: "the Stripe client gets 402",
    thrown: "stripe/card_declined",
    situation: call(
      { customer: "cus_1", cents: 4200 },
      tool("charge_customer", { customer: text, cents: z.number() }, write),
      tool("list_charges", { customer: text }),
    ),
  },
  {
    title: "A write that times out",
    how: "axios gives up waiting for the answer to a POST",
    thrown: "axios/timeout",
    situation: call(
      { order_id: "A-1042", cents: 4200 },
      tool(
        "refund_order",
        { order_id: text, cents: z.number() },
        { options: { effect: "write", verify: "get_refund" } },
      ),
      tool("get_refund", { order_id: text }),
    ),
  },
  {
    title: "A web page in place of data",
    how: "`fetch` gets 502 and a page of nginx",
    thrown: "fetch/http-502",
    situation: call({ order_id: "A-1042" }, getOrder, listOrders),
  },
  {
    title: "A row that is there already",
    how: "SQLite's unique constraint",
    thrown: "node:sqlite/CONSTRAINT",
    situation: call(
      { id: 2, subject: "Late delivery" },
      tool("create_ticket", { id: z.number(), subject: text }, write),
    ),
  },
  {
    title: "GraphQL says not found",
    how: "graphql-request gets 200 with an error in it, and puts request and response in its message",
    thrown: "graphql-request/gql-NOT_FOUND",
    situation: call(
      { login: "jdoe" },
      tool("get_user", { login: text }),
      tool("list_users", { team: text }),
    ),
  },
  {
    title: "No permission",
    how: "the DynamoDB client gets AccessDeniedException",
    thrown: "dynamodb/AccessDeniedException",
    situation: call({ key: "A-1042" }, tool("get_item", { key: text })),
  },
  {
    title: "A channel that does not exist",
    how: "the Slack client gets `channel_not_found`",
    thrown: "@slack/web-api/channel_not_found",
    situation: call(
      { channel: "#supprt", message: "On it" },
      tool(
        "post_message",
        { channel: text, message: text },
        {
          options: { effect: "write", enumerate: () => ["#support", "#sales", "#random"] },
        },
      ),
      tool("list_channels", {}),
    ),
  },
  {
    title: "A query that does not parse",
    how: "the Elasticsearch client gets `parsing_exception`",
    thrown: "elasticsearch/parsing",
    situation: call({ query: '{"foo":{}}' }, tool("search_logs", { query: text })),
  },
  {
    title: "A bug in the tool",
    how: "the tool reads a property of `undefined`",
    thrown: "js/TypeError-undefined",
    situation: call({ order_id: "A-1042" }, tool("get_total", { order_id: text })),
  },
  {
    title: "A tool that validates for itself",
    how: "zod's `parse()` inside the tool finds three faults",
    thrown: "zod/parse",
    situation: call(
      { id: "abc", plan: "Pro Plan", tags: [1] },
      tool("save_account", { id: text, plan: text, tags: z.array(z.number()) }, write),
    ),
  },
];

/** Failures that never reach a tool, and one result with nothing in it. */
const before: readonly Entry[] = [
  {
    title: "A value that is not allowed",
    how: "the model invents a plan",
    situation: call({ customer: "C-7", plan: "Pro Plan", seats: 5 }, setPlan),
  },
  {
    title: "A field that is missing and one of the wrong type",
    how: "the model leaves out `customer` and quotes a number",
    situation: call({ plan: "pro", seats: "5" }, setPlan),
  },
  {
    title: "A tool that does not exist",
    how: "the model calls `get_orders`",
    situation: { ...call({ order_id: "A-1042" }, getOrder, listOrders), tool: "get_orders" },
  },
  {
    title: "Arguments that are not JSON",
    how: "the model writes JavaScript",
    situation: call("{order_id: 'A-1042'}", getOrder, listOrders),
  },
  {
    title: "A search that finds nothing",
    how: "the tool returns `[]`; its author says what was searched",
    situation: call(
      { text: "timout", state: "open" },
      tool(
        "search_tickets",
        { text, state: text },
        {
          options: {
            effect: "read",
            describeEmpty: () => ({
              searched: "open tickets",
              candidates: 1284,
              widen: "search all states, or other words",
            }),
          },
        },
      ),
    ),
  },
];

/** The twenty, in the order of the page. */
export const entries: readonly Entry[] = [...thrown, ...before];
