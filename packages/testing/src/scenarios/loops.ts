import {
  fixed,
  httpStatus,
  objectOf,
  repeated,
  returns,
  script,
  throws,
  toolThat,
} from "./build.ts";
import type { RecoveryScenario } from "./scenario.ts";

const read = { effect: "read" } as const;
const write = { effect: "write" } as const;
const same = returns({ text: "tea" });
const pair = objectOf({ a: { type: "string" }, b: { type: "string" } });
const numbered = objectOf({ n: { type: "integer" } });

/** Loops that are ended, and work that only looks like one. */
export const loopScenarios: readonly RecoveryScenario[] = [
  {
    name: "third-identical-read-refused",
    about: "The third identical call with equal results is refused; asked again, the run ends.",
    tools: () => [toolThat("read", read, [same])],
    script: script("Read for ever.", ...repeated(6, fixed("read"))),
    expect: {
      calls: [
        "read ok proceed",
        "read ok proceed",
        "read repeated_call refuse",
        "read repeated_call refuse",
      ],
      stopReason: "no_progress",
      executions: { read: 2 },
    },
  },
  {
    name: "identical-failure-refused",
    about: "The third identical failing call is refused; asked again, the run ends.",
    tools: () => [toolThat("get", read, [httpStatus(404, {}, "no such user")])],
    script: script("Ask for ever.", ...repeated(6, fixed("get"))),
    expect: {
      calls: [
        "get not_found replan",
        "get not_found replan",
        "get repeated_call refuse",
        "get repeated_call refuse",
      ],
      stopReason: "no_progress",
      executions: { get: 2 },
    },
  },
  {
    name: "refused-once-then-done",
    about: "A model that heeds the refusal goes on.",
    tools: () => [toolThat("read", read, [same]), toolThat("list", read, [returns(["a"])])],
    script: script("Read, then list.", ...repeated(3, fixed("read")), fixed("list")),
    expect: {
      calls: ["read ok proceed", "read ok proceed", "read repeated_call refuse", "list ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "identical-in-one-turn",
    about: "Identical calls of one turn count as the same, settled or not.",
    tools: () => [toolThat("read", read, [same])],
    script: script("Read thrice at once.", [fixed("read"), fixed("read"), fixed("read")]),
    expect: {
      calls: ["read ok proceed", "read ok proceed", "read repeated_call refuse"],
      stopReason: "completed",
      executions: { read: 2 },
    },
  },
  {
    name: "cycle-of-two-writes",
    about: "A cycle of two turns that has run three times ends the run.",
    tools: () => [
      toolThat("light", write, [returns("saved")]),
      toolThat("dark", write, [returns("saved")]),
    ],
    script: script(
      "Toggle for ever.",
      ...repeated(4, fixed("light")).flatMap((goal) => [goal, fixed("dark")]),
    ),
    expect: {
      calls: [
        "light ok proceed",
        "dark ok proceed",
        "light ok proceed",
        "dark ok proceed",
        "light ok proceed",
        "dark ok proceed",
      ],
      stopReason: "no_progress",
    },
  },
  {
    name: "error-cascade",
    about: "Five turns in a row in which everything failed end the run.",
    tools: () => [toolThat("get", read, [httpStatus(404, {}, "no such number")], numbered)],
    script: script("Guess numbers.", ...Array.from({ length: 8 }, (_, n) => fixed("get", { n }))),
    expect: {
      calls: Array.from({ length: 5 }, () => "get not_found replan"),
      stopReason: "error_cascade",
      executions: { get: 5 },
    },
  },
  {
    name: "failures-broken-by-a-success",
    about: "A success between failures starts the count of failed turns afresh.",
    tools: () => [
      toolThat("get", read, [httpStatus(404, {}, "no such number")], numbered),
      toolThat("list", read, [returns(["a"])]),
    ],
    script: script(
      "Guess and look.",
      ...Array.from({ length: 4 }, (_, n) => fixed("get", { n })),
      fixed("list"),
      ...Array.from({ length: 4 }, (_, n) => fixed("get", { n: 10 + n })),
    ),
    expect: {
      calls: [
        ...Array.from({ length: 4 }, () => "get not_found replan"),
        "list ok proceed",
        ...Array.from({ length: 4 }, () => "get not_found replan"),
      ],
      stopReason: "completed",
    },
  },
  {
    name: "tool-error-budget",
    about: "Too many errors end the run although some calls succeed in between.",
    recovery: { policy: { errors: 3 } },
    tools: () => [
      toolThat("get", read, [httpStatus(404, {}, "no such number")], numbered),
      toolThat("list", read, [returns(["a"])], numbered),
    ],
    script: script(
      "Half of it fails.",
      ...Array.from({ length: 5 }, (_, n) => [fixed("get", { n }), fixed("list", { n })]),
    ),
    expect: {
      calls: Array.from({ length: 3 }, () => ["get not_found replan", "list ok proceed"]).flat(),
      stopReason: "tool_error_budget",
    },
  },
  {
    name: "nothing-but-empty-results",
    about: "Turn after turn of nothing found ends the run.",
    recovery: { policy: { emptyTurns: 3 } },
    tools: () => [toolThat("search", read, [returns([])], numbered)],
    script: script(
      "Search everywhere.",
      ...Array.from({ length: 6 }, (_, n) => fixed("search", { n })),
    ),
    expect: {
      calls: Array.from({ length: 3 }, () => "search ok+empty_result replan"),
      stopReason: "no_progress",
    },
  },
  {
    name: "read-again-after-a-write",
    about: "Reading again after a change is no loop.",
    tools: () => [
      toolThat("read", read, [same]),
      toolThat("edit", write, [returns("saved")], numbered),
    ],
    script: script(
      "Edit and look.",
      ...[1, 2, 3].flatMap((n) => [fixed("read"), fixed("edit", { n })]),
    ),
    expect: {
      calls: Array.from({ length: 3 }, () => ["read ok proceed", "edit ok proceed"]).flat(),
      stopReason: "completed",
      executions: { read: 3 },
    },
  },
  {
    name: "polling-allowed",
    about: "A tool that is meant to be polled is not refused.",
    tools: () => [
      toolThat("state", { ...read, repeats: "allow" }, [
        ...repeated(5, fixed("x")).map(() => returns({ state: "pending" })),
        returns({ state: "ready" }),
      ]),
    ],
    script: script("Poll it.", {
      tool: "state",
      args: { id: "1" },
      until: { matches: /ready/, atMost: 10 },
    }),
    expect: { calls: Array.from({ length: 6 }, () => "state ok proceed"), stopReason: "completed" },
  },
  {
    name: "identical-calls-with-news",
    about: "The same call with a new result each time is no loop.",
    tools: () => [
      toolThat(
        "stock",
        read,
        [4, 3, 2, 1].map((n) => returns({ left: n })),
      ),
    ],
    script: script("Watch the stock.", ...repeated(4, fixed("stock"))),
    expect: { calls: Array.from({ length: 4 }, () => "stock ok proceed"), stopReason: "completed" },
  },
  {
    name: "pages-of-a-list",
    about: "The next page is another call.",
    tools: () => [toolThat("page", read, [returns({ rows: ["x"], more: true })], numbered)],
    script: script("Turn pages.", ...[1, 2, 3, 4, 5].map((n) => fixed("page", { n }))),
    expect: { calls: Array.from({ length: 5 }, () => "page ok proceed"), stopReason: "completed" },
  },
  {
    name: "failure-then-success-then-read",
    about: "A failure and a success are two outcomes, so one more look is allowed.",
    tools: () => [toolThat("get", read, [throws("odd failure"), same])],
    script: script("Try thrice.", ...repeated(3, fixed("get"))),
    expect: {
      calls: ["get internal repair", "get ok proceed", "get ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "keys-in-another-order",
    about: "The order of keys does not make another call.",
    tools: () => [toolThat("find", read, [same], pair)],
    script: script(
      "Find in disorder.",
      fixed("find", { a: "1", b: "2" }),
      fixed("find", { b: "2", a: "1" }),
      fixed("find", { a: "1", b: "2" }),
    ),
    expect: {
      calls: ["find ok proceed", "find ok proceed", "find repeated_call refuse"],
      stopReason: "completed",
      executions: { find: 2 },
    },
  },
  {
    name: "cycle-of-three-reads",
    about: "In a round of reads each third call is refused; the next ask ends the run.",
    tools: () => ["a", "b", "c"].map((name) => toolThat(name, read, [same])),
    script: script(
      "Go round.",
      ...repeated(4, fixed("a")).flatMap((a) => [a, fixed("b"), fixed("c")]),
    ),
    expect: {
      calls: [
        ...["a", "b", "c", "a", "b", "c"].map((name) => `${name} ok proceed`),
        ...["a", "b", "c", "a"].map((name) => `${name} repeated_call refuse`),
      ],
      stopReason: "no_progress",
    },
  },
  {
    name: "cycle-of-undeclared-tools",
    about: "Tools that may change state are not refused one by one; their cycle ends the run.",
    tools: () => [
      toolThat("left", {}, [returns("moved")]),
      toolThat("right", {}, [returns("moved")]),
    ],
    script: script(
      "Step.",
      ...repeated(4, fixed("left")).flatMap((goal) => [goal, fixed("right")]),
    ),
    expect: {
      calls: Array.from({ length: 3 }, () => ["left ok proceed", "right ok proceed"]).flat(),
      stopReason: "no_progress",
    },
  },
  {
    name: "cycle-broken-in-time",
    about: "Two rounds and then something else are no loop.",
    tools: () => ["ls", "cat", "grep"].map((name) => toolThat(name, read, [same])),
    script: script(
      "Look around.",
      ...repeated(2, fixed("ls")).flatMap((goal) => [goal, fixed("cat")]),
      fixed("grep"),
    ),
    expect: {
      calls: ["ls", "cat", "ls", "cat", "grep"].map((name) => `${name} ok proceed`),
      stopReason: "completed",
    },
  },
  {
    name: "tests-after-every-edit",
    about: "The same failing tests after each edit are work, not a loop.",
    tools: () => [
      toolThat("run_tests", read, [returns({ failed: 3 })]),
      toolThat("edit", write, [returns("saved")], numbered),
    ],
    script: script(
      "Mend the tests.",
      ...[1, 2, 3, 4].flatMap((n) => [fixed("run_tests"), fixed("edit", { n })]),
    ),
    expect: {
      calls: Array.from({ length: 4 }, () => ["run_tests ok proceed", "edit ok proceed"]).flat(),
      stopReason: "completed",
    },
  },
  {
    name: "repeated-write-of-the-same",
    about: "A write's own successes do not make its repetition new.",
    tools: () => [toolThat("set", { effect: "idempotent" }, [returns("saved")])],
    script: script("Set it again and again.", ...repeated(3, fixed("set"))),
    expect: {
      calls: ["set ok proceed", "set ok proceed", "set repeated_call refuse"],
      stopReason: "completed",
      executions: { set: 2 },
    },
  },
  {
    name: "failed-write-between-reads",
    about: "A write that failed has changed nothing that would make a read new.",
    tools: () => [
      toolThat("read", read, [same]),
      toolThat("edit", write, [httpStatus(403, {}, "read only")], numbered),
    ],
    script: script(
      "Edit in vain.",
      ...[1, 2].flatMap((n) => [fixed("read"), fixed("edit", { n })]),
      fixed("read"),
    ),
    expect: {
      calls: [
        "read ok proceed",
        "edit auth stop_branch",
        "read ok proceed",
        "edit auth stop_branch",
        "read repeated_call refuse",
      ],
      stopReason: "completed",
    },
  },
];
