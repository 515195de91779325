import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command as it is published: built before the tests are run. */
export const CLI: string = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What came of a call of the command. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `recourse` as a process of its own. */
export function runCli(
  args: readonly string[],
  { input, cwd }: { readonly input?: string | Uint8Array; readonly cwd?: string } = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A command that reads nothing closes its end before all is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(err).toString(),
      }),
    );
  });
}
