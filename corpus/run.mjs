#!/usr/bin/env node
// node run.mjs [--gate] [--write-docs] [<classifier module>] [--quiet] [--json out.json] [--only TEXT] [--file NAME] [--exclude FILE] [--debug]
// node run.mjs --selftest | --dump | --list | --paths | --ambiguous | --stripped
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { carriesHeader } from "./lib/case.mjs";
import { Env, loadCases, runCases } from "./lib/collect.mjs";
import { describe } from "./lib/describe.mjs";
import { writeDocs } from "./lib/docs.mjs";
import { writeReport } from "./lib/gate.mjs";
import { report, score } from "./lib/score.mjs";

// The cases run in a child that is killed once it has reported, so that sockets and servers left open cannot hold it up.
if (!process.send) {
  const { fork } = await import("node:child_process");
  const child = fork(new URL(import.meta.url), process.argv.slice(2), { stdio: "inherit" });
  const code = await new Promise((ok) => {
    child.on("message", (m) => {
      if (m?.exit !== undefined) {
        child.kill("SIGKILL");
        ok(m.exit);
      }
    });
    child.on("exit", (c) => ok(c ?? 4));
  });
  process.exit(code);
}
const finish = (code) =>
  new Promise(() => {
    setInterval(() => {}, 1000);
    process.stdout.write("", () => process.send({ exit: code }));
  });
const args = process.argv.slice(2);
const flag = (n) => {
  const i = args.indexOf(n);
  if (i < 0) return undefined;
  const v = args[i + 1];
  return v;
};
const has = (n) => args.includes(n);
const selftest = args.includes("--selftest");
const gate = args.includes("--gate");
const asked = ["--selftest", "--dump", "--list", "--paths", "--ambiguous", "--stripped"].some(
  (flag) => args.includes(flag),
);
const modPath =
  args.find(
    (a, i) =>
      !a.startsWith("--") && !["--only", "--json", "--file", "--exclude"].includes(args[i - 1]),
  ) ?? (asked ? undefined : "@recourse/core/classify");
process.on("unhandledRejection", () => {});
process.on("uncaughtException", (e) => {
  if (has("--debug")) console.error("uncaught", e);
});
setTimeout(() => {
  process.stderr.write("!! gave up after 240 s\n");
  process.send({ exit: 3 });
}, 240_000).unref();
process.removeAllListeners("warning");
process.on("warning", () => {});
for (const k of Object.keys(process.env))
  if (/^(https?|all|no)_proxy$/i.test(k)) delete process.env[k];

const all = await loadCases({
  keep: (file) => !flag("--file") || file.includes(flag("--file")),
  failed: (file, e) => {
    console.error(`!! ${file} did not load: ${e.stack}`);
    process.exitCode = 1;
  },
});
const ids = new Set();
for (const c of all) {
  if (ids.has(c.id)) console.error(`!! duplicate id ${c.id}`);
  ids.add(c.id);
}
const leave = new Set(
  flag("--exclude")
    ? fs
        .readFileSync(flag("--exclude"), "utf8")
        .split("\n")
        .map((l) => l.split(" | ")[0].trim())
    : [],
);
const chosen = all.filter(
  (c) => !leave.has(c.id) && (!flag("--only") || c.id.includes(flag("--only"))),
);

const env = new Env();
const t0 = Date.now();
const safe = (f) => {
  try {
    return f();
  } catch {
    return undefined;
  }
};
const results = [];
if (has("--list")) {
  for (const c of chosen)
    console.log(
      [
        c.id,
        c.client,
        c.version,
        c.call ?? "read",
        c.how,
        `${c.label.errorType}/${c.label.errorClass}/${c.label.retryable}`,
        c.label.reason,
      ].join(" | "),
    );
  await env.close();
  await finish(0);
}
function keep(c, r, ms) {
  r.ms = ms;
  // Retry-After is only demanded when the live error really carries the header
  let label = c.label;
  if (
    !r.skip &&
    label.retryAfterMs !== undefined &&
    !label.always &&
    !carriesHeader(r.value, label.header ?? "retry-after")
  )
    label = { ...label, retryAfterMs: undefined, stripped: true };
  // a 503 whose Retry-After can be read was not executed: nothing but a retry is right
  else if (!r.skip && label.firm)
    label = { ...label, accept: label.accept.filter((a) => a.retryable === true) };
  results.push({ case: c, label, ...r });
}
// clients like to print: keep our own output readable
const con = { ...console };
if (!has("--debug"))
  for (const k of ["log", "warn", "error", "info", "debug"]) console[k] = () => {};
await runCases(chosen, env, keep);
Object.assign(console, con);

if (has("--dump"))
  for (const r of results)
    console.log(
      r.case.id.padEnd(44),
      r.skip ? `SKIP ${r.skip}` : `[${r.origin} ${r.ms}ms] ${describe(r.value)}`,
    );
