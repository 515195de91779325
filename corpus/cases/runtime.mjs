// node:net, dns, tls, url, worker_threads and other runtime errors

import dns from "node:dns/promises";
import net from "node:net";
import { promisify } from "node:util";
import { A, IDEM, L, NET } from "../lib/labels.mjs";

const V = process.version;
export const cases = [];
// ---------- runtime: net, dns, url, worker, json ----------
const R = (id, how, label, run, expect, o = {}) => ({
  client: o.client ?? "node runtime",
  version: V,
  id: `node/${id}`,
  how,
  label,
  call: "read",
  run,
  expect,
  ...o,
});
cases.push(
  R(
    "net-ECONNREFUSED",
    "net.connect to a closed port",
    NET.refused,
    async (env) => {
      const port = await env.closedPort();
      await new Promise((_, no) => net.connect(port, "127.0.0.1").on("error", no));
    },
    (e) => e.code === "ECONNREFUSED",
  ),
  R(
    "tls-altname",
    "certificate for another host name",
    NET.tls,
    async (env) => {
      const u = await env.https({ status: 200 });
      const { cert } = env.cert();
      const tls = await import("node:tls");
      await new Promise((_, no) =>
        tls
          .connect({
            host: "127.0.0.1",
            port: new URL(u).port,
            ca: cert,
            servername: "right.host.test",
          })
          .on("error", no),
      );
    },
    (e) => e.code === "ERR_TLS_CERT_ALTNAME_INVALID",
  ),
  R(
    "dns-EAI_AGAIN",
    "resolver answers nothing useful (dns.Resolver against a closed loopback port)",
    A.notSent("resolver not reachable: temporary", [
      ["timeout", "transient", true],
      ["upstream", "forbidden", false],
    ]),
    async (env) => {
      const { Resolver } = dns;
      const r = new Resolver({ timeout: 200, tries: 1 });
      r.setServers([`127.0.0.1:${await env.closedPort()}`]);
      await r.resolve4("nope.corpus.invalid");
    },
  ),
  R(
    "ERR_INVALID_URL",
    'new URL("not a url")',
    A.invalid("URL argument does not parse", [
      ["internal", "malformed-args", false],
      ["upstream", "forbidden", false],
    ]),
    () => new URL("not a url"),
    (e) => e.code === "ERR_INVALID_URL",
  ),
  R(
    "EADDRINUSE",
    "port in use",
    L("conflict", "malformed-args", false, "address in use", {
      accept: [
        ["upstream", "forbidden", false],
        ["upstream", "transient", true],
        ["conflict", "transient", true],
        ["conflict", "malformed-args", false],
      ],
    }),
    async (env) => {
      const u = await env.http({ status: 200 });
      await new Promise((_, no) =>
        net
          .createServer()
          .on("error", no)
          .listen(Number(new URL(u).port), "127.0.0.1"),
      );
    },
    (e) => e.code === "EADDRINUSE",
  ),
  R(
    "ERR_STREAM_WRITE_AFTER_END",
    "write after end",
    A.internal("write after end: the tool's own bug"),
    async () => {
      const { PassThrough } = await import("node:stream");
      const s = new PassThrough();
      s.end();
      await new Promise((_, no) => {
        s.on("error", no);
        s.write("x");
      });
    },
    (e) => e.code === "ERR_STREAM_WRITE_AFTER_END",
  ),
  R(
    "zlib",
    "gunzip of garbage: Z_DATA_ERROR",
    A.invalid("data is not gzip", [
      ["upstream", "forbidden", false],
      ["upstream", "transient", IDEM],
      ["corrupt_state", "corrupt-state", false],
      ["internal", "malformed-args", false],
    ]),
    async () => promisify((await import("node:zlib")).gunzip)(Buffer.from("nope nope")),
    (e) => e.code === "Z_DATA_ERROR",
  ),
  R(
    "worker-oom",
    "ERR_WORKER_OUT_OF_MEMORY",
    L("upstream", "forbidden", false, "worker ran out of memory: same input, same end", {
      accept: [
        ["internal", "malformed-args", false],
        ["upstream", "transient", IDEM],
        ["invalid_args", "malformed-args", false],
      ],
    }),
    async () => {
      const { Worker } = await import("node:worker_threads");
      await new Promise((_, no) =>
        new Worker('const a=[]; for(;;) a.push(new Array(1e5).fill("x"))', {
          eval: true,
          resourceLimits: { maxOldGenerationSizeMb: 16 },
        }).on("error", no),
      );
    },
    (e) => e.code === "ERR_WORKER_OUT_OF_MEMORY",
  ),
  R(
    "timers-timeout",
    "Promise.race with a hand-written timeout Error",
    A.timeout('message only: "Operation timed out after 100ms"'),
    () =>
      new Promise((_, no) =>
        setTimeout(() => no(new Error("Operation timed out after 100ms")), 100),
      ),
    undefined,
    { synthetic: true },
  ),
  R(
    "assert",
    "AssertionError",
    A.internal("assertion in the tool failed"),
    async () => (await import("node:assert")).strictEqual(1, 2),
    (e) => e.code === "ERR_ASSERTION",
  ),
);
