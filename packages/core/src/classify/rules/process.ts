import type { Link } from "../link.ts";
import { isArray, read } from "../read.ts";
import type { Rule } from "../rule.ts";
import {
  FUTILE,
  FUTILE_LATE,
  MAYBE_SENT,
  ROLLED_BACK,
  TIMEOUT_LATE,
  type VerdictInput,
} from "../verdict.ts";

const SOURCE = "https://nodejs.org/api/child_process.html";
const CRASHES = new Set([
  "SIGSEGV",
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSYS",
  "SIGTRAP",
  "SIGXCPU",
  "SIGXFSZ",
]);

/** What a program's last words say, by phrases that POSIX tools share. */
const WORDS: readonly (readonly [phrase: string, VerdictInput])[] = [
  ["index.lock", ROLLED_BACK],
  ["could not lock", ROLLED_BACK],
  ["could not get lock", ROLLED_BACK],
  ["resource temporarily unavailable", ROLLED_BACK],
  ["permission denied", "auth"],
  ["operation not permitted", "auth"],
  ["authentication failed", "auth"],
  ["access denied", "auth"],
  [" denied to ", "auth"],
  ["could not read username", "auth"],
  ["host key verification failed", "auth"],
  ["no such file or directory", "not_found"],
  ["command not found", "not_found"],
  ["repository not found", "not_found"],
  ["could not resolve host", { errorType: "upstream", outcome: "none" }],
  ["name or service not known", { errorType: "upstream", outcome: "none" }],
  ["temporary failure in name resolution", { errorType: "upstream", outcome: "none" }],
  ["connection refused", { errorType: "upstream", outcome: "none" }],
  ["no route to host", { errorType: "upstream", outcome: "none" }],
  ["connection timed out", { errorType: "timeout", outcome: "none" }],
  ["connection reset", MAYBE_SENT],
  ["no space left on device", FUTILE],
  ["read-only file system", "auth"],
  ["too many requests", "rate_limited"],
  ["unrecognized option", "invalid_args"],
  ["unknown option", "invalid_args"],
  ["invalid option", "invalid_args"],
  ["illegal option", "invalid_args"],
  ["usage:", "invalid_args"],
  ["did not match any", "not_found"],
  ["[rejected]", "conflict"],
  ["file exists", "conflict"],
  ["already exists", "conflict"],
];

/** The exit code: `code` of the asynchronous calls, `status` of the synchronous, `exitCode` of execa. */
function exitOf(link: Link): number | undefined {
  for (const key of ["exitCode", "code", "status"]) {
    const value = link.get(key);
    if (typeof value === "number") return value;
  }
  return undefined;
}

function stderrOf(link: Link): string {
  const stderr = link.get("stderr") ?? read(link.get("output"), "stderr"); // tinyexec
  if (typeof stderr === "string") return stderr.slice(0, 4000);
  if (stderr instanceof Uint8Array) return new TextDecoder().decode(stderr.subarray(0, 4000));
  // `exec` repeats it below the command.
  return link.message.replace(/^.*\n?/, "");
}

function isChild(link: Link): boolean {
  return (
    (typeof read(link.value, "cmd") === "string" || // exec, execFile
      (isArray(read(link.value, "output")) && read(link.value, "pid") !== undefined) || // spawnSync
      typeof read(link.value, "escapedCommand") === "string" || // execa
      typeof read(link.value, "command") === "string" || // nano-spawn
      typeof read(link.value, "exitCode") === "number") && // tinyexec
    (read(link.value, "stderr") !== undefined ||
      read(link.value, "signal") !== undefined ||
      read(read(link.value, "output"), "stderr") !== undefined)
  );
}

/** Child processes: exit codes, signals, programs that are not there, our own time-out. */
export const processRules: readonly Rule[] = [
  {
    name: "child-process",
    source: SOURCE,
    example: {
      $error: {
        code: 127,
        killed: false,
        signal: null,
        cmd: "nope",
        stdout: "",
        stderr: "sh: nope: not found",
        message: "Command failed",
      },
    },
    has: ["cmd", "output", "escapedCommand", "command"],
    match(link) {
      if (!isChild(link)) return undefined;
      // Not started, time-out of the synchronous calls, abort, too much output: codes of node say it.
      if (typeof link.code === "string")
        return link.code === "ETIMEDOUT" ? TIMEOUT_LATE : undefined;
      if (link.get("timedOut") === true) return TIMEOUT_LATE;
      if (link.get("isCanceled") === true) return "cancelled";
      if (link.get("isMaxBuffer") === true) return "invalid_args";
      const signal = link.get("signal") ?? link.get("signalName");
      if (typeof signal === "string") {
        if (CRASHES.has(signal)) return FUTILE_LATE;
        // `killed` means that node's own timeout or maxBuffer sent the signal.
        return link.get("killed") === true ? TIMEOUT_LATE : MAYBE_SENT;
      }
      const exit = exitOf(link);
      if (exit === undefined) return undefined;
      return exitVerdict(exit, stderrOf(link));
    },
  },
];

/** Exit codes of shells (POSIX, sysexits.h) and what stands on stderr. */
function exitVerdict(exit: number, stderr: string): VerdictInput {
  if (exit === 126) return "auth";
  if (exit === 127) return "not_found";
  if (exit === 124) return TIMEOUT_LATE; // timeout(1)
  if (exit === 137 || exit === 143 || exit === 130) return MAYBE_SENT; // SIGKILL, SIGTERM, SIGINT
  if (exit > 128 && exit <= 128 + 31) return FUTILE_LATE;
  const said = stderr.toLowerCase();
  for (const [phrase, verdict] of WORDS) if (said.includes(phrase)) return verdict;
  if (exit === 1 && said.trim() === "") return "empty_result"; // grep, diff, test: nothing found
  switch (exit) {
    case 2:
    case 64: // EX_USAGE
    case 65: // EX_DATAERR
      return "invalid_args";
    case 66: // EX_NOINPUT
    case 67: // EX_NOUSER
    case 68: // EX_NOHOST
      return "not_found";
    case 69: // EX_UNAVAILABLE
      return MAYBE_SENT;
    case 75: // EX_TEMPFAIL
      return MAYBE_SENT;
    case 77: // EX_NOPERM
      return "auth";
    case 78: // EX_CONFIG
      return FUTILE;
    default:
      return "internal";
  }
}
