import { ToolFault } from "@recourse/core";
import {
  fixed,
  httpStatus,
  objectOf,
  returns,
  script,
  throws,
  throwsValue,
  toolThat,
} from "./build.ts";
import type { RecoveryScenario } from "./scenario.ts";

const read = { effect: "read" } as const;
const done = returns({ id: "1", state: "done" });
const path = objectOf({ path: { type: "string" } });
const query = objectOf({ query: { type: "string" } });

/** What does not exist, what is not there, and what is not allowed. */
export const deadEndScenarios: readonly RecoveryScenario[] = [
  {
    name: "not-found-with-names",
    about: "What does not exist is answered with the nearest that does.",
    tools: () => [
      toolThat(
        "read",
        { ...read, enumerate: () => ["src/retry.ts", "README.md"] },
        [
          throws("ENOENT: no such file or directory", { code: "ENOENT", syscall: "open" }),
          returns("text of the file"),
        ],
        path,
      ),
    ],
    script: script("Read the file.", { tool: "read", args: { path: "src/rety.ts" } }),
    expect: { calls: ["read not_found replan", "read ok proceed"], stopReason: "completed" },
  },
  {
    name: "not-found-404",
    about: "A 404 is no reason to ask again.",
    tools: () => [toolThat("get", read, [httpStatus(404, {}, "no order 1")])],
    script: script("Get the order.", { tool: "get", args: { id: "1" } }),
    expect: {
      calls: ["get not_found replan"],
      stopReason: "completed",
      executions: { get: 1 },
      lastText: /"retryable":false/,
    },
  },
  {
    name: "empty-search-widened",
    about: "An empty result says what was searched and how to widen it.",
    tools: () => [
      toolThat(
        "search",
        {
          ...read,
          describeEmpty: () => ({
            searched: "open tickets matching 'timout'",
            candidates: 4,
            widen: "Search for 'timeout'.",
          }),
        },
        [returns([]), returns({ results: ["T-1"] })],
        query,
      ),
    ],
    script: script("Search.", { tool: "search", args: { query: "timout" } }),
    expect: {
      calls: ["search ok+empty_result replan", "search ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "empty-list-inside-an-object",
    about: "An object whose list of results is empty is an empty result.",
    tools: () => [toolThat("search", read, [returns({ results: [] })], query)],
    script: script("Search the object.", fixed("search", { query: "x" })),
    expect: { calls: ["search ok+empty_result replan"], stopReason: "completed" },
  },
  {
    name: "forbidden-403",
    about: "A 403 closes the branch and says so.",
    tools: () => [toolThat("get", read, [httpStatus(403, {}, "missing scope")])],
    script: script("Get the secret.", { tool: "get", args: { id: "1" } }),
    expect: { calls: ["get auth stop_branch"], stopReason: "completed", executions: { get: 1 } },
  },
  {
    name: "forbidden-critical",
    about: "A 403 of a critical tool ends the run.",
    tools: () => [
      toolThat("get", { ...read, critical: true }, [httpStatus(401, {}, "token expired")]),
      toolThat("other", read, [done]),
    ],
    script: script("Get it, it matters.", fixed("get"), fixed("other")),
    expect: { calls: ["get auth halt"], stopReason: "forbidden", executions: { other: 0 } },
  },
  {
    name: "quota-exhausted",
    about: "A quota that is used up does not come back during the run.",
    tools: () => [
      toolThat("embed", read, [
        throws("You exceeded your quota", { code: "insufficient_quota", status: 429 }),
      ]),
    ],
    script: script("Embed it.", { tool: "embed", args: { id: "1" } }),
    expect: {
      calls: ["embed quota_exhausted stop_branch"],
      stopReason: "completed",
      executions: { embed: 1 },
    },
  },
  {
    name: "permission-denied-file",
    about: "EACCES is a missing permission, not a wrong argument.",
    tools: () => [
      toolThat(
        "read",
        read,
        [throws("EACCES: permission denied", { code: "EACCES", errno: -13 })],
        path,
      ),
    ],
    script: script("Read what is closed.", { tool: "read", args: { path: "a" } }),
    expect: { calls: ["read auth stop_branch"], stopReason: "completed" },
  },
  {
    name: "repaired-on-another-tool",
    about: "When one way is closed the model may take another.",
    tools: () => [
      toolThat("fast", read, [httpStatus(403, {}, "not for you")]),
      toolThat("slow", read, [done]),
    ],
    script: script("Take either way.", {
      tool: "fast",
      args: { id: "1" },
      or: { tool: "slow", args: { id: "1" } },
    }),
    expect: { calls: ["fast auth stop_branch", "slow ok proceed"], stopReason: "completed" },
  },
  {
    name: "rejected-by-a-person",
    about: "What somebody refused is not asked again, and is no error.",
    tools: () => [
      toolThat("send", { effect: "write" }, [
        throwsValue(() => ToolFault.rejected({ message: "The reviewer said no." })),
      ]),
    ],
    script: script("Send it.", { tool: "send", args: { id: "1" } }),
    expect: { calls: ["send rejected stop_branch"], stopReason: "completed" },
  },
  {
    name: "budget-of-the-tool-used-up",
    about: "A tool may say itself that it gives no further attempt.",
    tools: () => [
      toolThat("crawl", read, [
        throwsValue(() => ToolFault.retryBudgetExhausted({ message: "10 pages are the limit." })),
      ]),
    ],
    script: script("Crawl on.", { tool: "crawl", args: { id: "1" } }),
    expect: {
      calls: ["crawl retry_budget_exhausted stop_branch"],
      stopReason: "completed",
      executions: { crawl: 1 },
    },
  },
  {
    name: "fault-in-the-tool's-own-words",
    about: "A tool's own fault says what is true instead and what to do next.",
    tools: () => [
      toolThat("get", read, [
        throwsValue(() =>
          ToolFault.notFound({
            message: "There is no parcel 1.",
            instead: "Parcels on their way: 7, 9.",
            next: "Call get with one of these.",
          }),
        ),
        done,
      ]),
    ],
    script: script("Get a parcel.", fixed("get", { id: "1" }), fixed("get", { id: "7" })),
    expect: { calls: ["get not_found replan", "get ok proceed"], stopReason: "completed" },
  },
  {
    name: "throws-undefined",
    about: "A tool that throws nothing at all still gives the model an observation.",
    tools: () => [toolThat("odd", read, [throwsValue(() => undefined)])],
    script: script("Throw nothing.", fixed("odd")),
    expect: { calls: ["odd internal repair"], stopReason: "completed" },
  },
  {
    name: "throws-text",
    about: "A tool that throws text gives the model that text.",
    tools: () => [toolThat("odd", read, [throwsValue(() => "palette has no colours")])],
    script: script("Throw text.", fixed("odd")),
    expect: { calls: ["odd internal repair"], stopReason: "completed", lastText: /palette/ },
  },
];
