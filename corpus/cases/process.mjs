// node:child_process

import { exec, execFile, execFileSync, execSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { runProgram } from "../lib/case.mjs";
import { A, IDEM, L } from "../lib/labels.mjs";

const V = process.version;
export const cases = [];
// ---------- child_process ----------
const ef = promisify(execFile),
  ex = promisify(exec);
const P = (id, how, label, run, expect, o = {}) => ({
  client: "node:child_process",
  version: V,
  id: `child_process/${id}`,
  how,
  label,
  call: "write",
  run,
  expect,
  ...o,
});
const cmdFail = (r) =>
  A.internal(r, [
    ["invalid_args", "malformed-args", false],
    ["upstream", "forbidden", false],
    ["upstream", "transient", IDEM],
  ]);
cases.push(
  P(
    "ENOENT",
    "execFile of a missing program",
    A.notFound("program not installed", [
      ["upstream", "forbidden", false],
      ["unknown_tool", "malformed-args", false],
    ]),
    () => ef("no-such-program-xyz", ["a"]),
    (e) => e.code === "ENOENT",
  ),
  P(
    "ENOENT-cwd",
    'spawn with a missing cwd: says "spawn sh ENOENT"',
    A.notFound("cwd missing", [
      ["invalid_args", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
    () => ef("sh", ["-c", "true"], { cwd: "/no/such/dir" }),
    (e) => e.code === "ENOENT",
  ),
  P(
    "EACCES",
    "execFile of a non-executable file",
    A.auth("not executable", [["upstream", "forbidden", false]]),
    (env) => {
      const f = path.join(env.dir("nx"), "f");
      fs.writeFileSync(f, "#!/bin/sh\n");
      return ef(f);
    },
    (e) => e.code === "EACCES",
  ),
  P(
    "exit-1",
    "grep style failure with stderr: error.code is the NUMBER 1",
    cmdFail("the command reported failure"),
    () => ef("sh", ["-c", 'echo "error: pathspec did not match" >&2; exit 1']),
    (e) => e.code === 1,
  ),
  P(
    "exit-1-no-match",
    "grep found nothing: exit 1, no stderr",
    L("empty_result", "empty-result", false, "grep exit 1 without stderr is an empty result", {
      accept: cmdFail("").accept.map((a) => [a.errorType, a.errorClass, a.retryable]),
    }),
    () => ef("grep", ["zzz-not-there", "/etc/hostname"]),
    (e) => e.code === 1,
  ),
  P(
    "exit-2-usage",
    "usage error",
    A.invalid("usage error", [
      ["upstream", "forbidden", false],
      ["internal", "malformed-args", false],
    ]),
    () => ef("grep", ["--no-such-option"]),
    (e) => e.code === 2,
  ),
  P(
    "exit-127",
    "shell: command not found",
    A.notFound("127: command not found", [
      ["upstream", "forbidden", false],
      ["invalid_args", "malformed-args", false],
      ["unknown_tool", "malformed-args", false],
    ]),
    () => ex("no-such-program-xyz"),
    (e) => e.code === 127,
  ),
  P(
    "exit-126",
    "shell: permission denied",
    A.auth("126: cannot execute", [["upstream", "forbidden", false]]),
    (env) => {
      const f = path.join(env.dir("nx"), "f");
      fs.writeFileSync(f, "x");
      return ex(f);
    },
    (e) => e.code === 126,
  ),
  P(
    "exit-137",
    "killed with SIGKILL inside a shell (128+9, often the OOM killer)",
    L("upstream", "transient", IDEM, "137: killed, possibly out of memory; outcome unknown", {
      accept: [
        ["upstream", "forbidden", false],
        ["timeout", "transient", IDEM],
      ],
    }),
    () => ef("sh", ["-c", 'sh -c "kill -9 \\$\\$"; exit $?']),
    (e) => e.code === 137,
  ),
  P(
    "exit-ENOENT-text",
    "cat of a missing file: exit 1, ENOENT only in stderr",
    A.notFound(
      "stderr says No such file",
      cmdFail("").accept.map((a) => [a.errorType, a.errorClass, a.retryable]),
    ),
    () => ef("cat", ["/no/such/file"]),
    (e) => e.code === 1,
  ),
  P(
    "timeout",
    "execFile timeout: killed true, signal SIGTERM, code null",
    A.timeout("killed by our own timeout", [["timeout", "transient", false]]),
    () => ef("sleep", ["5"], { timeout: 120 }),
    (e) => e.killed === true,
  ),
  P(
    "timeout-sync",
    "execFileSync timeout: code ETIMEDOUT",
    A.timeout("spawnSync ETIMEDOUT"),
    () => execFileSync("sleep", ["5"], { timeout: 120, stdio: "pipe" }),
    (e) => e.code === "ETIMEDOUT",
  ),
  P(
    "sigsegv",
    "crashed by signal",
    L("upstream", "forbidden", false, "crash by SIGSEGV", {
      accept: [
        ["upstream", "transient", IDEM],
        ["internal", "malformed-args", false],
      ],
    }),
    () => ef("sh", ["-c", "kill -SEGV $$"]),
    (e) => e.signal === "SIGSEGV",
  ),
  P(
    "maxBuffer",
    "stdout larger than maxBuffer",
    L("invalid_args", "malformed-args", false, "output too large: narrow the request", {
      accept: [
        ["upstream", "forbidden", false],
        ["internal", "malformed-args", false],
      ],
    }),
    () => ef("sh", ["-c", "head -c 100000 /dev/zero"], { maxBuffer: 1000 }),
    (e) => e.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER",
  ),
  P(
    "abort",
    "aborted by the caller",
    A.cancelled("caller aborted"),
    () => {
      const c = new AbortController();
      setTimeout(() => c.abort(), 60);
      return ef("sleep", ["5"], { signal: c.signal });
    },
    (e) => e.code === "ABORT_ERR",
  ),
  P(
    "E2BIG",
    "argument list too long",
    A.invalid("E2BIG: argument too long"),
    () => ef("true", ["x".repeat(200000)]),
    (e) => e.code === "E2BIG",
  ),
  P(
    "execSync-status",
    "execSync: status not code, stderr is a Buffer",
    cmdFail("status 3"),
    () => execSync("echo boom >&2; exit 3", { stdio: "pipe" }),
    (e) => e.status === 3,
  ),
  P(
    "git-auth",
    "git-like stderr: Permission denied (publickey)",
    A.auth(
      "stderr says permission denied",
      cmdFail("").accept.map((a) => [a.errorType, a.errorClass, a.retryable]),
    ),
    () =>
      ef("sh", [
        "-c",
        'echo "git@github.com: Permission denied (publickey). fatal: Could not read from remote repository." >&2; exit 128',
      ]),
    (e) => e.code === 128,
    { synthetic: true },
  ),
  P(
    "git-lock",
    "index.lock exists",
    A.locked("another git process holds index.lock: nothing done", {
      accept: [
        ...cmdFail("").accept.map((a) => [a.errorType, a.errorClass, a.retryable]),
        ["upstream", "transient", true],
        ["conflict", "malformed-args", false],
        ["corrupt_state", "corrupt-state", false],
      ],
    }),
    (env) => {
      const d = env.dir("git");
      runProgram("git", ["init", "-q", d]);
      fs.writeFileSync(`${d}/f`, "x");
      fs.writeFileSync(`${d}/.git/index.lock`, "");
      return ef("git", ["-C", d, "add", "f"]);
    },
    (e) => e.code === 128,
  ),
);
