// node:fs

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import fsp from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runProgram, SkipFault } from "../lib/case.mjs";
import { A, IDEM, L } from "../lib/labels.mjs";

const V = process.version;
const F = (id, how, label, code, run, o = {}) => ({
  client: "node:fs",
  version: V,
  id: `fs/${id}`,
  how,
  label,
  call: "write",
  ...o,
  expect: code ? (e) => e.code === code : undefined,
  run: (env) => run(env),
});
// really be somebody else for one synchronous call (root ignores permission bits)
const asNobody = (fn) => {
  if (process.getuid() !== 0) return fn();
  process.seteuid(65534);
  try {
    return fn();
  } finally {
    process.seteuid(0);
  }
};
const pathArg = [["invalid_args", "malformed-args", false]];
export const cases = [
  F(
    "ENOENT-read",
    "readFile of a missing file",
    A.notFound("ENOENT", pathArg),
    "ENOENT",
    () => fsp.readFile("/no/such/file.txt"),
    { call: "read" },
  ),
  F(
    "ENOENT-sync",
    "readFileSync",
    A.notFound("ENOENT", pathArg),
    "ENOENT",
    () => fs.readFileSync("/no/such/file.txt"),
    { call: "read" },
  ),
  F(
    "ENOENT-write",
    "writeFile into a missing directory",
    A.notFound("parent directory missing", pathArg),
    "ENOENT",
    () => fsp.writeFile("/no/such/dir/f", "x"),
  ),
  F(
    "EACCES",
    "mode 000 file read as nobody",
    A.auth("EACCES"),
    "EACCES",
    (env) => {
      const f = path.join(env.dir("ac"), "f");
      fs.writeFileSync(f, "x", { mode: 0 });
      asNobody(() => fs.readFileSync(f));
    },
    { serial: true },
  ),
  F(
    "EPERM",
    "chown as nobody",
    A.auth("EPERM"),
    "EPERM",
    (env) => {
      const d = env.dir("pe");
      const f = path.join(d, "f");
      fs.chmodSync(d, 0o755);
      fs.writeFileSync(f, "x", { mode: 0o644 });
      asNobody(() => fs.chownSync(f, 1, 1));
    },
    { serial: true },
  ),
  F(
    "EISDIR",
    "readFile of a directory",
    A.invalid("the path is a directory", [["not_found", "not-found", false]]),
    "EISDIR",
    () => fsp.readFile(os.tmpdir()),
  ),
  F(
    "ENOTDIR",
    "file used as a directory",
    A.invalid("a path component is a file", [["not_found", "not-found", false]]),
    "ENOTDIR",
    () => fsp.readFile("/etc/hostname/x"),
  ),
  F(
    "ENOTDIR-readdir",
    "readdir of a file",
    A.invalid("not a directory", [["not_found", "not-found", false]]),
    "ENOTDIR",
    (env) => {
      const f = path.join(env.dir("nd"), "f");
      fs.writeFileSync(f, "");
      return fsp.readdir(f);
    },
  ),
  F("EEXIST", "mkdir of an existing directory", A.conflict("exists already"), "EEXIST", () =>
    fsp.mkdir(os.tmpdir()),
  ),
  F("EEXIST-wx", "exclusive create", A.conflict("exists already"), "EEXIST", (env) => {
    const f = path.join(env.dir("wx"), "f");
    fs.writeFileSync(f, "");
    return fsp.writeFile(f, "x", { flag: "wx" });
  }),
  F(
    "ENOTEMPTY",
    "rmdir of a full directory",
    A.conflict("not empty", [["invalid_args", "malformed-args", false]]),
    "ENOTEMPTY",
    (env) => {
      const d = env.dir("ne");
      fs.writeFileSync(path.join(d, "f"), "");
      return fsp.rmdir(d);
    },
  ),
  F(
    "ELOOP",
    "symlink loop",
    A.invalid("symlink loop", [
      ["not_found", "not-found", false],
      ["upstream", "forbidden", false],
    ]),
    "ELOOP",
    (env) => {
      const d = env.dir("lo");
      fs.symlinkSync("b", `${d}/a`);
      fs.symlinkSync("a", `${d}/b`);
      return fsp.readFile(`${d}/a`);
    },
  ),
  F("ENAMETOOLONG", "5000 character name", A.invalid("name too long"), "ENAMETOOLONG", () =>
    fsp.readFile(`${os.tmpdir()}/${"x".repeat(5000)}`),
  ),
  F(
    "ENOSPC",
    "write to /dev/full",
    L("upstream", "forbidden", false, "disk full: needs an operator", {
      accept: [
        ["corrupt_state", "corrupt-state", false],
        ["upstream", "transient", IDEM],
        ["upstream", "transient", false],
      ],
    }),
    "ENOSPC",
    () => fs.writeFileSync("/dev/full", "x"),
  ),
  F(
    "EROFS",
    "write on a read-only file system (the value as node makes it)",
    A.auth("read-only file system", [["upstream", "forbidden", false]]),
    "EROFS",
    () => {
      throw Object.assign(new Error("EROFS: read-only file system, open '/ro/x'"), {
        errno: -30,
        code: "EROFS",
        syscall: "open",
        path: "/ro/x",
      });
    },
    { synthetic: true },
  ),
  F(
    "EMFILE",
    "file descriptors used up (soft limit lowered with prlimit)",
    L("upstream", "transient", true, "out of descriptors: nothing was opened; may clear", {
      accept: [
        ["upstream", "forbidden", false],
        ["internal", "malformed-args", false],
        ["rate_limited", "transient", true],
      ],
    }),
    "EMFILE",
    () => {
      const cur = fs.readFileSync("/proc/self/limits", "utf8").match(/Max open files\s+(\d+)/)[1];
      const used = fs.readdirSync("/proc/self/fd").length;
      runProgram("prlimit", ["--pid", String(process.pid), `--nofile=${used + 40}:`]);
      const open = [];
      try {
        for (let i = 0; i < 5000; i++) open.push(fs.openSync("/dev/null"));
      } finally {
        for (const f of open) fs.closeSync(f);
        spawnSync("prlimit", ["--pid", String(process.pid), `--nofile=${cur}:`]);
      }
    },
    { serial: true, call: "read" },
  ),
  F(
    "EBUSY",
    "rmdir of a mount point",
    L("conflict", "malformed-args", false, "resource busy", {
      accept: [
        ["conflict", "transient", true],
        ["upstream", "transient", true],
        ["upstream", "forbidden", false],
        ["conflict", "transient", IDEM],
        ["upstream", "transient", IDEM],
        ["conflict", "malformed-args", false],
      ],
    }),
    "EBUSY",
    () => fs.rmdirSync("/proc"),
  ),
  F(
    "EXDEV",
    "rename across devices",
    L("invalid_args", "malformed-args", false, "cross-device rename", {
      accept: [
        ["internal", "malformed-args", false],
        ["upstream", "forbidden", false],
      ],
    }),
    "EXDEV",
    (env) => {
      const f = path.join(env.dir("xd"), "f");
      fs.writeFileSync(f, "x");
      if (fs.statSync("/dev/shm").dev === fs.statSync(f).dev) throw new SkipFault("same device");
      fs.renameSync(f, `/dev/shm/corpus-${process.pid}`);
    },
  ),
  F(
    "ETXTBSY",
    "write to a running executable",
    A.locked("text file busy", {
      accept: [
        ["upstream", "transient", true],
        ["upstream", "forbidden", false],
        ["conflict", "transient", IDEM],
        ["upstream", "transient", IDEM],
        ["conflict", "malformed-args", false],
      ],
    }),
    "ETXTBSY",
    async (env) => {
      const f = path.join(env.dir("tb"), "sl");
      fs.copyFileSync("/bin/sleep", f);
      fs.chmodSync(f, 0o755);
      const p = spawn(f, ["3"]);
      await new Promise((r) => setTimeout(r, 80));
      try {
        fs.writeFileSync(f, "x");
      } finally {
        p.kill();
      }
    },
  ),
  F(
    "EBADF",
    "read from a closed descriptor",
    A.internal("closed descriptor: the tool's own bug"),
    "EBADF",
    (_env) => {
      const fd = fs.openSync("/dev/null");
      fs.closeSync(fd);
      fs.readSync(fd, Buffer.alloc(1));
    },
    { serial: true },
  ),
  F(
    "EINVAL",
    "rename a directory into itself",
    A.invalid("EINVAL", [
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
    "EINVAL",
    (env) => {
      const d = env.dir("iv");
      fs.renameSync(d, `${d}/sub`);
    },
  ),
  F(
    "ERR_INVALID_ARG_TYPE",
    "readFile(undefined): TypeError from node itself",
    A.invalid("path argument missing", [
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
    "ERR_INVALID_ARG_TYPE",
    () => fsp.readFile(undefined),
  ),
  F(
    "ERR_INVALID_ARG_VALUE",
    "path with a null byte",
    A.invalid("path contains NUL", [["internal", "malformed-args", false]]),
    "ERR_INVALID_ARG_VALUE",
    () => fsp.readFile("a\0b"),
  ),
  F(
    "ERR_FS_EISDIR",
    "rm without recursive",
    A.invalid("path is a directory", [
      ["internal", "malformed-args", false],
      ["conflict", "malformed-args", false],
    ]),
    "ERR_FS_EISDIR",
    (env) => fsp.rm(env.dir("rm")),
  ),
  F("abort", "readFile aborted by signal", A.cancelled("caller aborted"), "ABORT_ERR", () => {
    const c = new AbortController();
    c.abort();
    return fsp.readFile("/etc/hostname", { signal: c.signal });
  }),
];
