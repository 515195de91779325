// Runs cases and hands out what their clients threw or returned.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Returned, SkipFault } from "./case.mjs";
import { describe } from "./describe.mjs";
import { Env } from "./harness.mjs";

export { Env };

/** Every case of every file under cases/, in the files' order. `keep` chooses by file name; `failed` hears of files that do not load. */
export async function loadCases({ keep = () => true, failed = () => {} } = {}) {
  const dir = path.join(import.meta.dirname, "..", "cases");
  const all = [];
  for (const file of fs.readdirSync(dir).sort()) {
    if (!file.endsWith(".mjs") || !keep(file)) continue;
    try {
      const module = await import(pathToFileURL(path.join(dir, file)).href);
      for (const c of module.cases) all.push({ file, ...c });
    } catch (error) {
      failed(file, error);
    }
  }
  return all;
}

/** Runs each case once, the serial ones last and one by one; `done(case, produced, ms)` hears of each. */
export async function runCases(cases, env, done) {
  const one = async (c) => {
    const start = Date.now();
    let produced;
    try {
      produced = await produce(c, env);
    } catch (e) {
      produced = { skip: `harness: ${String(e?.stack ?? e).slice(0, 200)}` };
    }
    done(c, produced, Date.now() - start);
  };
  const queue = cases.filter((c) => !c.serial);
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      while (queue.length) await one(queue.shift());
    }),
  );
  for (const c of cases.filter((each) => each.serial)) await one(c);
}

const safe = (f) => {
  try {
    return f();
  } catch {
    return undefined;
  }
};

/** One case: `{ value, origin }`, or `{ skip }` with the reason. */
export async function produce(c, env) {
  const limit = c.limit ?? 12000;
  let mod;
  try {
    mod = await c.load?.();
  } catch (e) {
    return { skip: `client does not load: ${e?.code ?? ""} ${String(e?.message).slice(0, 100)}` };
  }
  let timer;
  const clock = new Promise((ok) => {
    timer = setTimeout(() => ok({ skip: `no error within ${limit} ms` }), limit);
  });
  const attempt = (async () => {
    try {
      const v = await c.run(env, mod);
      return { skip: `did not fail (got ${typeof v})` };
    } catch (e) {
      if (safe(() => e instanceof SkipFault)) return { skip: e.message };
      if (safe(() => e instanceof Returned)) return { value: e.value, origin: "returned" };
      return { value: e, origin: "thrown" };
    }
  })();
  const r = await Promise.race([attempt, clock]);
  clearTimeout(timer);
  if (r.skip) return r;
  if (["ERR_MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"].includes(safe(() => r.value?.code)))
    return { skip: r.value.code };
  try {
    if (c.expect && !(await c.expect(r.value)))
      return { skip: `not the error it should be: ${describe(r.value).slice(0, 160)}` };
  } catch (e) {
    return { skip: `check failed: ${e?.message}; got ${describe(r.value).slice(0, 120)}` };
  }
  return r;
}
