#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Records are garbage as soon as they are counted. A young generation that grows to a hundred megabytes
// gains nothing from that; one that stays small keeps the whole process small, and is no slower.
setFlagsFromString("--semi-space-growth-factor=1");

const major = Number(process.versions.node.split(".")[0]);
if (major < 22) {
  console.error(`recourse needs Node 22 or later; this is ${process.version}.`);
  process.exit(1);
}
// Only now: what it imports does not load on an older Node.
const { main } = await import("./cli/main.ts");

// A reader that has seen enough (`| head`) closes the pipe: that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

const manifest = new URL("../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
process.exitCode = await main(process.argv.slice(2), process, version);