if (has("--paths")) {
  // where does each client keep the status and Retry-After?
  const { paths } = await import("./lib/paths.mjs");
  const seen = new Map();
  for (const r of results) {
    if (r.skip) continue;
    const st = /(?:^|\D)(4\d\d|5\d\d)(?:\D|$)/.exec(r.case.id)?.[1];
    const p = [];
    if (st)
      p.push(
        "status: " +
          (paths(r.value, (_k, v) => v === Number(st) || v === st).join(" , ") ||
            (String(safe(() => r.value.message)).includes(st) ? "message only" : "NOWHERE")),
      );
    if (r.label.retryAfterMs !== undefined)
      p.push(
        "after: " +
          paths(
            r.value,
            (k) => typeof k === "string" && k.toLowerCase() === (r.label.header ?? "retry-after"),
          ).join(" , "),
      );
    if (!p.length) continue;
    const key = `${r.case.client} ${p.join(" | ")}`;
    if (!seen.has(key)) seen.set(key, r.case.id);
  }
  for (const [k, id] of [...seen].sort()) console.log("PATH", id.padEnd(38), k);
}
if (has("--stripped"))
  for (const r of results)
    if (r.label.stripped)
      console.log("HEADER LOST", r.case.id, "-", describe(r.value).slice(0, 150));
if (has("--ambiguous")) {
  // same visible shape, labels with nothing in common: no classifier can get both (unless headers or the body tell them apart)
  const g = new Map();
  for (const r of results)
    if (!r.skip) {
      const k =
        r.case.client.replace(/@\d+.*/, "") +
        " " +
        r.origin +
        " " +
        (r.case.call ?? "read") +
        " " +
        describe(r.value).replace(/\d{4,}/g, "N");
      if (!g.has(k)) g.set(k, []);
      g.get(k).push(r);
    }
  for (const [k, v] of g)
    if (v.length > 1)
      for (let i = 0; i < v.length; i++)
        for (let j = i + 1; j < v.length; j++) {
          const same = v[i].label.accept.some((a) =>
            v[j].label.accept.some(
              (b) =>
                a.errorType === b.errorType &&
                a.errorClass === b.errorClass &&
                a.retryable === b.retryable,
            ),
          );
          if (!same)
            console.log("AMBIGUOUS", v[i].case.id, "/", v[j].case.id, "::", k.slice(0, 160));
        }
}
if (selftest) {
  // every preferred label must score as right, or the scorer is broken
  let bad = 0;
  for (const r of results)
    if (!r.skip)
      for (const form of [
        { retryable: r.label.retryable },
        { outcome: r.label.retryable === "only-if-idempotent" ? "unknown" : "none" },
      ]) {
        const s = score(r, {
          errorType: r.label.errorType,
          errorClass: r.label.errorClass,
          retryAfterMs: r.label.retryAfterMs,
          ...form,
        });
        if (
          !s.joint ||
          !s.preferred ||
          s.unsafe ||
          s.missed ||
          s.falseHalt ||
          s.missedHalt ||
          s.afterOk === false ||
          s.inventedAfter
        ) {
          bad++;
          console.log("SELFTEST", r.case.id, JSON.stringify(s.got));
        }
      }
  const sk = results.filter((r) => r.skip);
  for (const r of sk) console.log("  skip", r.case.id, "-", r.skip);
  console.log(
    `selftest: ${bad ? `FAILED, ${bad} preferred labels do not score as right` : "ok"}, ${results.length - sk.length} cases, ${sk.length} skipped, ${Date.now() - t0} ms, node ${process.version}`,
  );
  process.exitCode = bad ? 1 : process.exitCode;
}
if (modPath) {
  const mod = await import(
    modPath.startsWith("@") ? modPath : pathToFileURL(path.resolve(modPath)).href
  );
  if (typeof mod.classify !== "function") {
    console.error(`!! ${modPath} does not export classify(value, context)`);
    await finish(2);
  }
  const scored = [];
  for (const r of results)
    if (!r.skip) {
      let got;
      try {
        got = await mod.classify(r.value, {
          origin: r.origin,
          call: r.case.call ?? "read",
          effect: r.case.call ?? "read",
          tool: "tool",
        });
      } catch (e) {
        got = { crashed: `${e?.name}: ${e?.message}` };
      }
      scored.push(score(r, got, mod.aliases));
    }
  const sums = report(scored, results, {
    quiet: has("--quiet"),
    ms: Date.now() - t0,
    modPath,
    json: flag("--json"),
  });
  if (gate) process.exitCode = writeReport(import.meta.dirname, scored, results, sums);
  if (has("--write-docs")) writeDocs(import.meta.dirname, scored, results, sums);
} else if (!selftest) {
  const sk = results.filter((r) => r.skip);
  console.log(
    `${results.length} cases, ${results.length - sk.length} reproduced, ${sk.length} skipped, ${Date.now() - t0} ms`,
  );
  for (const r of sk) console.log("  skip", r.case.id, "-", r.skip);
}
await Promise.race([env.close(), new Promise((ok) => setTimeout(ok, 3000))]);
await finish(process.exitCode ?? 0);
