import { fixed, httpStatus, objectOf, returns, script, throws, toolThat } from "./build.ts";
import type { RecoveryScenario } from "./scenario.ts";

const read = { effect: "read" } as const;
const done = returns({ id: "1", state: "done" });
const level = objectOf({ level: { type: "string", enum: ["low", "normal", "urgent"] } });
const count = objectOf({ count: { type: "integer", minimum: 1, maximum: 100 } });

/** Calls that the model got wrong: what it is told, and how often it may try. */
export const repairScenarios: readonly RecoveryScenario[] = [
  {
    name: "enum-repaired",
    about: "A value outside the enum is answered with the allowed ones; nothing ran.",
    tools: () => [toolThat("set", { effect: "idempotent" }, [done], level)],
    script: script("Set the level.", { tool: "set", args: { level: "Very Urgent" } }),
    expect: {
      calls: ["set invalid_args repair", "set ok proceed"],
      stopReason: "completed",
      executions: { set: 1 },
    },
  },
  {
    name: "type-repaired",
    about: "A number sent as text is answered with the type.",
    tools: () => [toolThat("take", read, [done], count)],
    script: script("Take three.", { tool: "take", args: { count: "3" } }),
    expect: { calls: ["take invalid_args repair", "take ok proceed"], stopReason: "completed" },
  },
  {
    name: "limit-repaired",
    about: "A number beyond its limit is answered with the limit.",
    tools: () => [toolThat("take", read, [done], count)],
    script: script("Take many.", { tool: "take", args: { count: 500 } }),
    expect: { calls: ["take invalid_args repair", "take ok proceed"], stopReason: "completed" },
  },
  {
    name: "missing-repaired",
    about: "A missing parameter is named with its type.",
    tools: () => [toolThat("get", read, [done])],
    script: { ...script("Get it.", { tool: "get", args: {} }), facts: { id: "1" } },
    expect: { calls: ["get invalid_args repair", "get ok proceed"], stopReason: "completed" },
  },
  {
    name: "broken-json-repaired",
    about: "Arguments that are not JSON are answered, not executed.",
    tools: () => [toolThat("get", read, [done])],
    script: script("Broken JSON.", { tool: "get", args: { id: "1" }, rawArguments: '{"id": "1"' }),
    expect: {
      calls: ["get invalid_args repair", "get ok proceed"],
      stopReason: "completed",
      executions: { get: 1 },
    },
  },
  {
    name: "same-misfit-twice",
    about: "The second misfit of the same shape closes the branch.",
    tools: () => [toolThat("set", { effect: "idempotent" }, [done], level)],
    script: script(
      "Set it twice.",
      fixed("set", { level: "loud" }),
      fixed("set", { level: "quiet" }),
    ),
    expect: {
      calls: ["set invalid_args repair", "set invalid_args stop_branch"],
      stopReason: "completed",
      executions: { set: 0 },
    },
  },
  {
    name: "same-misfit-twice-critical",
    about: "With a critical tool the second misfit of the same shape ends the run.",
    tools: () => [toolThat("set", { effect: "idempotent", critical: true }, [done], level)],
    script: script(
      "Set it twice, it matters.",
      fixed("set", { level: "loud" }),
      fixed("set", { level: "quiet" }),
      fixed("set", { level: "low" }),
    ),
    expect: {
      calls: ["set invalid_args repair", "set invalid_args halt"],
      stopReason: "repair_exhausted",
      executions: { set: 0 },
    },
  },
  {
    name: "misfits-of-one-turn",
    about: "Two misfits in one turn count once: the model had not seen the first.",
    tools: () => [toolThat("set", { effect: "idempotent" }, [done], level)],
    script: script(
      "Set both.",
      [fixed("set", { level: "loud" }), fixed("set", { level: "quiet" })],
      fixed("set", { level: "low" }),
    ),
    expect: {
      calls: ["set invalid_args repair", "set invalid_args repair", "set ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "unknown-tool-renamed",
    about: "A tool that does not exist is answered with those that do.",
    tools: () => [toolThat("get_order", read, [done]), toolThat("send_mail", {}, [done])],
    script: script("Look it up.", { tool: "lookup_order", args: { id: "1" } }),
    expect: {
      calls: ["lookup_order unknown_tool repair", "get_order ok proceed"],
      stopReason: "completed",
    },
  },
  {
    name: "unknown-tool-beside-a-known-one",
    about: "In a batch the unknown tool is answered and the known one runs.",
    tools: () => [toolThat("get_order", read, [done])],
    script: script("Both of them.", [fixed("get_order"), fixed("fetch_order")]),
    expect: {
      calls: ["get_order ok proceed", "fetch_order unknown_tool repair"],
      stopReason: "completed",
    },
  },
  {
    name: "conflict-repaired",
    about: "A 409 is the model's to repair, once.",
    tools: () => [toolThat("add", { effect: "write" }, [httpStatus(409, {}, "name taken"), done])],
    script: script("Add it.", fixed("add", { id: "a" }), fixed("add", { id: "b" })),
    expect: { calls: ["add conflict repair", "add ok proceed"], stopReason: "completed" },
  },
  {
    name: "bug-in-a-read",
    about: "The tool's own failure is not the model's fault; it may try another way once.",
    tools: () => [toolThat("get", read, [throws("x is not a function"), done])],
    script: script("Buggy read.", fixed("get", { id: "1" }), fixed("get", { id: "2" })),
    expect: { calls: ["get internal repair", "get ok proceed"], stopReason: "completed" },
  },
  {
    name: "bug-in-a-write",
    about: "A write that failed half-way may have taken effect.",
    tools: () => [
      toolThat("pay", { effect: "write", verify: "check" }, [throws("x is not a function"), done]),
      toolThat("check", read, [returns({ state: "paid" })]),
    ],
    script: script("Buggy write.", { tool: "pay", args: { id: "1" }, achievedWhen: /paid/ }),
    expect: {
      calls: ["pay internal verify", "check ok proceed"],
      stopReason: "completed",
      executions: { pay: 1 },
    },
  },
];
