import { fixed, hangs, httpStatus, reset, returns, script, throws, toolThat } from "./build.ts";
import type { RecoveryScenario } from "./scenario.ts";

const read = { effect: "read" } as const;
const write = { effect: "write", verify: "check" } as const;
const done = returns({ id: "1", state: "done" });

/** Failures of the service: what the host repeats in code, and what it must not. */
export const transientScenarios: readonly RecoveryScenario[] = [
  {
    name: "rate-limit-recovered",
    about: "A 429 with a short Retry-After is repeated by the host; the model never sees it.",
    tools: () => [toolThat("get", read, [httpStatus(429, { "retry-after-ms": "5" }), done])],
    script: script("Rate limit.", { tool: "get", args: { id: "1" } }),
    expect: { calls: ["get ok proceed"], stopReason: "completed", executions: { get: 2 } },
  },
  {
    name: "rate-limit-too-long",
    about: "A Retry-After beyond the longest wait means no further attempt, not an early one.",
    tools: () => [toolThat("get", read, [httpStatus(429, { "retry-after": "3600" }), done])],
    script: script("Long rate limit.", { tool: "get", args: { id: "1" } }),
    expect: {
      calls: ["get rate_limited stop_branch"],
      stopReason: "completed",
      executions: { get: 1 },
    },
  },
  {
    name: "upstream-recovered-third-time",
    about: "Two 503 answers and a success are one successful call of three attempts.",
    tools: () => [toolThat("get", read, [httpStatus(503), httpStatus(503), done])],
    script: script("Flaky service.", { tool: "get", args: { id: "1" } }),
    expect: { calls: ["get ok proceed"], stopReason: "completed", executions: { get: 3 } },
  },
  {
    name: "upstream-exhausted",
    about: "When the attempts are used up the model is told that the service is unavailable.",
    tools: () => [toolThat("get", read, [httpStatus(503)])],
    script: script("Service down.", { tool: "get", args: { id: "1" } }),
    expect: {
      calls: ["get upstream stop_branch"],
      stopReason: "completed",
      executions: { get: 3 },
      lastText: /"retryable":false.*unavailable/,
    },
  },
  {
    name: "read-timeout-recovered",
    about: "A read that does not answer in time is repeated.",
    tools: () => [toolThat("get", { ...read, timeoutMs: 20 }, [hangs, done])],
    script: script("Slow read.", { tool: "get", args: { id: "1" } }),
    expect: { calls: ["get ok proceed"], stopReason: "completed", executions: { get: 2 } },
  },
  {
    name: "write-timeout-verified",
    about: "A write that may have taken effect is checked before anything is repeated.",
    tools: () => [
      toolThat("pay", { ...write, timeoutMs: 20 }, [hangs]),
      toolThat("check", read, [returns({ id: "1", state: "paid" })]),
    ],
    script: script("Slow payment.", { tool: "pay", args: { id: "1" }, achievedWhen: /paid/ }),
    expect: {
      calls: ["pay timeout verify", "check ok proceed"],
      stopReason: "completed",
      executions: { pay: 1 },
    },
  },
  {
    name: "write-timeout-repeated-after-check",
    about: "After a check that shows nothing the same write runs again, with the same key.",
    tools: () => [
      toolThat("pay", { ...write, timeoutMs: 20 }, [hangs, done]),
      toolThat("check", read, [returns({ id: "1", state: "open" })]),
    ],
    script: script("Lost payment.", { tool: "pay", args: { id: "1" }, achievedWhen: /paid/ }),
    expect: {
      calls: ["pay timeout verify", "check ok proceed", "pay ok proceed"],
      stopReason: "completed",
      executions: { pay: 2 },
    },
  },
  {
    name: "write-repeated-unverified",
    about: "The same write without a check in between is refused.",
    tools: () => [toolThat("pay", write, [reset, done]), toolThat("check", read, [done])],
    script: script("Hasty payment.", fixed("pay"), fixed("pay")),
    expect: {
      calls: ["pay upstream verify", "pay repeated_call refuse"],
      stopReason: "completed",
      executions: { pay: 1 },
    },
  },
  {
    name: "write-refused-connection",
    about: "A write that cannot have reached the service is repeated by the host.",
    tools: () => [
      toolThat("pay", write, [
        throws("connect ECONNREFUSED", { code: "ECONNREFUSED", syscall: "connect" }),
        done,
      ]),
    ],
    script: script("Refused connection.", { tool: "pay", args: { id: "1" } }),
    expect: { calls: ["pay ok proceed"], stopReason: "completed", executions: { pay: 2 } },
  },
  {
    name: "idempotent-write-reset",
    about: "An idempotent tool whose connection was cut is repeated with the same key.",
    tools: () => {
      const keys = new Set<string | undefined>();
      return [
        toolThat("put", { effect: "idempotent" }, [
          (args, context) => {
            keys.add(context.idempotencyKey);
            return reset(args, context);
          },
          (_args, { idempotencyKey }) => ({ keys: keys.add(idempotencyKey).size }),
        ]),
      ];
    },
    script: script("Cut connection.", { tool: "put", args: { id: "1" } }),
    expect: {
      calls: ["put ok proceed"],
      stopReason: "completed",
      executions: { put: 2 },
      lastText: /^\{"keys":1\}$/,
    },
  },
  {
    name: "undeclared-effect-reset",
    about: "A tool that says nothing of its effect is not repeated by the host.",
    tools: () => [toolThat("act", {}, [reset, done])],
    script: script("Unknown effect.", fixed("act")),
    expect: { calls: ["act upstream verify"], stopReason: "completed", executions: { act: 1 } },
  },
  {
    name: "no-host-retry",
    about: "A tool that switches the host's retry off fails at once.",
    tools: () => [toolThat("get", { ...read, retry: false }, [httpStatus(503), done])],
    script: script("One attempt.", fixed("get")),
    expect: {
      calls: ["get upstream stop_branch"],
      stopReason: "completed",
      executions: { get: 1 },
    },
  },
  {
    name: "partial-batch-recovered",
    about: "Of two calls at once the one that fails is repeated; both have a result.",
    tools: () => [toolThat("a", read, [done]), toolThat("b", read, [reset, done])],
    script: script("Two at once.", [
      { tool: "a", args: { id: "1" } },
      { tool: "b", args: { id: "1" } },
    ]),
    expect: { calls: ["a ok proceed", "b ok proceed"], stopReason: "completed" },
  },
];
