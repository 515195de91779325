// p-retry and Temporal: errors around others

import { versionOf } from "../lib/case.mjs";
import { A, HTTP, IDEM, L } from "../lib/labels.mjs";
export const cases = [];
// p-retry
{
  const base = {
    client: "p-retry",
    version: versionOf("p-retry"),
    load: () => import("p-retry"),
    call: "write",
  };
  const http = (status) => Object.assign(new Error("HTTP"), { status });
  cases.push(
    {
      ...base,
      id: "p-retry/exhausted-503",
      how: "one retry, then the last error",
      label: HTTP[503],
      run: async (_e, m) =>
        m.default(
          async () => {
            throw http(503);
          },
          { retries: 1, minTimeout: 5 },
        ),
    },
    {
      ...base,
      id: "p-retry/abort-404",
      how: "AbortError around a 404: the original comes out",
      label: HTTP[404],
      run: async (_e, m) =>
        m.default(
          async () => {
            throw new m.AbortError(http(404));
          },
          { retries: 1 },
        ),
    },
    {
      ...base,
      id: "p-retry/AbortError",
      how: "the AbortError itself",
      label: HTTP[404],
      run: async (_e, m) => {
        throw new m.AbortError(http(404));
      },
    },
    {
      ...base,
      id: "p-retry/signal",
      how: "aborted by signal",
      label: A.cancelled("aborted"),
      run: async (_e, m) => {
        const c = new AbortController();
        c.abort();
        return m.default(
          async () => {
            throw http(503);
          },
          { signal: c.signal },
        );
      },
    },
    {
      ...base,
      id: "p-retry/network",
      how: "TypeError that is no network error is not retried",
      label: A.internal("bug"),
      run: async (_e, m) =>
        m.default(
          async () => {
            const o = {};
            o.go();
          },
          { retries: 2, minTimeout: 5 },
        ),
    },
  );
}
// Temporal
{
  const base = {
    client: "@temporalio/common",
    version: versionOf("@temporalio/common"),
    load: () => import("@temporalio/common"),
    call: "write",
  };
  const T = (id, how, label, make) => ({
    ...base,
    id: `temporal/${id}`,
    how,
    label,
    run: async (_e, m) => {
      throw make(m.default ?? m);
    },
  });
  const act = (m, cause, state = "MAXIMUM_ATTEMPTS_REACHED") =>
    new m.ActivityFailure("Activity task failed", "do", "1", state, "w", cause);
  cases.push(
    T(
      "CancelledFailure",
      "cancelled",
      A.cancelled("cancelled"),
      (m) => new m.CancelledFailure("Activity cancelled"),
    ),
    T(
      "TimeoutFailure",
      "start to close",
      A.timeout("time-out"),
      (m) => new m.TimeoutFailure("activity StartToClose timeout", undefined, "START_TO_CLOSE"),
    ),
    T(
      "schedule-to-start",
      "never picked up",
      L("timeout", "transient", true, "not started", { accept: [["timeout", "transient", IDEM]] }),
      (m) =>
        new m.TimeoutFailure("activity ScheduleToStart timeout", undefined, "SCHEDULE_TO_START"),
    ),
    T("activity-timeout", "ActivityFailure around a TimeoutFailure", A.timeout("time-out"), (m) =>
      act(m, new m.TimeoutFailure("x", undefined, "HEARTBEAT")),
    ),
    T(
      "application-type",
      "ApplicationFailure whose type is RateLimitError",
      A.rate("by its type"),
      (m) => m.ApplicationFailure.create({ message: "slow down", type: "RateLimitError" }),
    ),
    T(
      "application-final",
      "nonRetryable ApplicationFailure",
      A.futile("marked", [["internal", "malformed-args", false]]),
      (m) => m.ApplicationFailure.nonRetryable("it broke"),
    ),
    T("activity-404", "ActivityFailure around an ApplicationFailure around a 404", HTTP[404], (m) =>
      act(
        m,
        m.ApplicationFailure.create({
          message: "do failed",
          cause: Object.assign(new Error("gone"), { status: 404 }),
        }),
        "NON_RETRYABLE_FAILURE",
      ),
    ),
    T(
      "TerminatedFailure",
      "terminated",
      A.futile("terminated", [["cancelled", "-", false]]),
      (m) => new m.TerminatedFailure("terminated"),
    ),
    T(
      "WorkflowNotFoundError",
      "no such workflow",
      A.notFound("workflow"),
      (m) => new m.WorkflowNotFoundError("workflow not found", "w", undefined),
    ),
    T(
      "already-started",
      "workflow exists",
      A.conflict("exists"),
      (m) => new m.WorkflowExecutionAlreadyStartedError("already started", "w", "t"),
    ),
  );
}
