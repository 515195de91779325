import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PATHS = [process.env["RECOURSE_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A browser of this machine; nothing where there is none. */
export const CHROMIUM: string | undefined = PATHS.find(
  (path) => path !== undefined && existsSync(path),
);

/** Starts it; it talks to nobody. */
export function startBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("There is no Chromium.");
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
