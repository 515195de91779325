import {
  fixed,
  givenUp,
  hangs,
  httpStatus,
  repeated,
  returns,
  script,
  throws,
  toolThat,
} from "./build.ts";
import type { RecoveryScenario } from "./scenario.ts";

const read = { effect: "read" } as const;
const done = returns({ id: "1", state: "done" });
const corrupt = throws("database disk image is malformed", {
  code: "ERR_SQLITE_ERROR",
  errcode: 11,
  errstr: "database disk image is malformed",
});

/** Runs that the host ends, and what it does in the modes that only look on. */
export const endScenarios: readonly RecoveryScenario[] = [
  {
    name: "corrupt-state",
    about: "Half-written data end the run; the model is not asked to mend them.",
    tools: () => [
      toolThat("save", { effect: "write" }, [corrupt]),
      toolThat("other", read, [done]),
    ],
    script: script("Save it.", fixed("save"), fixed("other")),
    expect: {
      calls: ["save corrupt_state halt"],
      stopReason: "corrupt_state",
      executions: { save: 1, other: 0 },
    },
  },
  {
    name: "corrupt-state-with-a-sibling",
    about: "A sibling that finished keeps its result when the run is ended.",
    tools: () => [toolThat("save", { effect: "write" }, [corrupt]), toolThat("look", read, [done])],
    script: script("Save and look.", [fixed("look"), fixed("save")], fixed("look")),
    expect: {
      calls: ["look ok proceed", "save corrupt_state halt"],
      stopReason: "corrupt_state",
      executions: { look: 1 },
    },
  },
  {
    name: "not-executed",
    about: "Behind a call that ended the run, the others of its turn are answered, not executed.",
    tools: () => [toolThat("read", read, [done]), toolThat("send", { effect: "write" }, [done])],
    script: script("Read, and send.", ...repeated(3, fixed("read")), [
      fixed("read"),
      fixed("send"),
    ]),
    expect: {
      calls: [
        "read ok proceed",
        "read ok proceed",
        "read repeated_call refuse",
        "read repeated_call refuse",
        "send not_executed pass_through",
      ],
      stopReason: "no_progress",
      executions: { read: 2, send: 0 },
    },
  },
  {
    name: "cancelled",
    about: "A caller who gives up ends the call and the run; nothing is counted as an error.",
    tools: () => [toolThat("slow", read, [givenUp]), toolThat("other", read, [done])],
    script: script("Be given up.", fixed("slow"), fixed("other")),
    expect: {
      calls: ["slow cancelled pass_through"],
      stopReason: "cancelled",
      executions: { slow: 1, other: 0 },
    },
  },
  {
    name: "deadline",
    about: "No call outlasts the run's deadline, and none begins after it.",
    // Long enough for the first model response to come in time on a busy machine.
    run: { runTimeoutMs: 1_000 },
    tools: () => [toolThat("slow", read, [hangs]), toolThat("other", read, [done])],
    script: script("Be slow.", fixed("slow"), fixed("other")),
    expect: {
      calls: ["slow timeout stop_branch"],
      stopReason: "deadline",
      executions: { other: 0 },
    },
  },
  {
    name: "not-counted",
    about: "Failures of a tool that does not count do not end the run.",
    tools: () => [
      toolThat("probe", { ...read, counts: false, repeats: "allow" }, [
        ...[1, 2, 3, 4, 5, 6].map((n) => httpStatus(404, {}, `nothing at ${n}`)),
        done,
      ]),
    ],
    script: script("Probe.", ...repeated(7, fixed("probe"))),
    expect: {
      calls: [...Array.from({ length: 6 }, () => "probe not_found replan"), "probe ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "strict-third-call",
    about: "The essays' literal rule refuses the third identical call whatever happened between.",
    tools: () => [
      toolThat("read", { ...read, repeats: "refuse" }, [returns("a"), returns("b"), returns("c")]),
    ],
    script: script("Read strictly.", ...repeated(3, fixed("read"))),
    expect: {
      calls: ["read ok proceed", "read ok proceed", "read repeated_call refuse"],
      stopReason: "completed",
    },
  },
];

/** The modes that only look on: the records say what would have been done. */
export const modeScenarios: readonly RecoveryScenario[] = [
  {
    name: "observed-loop",
    about: "A mode that observes refuses nothing and writes down what it would have refused.",
    recovery: { mode: "observe" },
    tools: () => [toolThat("read", read, [returns({ text: "tea" })])],
    script: script("Read, watched.", ...repeated(4, fixed("read"))),
    expect: {
      calls: [
        "read ok proceed",
        "read ok proceed",
        "read ok proceed (would refuse)",
        "read ok proceed (would halt)",
      ],
      stopReason: "completed",
      executions: { read: 4 },
    },
  },
  {
    name: "switched-off",
    about: "A mode that is off leaves no trace.",
    recovery: { mode: "off" },
    tools: () => [toolThat("read", read, [returns({ text: "tea" })])],
    script: script("Read, unwatched.", ...repeated(4, fixed("read"))),
    expect: { calls: [], stopReason: "completed", executions: { read: 4 } },
  },
  {
    name: "guards-only-observe",
    about: "One part may only look on while the others act.",
    recovery: { mode: { guards: "observe" } },
    tools: () => [toolThat("get", read, [httpStatus(503), done])],
    script: script("Retry, but refuse nothing.", ...repeated(4, fixed("get"))),
    expect: {
      calls: [
        "get ok proceed",
        "get ok proceed",
        "get ok proceed (would refuse)",
        "get ok proceed (would halt)",
      ],
      stopReason: "completed",
      executions: { get: 5 },
    },
  },
];

/** What a tool may return besides a plain value, and what never reaches the model. */
export const resultScenarios: readonly RecoveryScenario[] = [
  {
    name: "returns-nothing",
    about: "A call that returns nothing is told to be done.",
    tools: () => [toolThat("ping", { effect: "idempotent" }, [returns(undefined)])],
    script: script("Ping.", fixed("ping")),
    expect: { calls: ["ping ok proceed"], stopReason: "completed", lastText: /"ok":true/ },
  },
  {
    name: "returned-failure",
    about: "A failure that is returned counts as one that is thrown.",
    tools: () => [
      toolThat("get", read, [
        returns({ data: null, error: { message: "not found", status: 404 } }),
      ]),
    ],
    script: script("Get a failure.", fixed("get")),
    expect: { calls: ["get not_found replan"], stopReason: "completed" },
  },
  {
    name: "returned-mcp-error",
    about: "An MCP result that is marked as an error is a failure.",
    tools: () => [
      toolThat("remote", read, [
        returns({ isError: true, content: [{ type: "text", text: "quota of widgets" }] }),
      ]),
    ],
    script: script("Call the remote.", fixed("remote")),
    expect: { calls: ["remote internal repair"], stopReason: "completed" },
  },
  {
    name: "text-that-mentions-an-error",
    about: "Text that begins with the word Error is a result unless the tool says otherwise.",
    tools: () => [toolThat("log", read, [returns("Error rates are down by half this week.")])],
    script: script("Read the log.", fixed("log")),
    expect: { calls: ["log ok proceed"], stopReason: "completed" },
  },
  {
    name: "secret-in-an-error",
    about: "A secret in an error reaches neither the model nor the records.",
    tools: () => [
      toolThat("db", read, [
        throws(
          `cannot connect with ${["postgres://app:", "hunter2hunter2", "@db.internal/shop"].join("")}`,
        ),
      ]),
    ],
    script: script("Connect.", fixed("db")),
    expect: { calls: ["db internal repair"], stopReason: "completed", neverSent: /hunter2/ },
  },
  {
    name: "envelope-for-successes",
    about: "With `successText: envelope` a success has the same shape as a failure.",
    recovery: { successText: "envelope" },
    tools: () => [toolThat("get", read, [done])],
    script: script("Get an envelope.", fixed("get")),
    expect: {
      calls: ["get ok proceed"],
      stopReason: "completed",
      lastText: /^\{"ok":true,"data":\{"id":"1","state":"done"\}\}$/,
    },
  },
];
