// What the corpus run must reach, and its report in the form in which test runs are added up.
import fs from "node:fs";
import path from "node:path";

/** Every bound that a run must keep, with what it reached. */
export function bounds(sums) {
  return [
    ["joint at least 99 %", sums.joint >= 0.99, `${(100 * sums.joint).toFixed(1)} %`],
    ["no unsafe retry", sums.unsafe === 0, sums.unsafe],
    ["no missed halt", sums.missedHalts === 0, sums.missedHalts],
    ["no false halt", sums.falseHalts === 0, sums.falseHalts],
    [
      "at most one Retry-After missed",
      sums.afterAsked - sums.afterRight <= 1,
      `${sums.afterRight} of ${sums.afterAsked}`,
    ],
    ["no Retry-After invented", sums.invented === 0, sums.invented],
    ["no crash", sums.crashed === 0, sums.crashed],
    ["at least 400 cases", sums.cases >= 400, sums.cases],
  ];
}

/**
 * Writes reports/vitest.json: one test a case and one a bound. A case that the bounds allow to be
 * wrong is told on the console, and counts as passed: the bound is what passes or fails.
 * Returns the exit code.
 */
export function writeReport(root, scored, results, sums) {
  const kept = bounds(sums);
  const failed = kept.filter(([, ok]) => !ok);
  const test = (fullName, status, messages = []) => ({
    ancestorTitles: [],
    fullName,
    title: fullName,
    status,
    failureMessages: messages,
  });
  const skipped = results.filter((r) => r.skip);
  const wrong = new Set(
    scored.filter((s) => !s.joint || s.unsafe || s.missedHalt).map((s) => s.r.case.id),
  );
  const assertionResults = [
    ...scored.map((s) =>
      test(
        `corpus ${s.r.case.id}`,
        failed.length > 0 && wrong.has(s.r.case.id) ? "failed" : "passed",
      ),
    ),
    ...skipped.map((r) => test(`corpus ${r.case.id}: ${r.skip}`, "skipped")),
    ...kept.map(([title, ok, reached]) =>
      test(`corpus: ${title}`, ok ? "passed" : "failed", ok ? [] : [`reached ${reached}`]),
    ),
  ];
  const count = (status) => assertionResults.filter((t) => t.status === status).length;
  const report = {
    numTotalTestSuites: 1,
    numPassedTestSuites: failed.length === 0 ? 1 : 0,
    numFailedTestSuites: failed.length === 0 ? 0 : 1,
    numPendingTestSuites: 0,
    numTotalTests: assertionResults.length,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("skipped"),
    numTodoTests: 0,
    success: failed.length === 0,
    testResults: [
      {
        name: "corpus",
        status: failed.length === 0 ? "passed" : "failed",
        message: "",
        assertionResults,
      },
    ],
  };
  fs.mkdirSync(path.join(root, "reports"), { recursive: true });
  fs.writeFileSync(path.join(root, "reports", "vitest.json"), JSON.stringify(report));
  for (const [title, ok, reached] of kept)
    console.log(`${ok ? "ok  " : "FAIL"} ${title}: ${reached}`);
  return failed.length === 0 ? 0 : 1;
}
