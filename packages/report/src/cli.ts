#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { main } from "./cli/main.ts";

// Records are garbage as soon as they are counted. A young generation that grows to a hundred megabytes
// gains nothing from that; one that stays small keeps the whole process small, and is no slower.
setFlagsFromString("--semi-space-growth-factor=1");

// A reader that has seen enough (`| head`) closes the pipe: that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

const manifest = new URL("../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
process.exitCode = await main(process.argv.slice(2), process, version);
