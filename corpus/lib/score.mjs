import fs from "node:fs";
import { describe } from "./describe.mjs";
// Other vocabularies are folded onto the corpus' names; a classifier may export its own `aliases` to add to these.
export const ALIASES = {
  forbidden: "auth",
  permission: "auth",
  permission_denied: "auth",
  unauthorized: "auth",
  unauthenticated: "auth",
  access_denied: "auth",
  authentication: "auth",
  authorization: "auth",
  rate_limit: "rate_limited",
  throttled: "rate_limited",
  ratelimited: "rate_limited",
  quota: "quota_exhausted",
  insufficient_quota: "quota_exhausted",
  billing: "quota_exhausted",
  aborted: "cancelled",
  canceled: "cancelled",
  abort: "cancelled",
  network: "upstream",
  unavailable: "upstream",
  server_error: "upstream",
  connection: "upstream",
  overloaded: "upstream",
  upstream_error: "upstream",
  upstream_unavailable: "upstream",
  unknown: "internal",
  bug: "internal",
  programmer_error: "internal",
  tool_bug: "internal",
  internal_error: "internal",
  invalid_arguments: "invalid_args",
  bad_request: "invalid_args",
  validation: "invalid_args",
  malformed_args: "invalid_args",
  corrupt: "corrupt_state",
  corruption: "corrupt_state",
  empty: "empty_result",
  precondition: "conflict",
  already_exists: "conflict",
  locked: "conflict",
};
const OUTCOME = ["none", "unknown"];
/** the design's form { errorType, errorClass, outcome, retryAfterMs? } or { errorType, recoveryClass | errorClass, retryable, retryAfterMs? } */
export function normalise(got) {
  if (got === null || typeof got !== "object")
    return { crashed: `classify() returned ${got === null ? "null" : typeof got}` };
  if (got.crashed) return got;
  const errorClass = got.errorClass ?? got.recoveryClass;
  let retryable = got.retryable;
  if (OUTCOME.includes(got.outcome))
    retryable =
      got.errorType === "cancelled" || errorClass !== "transient"
        ? false
        : got.outcome === "unknown"
          ? "only-if-idempotent"
          : true;
  return {
    errorType: got.errorType,
    errorClass,
    retryable,
    retryAfterMs: got.retryAfterMs,
    outcome: got.outcome,
    rule: got.rule,
  };
}
export function score(r, value, aliases = {}) {
  const { label } = r,
    got = normalise(value);
  const et = aliases[got.errorType] ?? ALIASES[got.errorType] ?? got.errorType;
  const acc = label.accept;
  const sameClass = (a) =>
    a.errorClass === "-" ? et === a.errorType : a.errorClass === got.errorClass; // a caller's abort has no class
  const typeOk = acc.some((a) => a.errorType === et);
  const classOk = acc.some(sameClass);
  const ret = got.retryable;
  // What a host would do with it: "only-if-idempotent" means repeat a read, do not repeat a write.
  const write = (r.case.call ?? "read") === "write";
  const act = (x) => (x === "only-if-idempotent" ? !write : x);
  const coarse = (a) => act(a.retryable) === act(ret);
  const retryOk = acc.some(coarse);
  const retryExact = acc.some((a) => a.retryable === ret);
  const joint = acc.some((a) => a.errorType === et && sameClass(a) && coarse(a));
  const preferred = label.errorType === et && sameClass(label) && label.retryable === ret;
  const unsafe = act(ret) === true && !acc.some((a) => act(a.retryable) === true);
  const missed = act(ret) === false && !acc.some((a) => act(a.retryable) === false);
  const falseHalt =
    got.errorClass === "corrupt-state" && !acc.some((a) => a.errorClass === "corrupt-state");
  const missedHalt = got.errorClass !== "corrupt-state" && label.errorClass === "corrupt-state";
  let afterOk;
  if (label.retryAfterMs !== undefined)
    afterOk =
      typeof got.retryAfterMs === "number" &&
      Math.abs(got.retryAfterMs - label.retryAfterMs) <= (label.retryAfterTol ?? 50);
  const inventedAfter =
    label.retryAfterMs === undefined &&
    !label.stripped &&
    !r.case.anyAfter &&
    got.retryAfterMs !== undefined &&
    got.retryAfterMs !== null;
  return {
    r,
    got,
    typeOk,
    classOk,
    retryOk,
    retryExact,
    joint,
    preferred,
    unsafe,
    missed,
    falseHalt,
    missedHalt,
    afterOk,
    inventedAfter,
  };
}
const pct = (a, b) => (b ? `${((100 * a) / b).toFixed(1).padStart(5)}%` : "    -");
export function report(scored, results, { quiet, ms, modPath, json }) {
  const n = scored.length,
    cnt = (k) => scored.filter((s) => s[k]).length;
  const skipped = results.filter((r) => r.skip);
  const table = (title, keyOf) => {
    const g = new Map();
    for (const s of scored) {
      const k = keyOf(s);
      if (!g.has(k)) g.set(k, []);
      g.get(k).push(s);
    }
    console.log(`\n${title.padEnd(34)}    n  joint   type  class  retry`);
    for (const [k, v] of [...g].sort((a, b) => (a[0] < b[0] ? -1 : 1)))
      console.log(
        `${String(k).padEnd(34)} ${String(v.length).padStart(4)} ${pct(v.filter((s) => s.joint).length, v.length)} ${pct(v.filter((s) => s.typeOk).length, v.length)} ${pct(v.filter((s) => s.classOk).length, v.length)} ${pct(v.filter((s) => s.retryOk).length, v.length)}`,
      );
    return g;
  };
  if (!quiet)
    for (const s of scored.filter((s) => !s.joint || s.afterOk === false || s.inventedAfter)) {
      const l = s.r.label,
        g = s.got;
      console.log(
        `MISS ${s.r.case.id}  [${s.r.origin}, ${s.r.case.call ?? "read"}]\n     want ${l.errorType}/${l.errorClass}/${l.retryable}${l.retryAfterMs !== undefined ? ` after ${l.retryAfterMs}` : ""}${
          l.accept.length > 1
            ? ` (or ${l.accept
                .slice(1)
                .map((a) => `${a.errorType}/${a.errorClass}/${a.retryable}`)
                .join(", ")})`
            : ""
        }\n     got  ${g.crashed ? `CRASH ${g.crashed}` : `${g.errorType}/${g.errorClass}/${g.retryable}${g.retryAfterMs !== undefined ? ` after ${g.retryAfterMs}` : ""}${g.rule ? ` by rule ${g.rule}` : ""}`}${s.unsafe ? "  UNSAFE RETRY" : ""}\n     from ${describe(s.r.value).slice(0, 260)}\n     why  ${l.reason}`,
      );
    }
  const g = table("client", (s) => s.r.case.client);
  table("label (errorType)", (s) => s.r.label.errorType);
  table("label (errorClass)", (s) => s.r.label.errorClass);
  table("label (safe to retry)", (s) => String(s.r.label.retryable));
  table("origin", (s) => s.r.origin);
  if (skipped.length) {
    console.log(`\nskipped (not counted): ${skipped.length}`);
    for (const r of skipped) console.log(`  ${r.case.id} - ${r.skip}`);
  }
  const macro =
    [...g.values()].reduce((a, v) => a + v.filter((s) => s.joint).length / v.length, 0) /
    (g.size || 1);
  const aft = scored.filter((s) => s.afterOk !== undefined);
  console.log(
    `\n== ${modPath}  (${n} cases scored, ${skipped.length} skipped, ${ms} ms, node ${process.version})`,
  );
  const syn = scored.filter((s) => s.r.case.synthetic);
  console.log(
    `${n - syn.length} live client errors: joint ${pct(scored.filter((s) => !s.r.case.synthetic && s.joint).length, n - syn.length)};  ${syn.length} hand-made values: joint ${pct(syn.filter((s) => s.joint).length, syn.length)}`,
  );
  console.log(
    `joint (type+class+retry, any accepted)  ${pct(cnt("joint"), n)}   macro by client ${(100 * macro).toFixed(1)}%`,
  );
  console.log(
    `errorType ${pct(cnt("typeOk"), n)}   errorClass ${pct(cnt("classOk"), n)}   retry ${pct(cnt("retryOk"), n)} (exact tri-state ${pct(cnt("retryExact"), n)})   preferred label exactly ${pct(cnt("preferred"), n)}`,
  );
  console.log(
    `UNSAFE retries ${cnt("unsafe")}   missed retries ${cnt("missed")}   false halts (corrupt-state) ${cnt("falseHalt")}   missed halts ${cnt("missedHalt")}   classifier crashes ${scored.filter((s) => s.got.crashed).length}`,
  );
  console.log(
    `Retry-After read right ${aft.filter((s) => s.afterOk).length}/${aft.length}   invented Retry-After ${cnt("inventedAfter")}`,
  );
  if (json)
    fs.writeFileSync(
      json,
      JSON.stringify(
        scored.map((s) => ({
          id: s.r.case.id,
          client: s.r.case.client,
          version: s.r.case.version,
          origin: s.r.origin,
          call: s.r.case.call ?? "read",
          label: s.r.label,
          got: s.got,
          joint: s.joint,
          unsafe: s.unsafe,
          missed: s.missed,
          afterOk: s.afterOk,
          shape: describe(s.r.value),
        })),
        null,
        1,
      ),
    );
  const p = (k) => (n ? ((100 * cnt(k)) / n).toFixed(1) : "0.0");
  console.log(
    `corpus: ${n} cases, joint ${p("joint")}%, class ${p("classOk")}%, unsafe ${cnt("unsafe")}, missed retries ${cnt("missed")}, retry-after ${aft.filter((s) => s.afterOk).length}/${aft.length}, skipped ${skipped.length}`,
  );
  return {
    cases: n,
    joint: n ? cnt("joint") / n : 0,
    preferred: n ? cnt("preferred") / n : 0,
    live: n - syn.length,
    liveJoint: scored.filter((s) => !s.r.case.synthetic && s.joint).length,
    unsafe: cnt("unsafe"),
    missedRetries: cnt("missed"),
    missedHalts: cnt("missedHalt"),
    falseHalts: cnt("falseHalt"),
    invented: cnt("inventedAfter"),
    crashed: scored.filter((s) => s.got.crashed).length,
    afterRight: aft.filter((s) => s.afterOk).length,
    afterAsked: aft.length,
  };
}
