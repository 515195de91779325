// node src/main.ts: writes docs/gallery.md. With --json FILE: writes the figures there, and no page.
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";

// The cases run in a child that is killed once it has reported: clients leave sockets and servers open.
if (process.send === undefined) {
  const child = fork(new URL(import.meta.url), process.argv.slice(2));
  process.exitCode = await new Promise<number>((resolve) => {
    child.on("message", (code) => {
      child.kill("SIGKILL");
      resolve(Number(code));
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
} else {
  await work();
}

async function work(): Promise<void> {
  const say = console.log;
  for (const name of ["log", "warn", "error", "info", "debug"] as const) console[name] = () => {};
  process.on("unhandledRejection", () => {});
  process.on("uncaughtException", () => {});
  process.removeAllListeners("warning");
  for (const name of Object.keys(process.env)) {
    if (/^(https?|all|no)_proxy$/i.test(name)) delete process.env[name];
  }
  let code = 0;
  try {
    await write(say);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    code = 1;
  }
  process.stdout.write("", () => process.send?.(code));
  setInterval(() => {}, 1000);
}

async function write(say: (text: string) => void): Promise<void> {
  const { corpusFailures } = await import("./corpus-failures.ts");
  const { entries } = await import("./entries.ts");
  const { malformedCalls } = await import("./malformed.ts");
  const { measure, measureFailures } = await import("./measure.ts");
  const { pageText } = await import("./page.ts");
  const { runEntry } = await import("./sections.ts");
  const failures = await corpusFailures();
  const { measured, unsent } = await measureFailures(failures);
  const malformed = await measure(malformedCalls());
  const at = process.argv.indexOf("--json");
  const file = process.argv[at + 1];
  if (at > 0 && file !== undefined) {
    writeFileSync(file, JSON.stringify({ measured, unsent, malformed: malformed.measured }));
    return;
  }
  const sections = [];
  for (const entry of entries) sections.push(await runEntry(entry, failures));
  writeFileSync(
    new URL("../../../docs/gallery.md", import.meta.url),
    pageText(measured, malformed.measured, sections),
  );
  for (const { id, ended } of unsent) say(`not measured: ${id} (${ended})`);
  say(`docs/gallery.md: ${sections.length} failures, sizes over ${measured.length}`);
}
