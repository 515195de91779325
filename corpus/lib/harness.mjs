// Fault-injecting loopback servers. Nothing here ever leaves 127.0.0.1 (DNS cases use a reserved .invalid name).

import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { runProgram } from "./case.mjs";

const dyn = (v) =>
  String(v)
    .replace(/@date\+(\d+)/, (_, s) => new Date(Date.now() + s * 1000).toUTCString())
    .replace(/@iso\+(\d+)/, (_, s) => new Date(Date.now() + s * 1000).toISOString())
    .replace(/@epochms\+(\d+)/, (_, s) => String(Date.now() + s * 1000))
    .replace(/@epoch\+(\d+)/, (_, s) => String(Math.floor(Date.now() / 1000) + Number(s)));

export class Env {
  constructor() {
    this.tmp = fs.mkdtempSync(path.join(os.tmpdir(), "corpus-"));
    fs.chmodSync(this.tmp, 0o755);
    this.cache = new Map();
    this.cleanups = [];
    this.seq = 0;
  }
  onClose(fn) {
    this.cleanups.push(fn);
  }
  dir(prefix = "d") {
    const d = path.join(this.tmp, `${prefix}${++this.seq}`);
    fs.mkdirSync(d);
    return d;
  }
  memo(key, fn) {
    if (!this.cache.has(key)) this.cache.set(key, fn());
    return this.cache.get(key);
  }
  async listen(server) {
    await new Promise((ok, no) => {
      server.once("error", no);
      server.listen(0, "127.0.0.1", ok);
    });
    const socks = new Set();
    server.on(server instanceof https.Server ? "secureConnection" : "connection", (s) => {
      socks.add(s);
      s.on("error", () => {});
      s.on("close", () => socks.delete(s));
    });
    this.onClose(() => {
      for (const s of socks) s.destroy();
      server.close();
    });
    return server.address().port;
  }
  /** spec: {status, headers, body, fault}; returns http://127.0.0.1:port (no trailing slash) that answers EVERY path that way */
  http(spec) {
    return this.memo(`http${JSON.stringify(spec)}`, async () => {
      const port = await this.listen(http.createServer((q, r) => answer(spec, q, r)));
      return `http://127.0.0.1:${port}`;
    });
  }
  https(spec) {
    return this.memo(`https${JSON.stringify(spec)}`, async () => {
      const { key, cert } = this.cert();
      const port = await this.listen(
        https.createServer({ key, cert }, (q, r) => answer(spec, q, r)),
      );
      return `https://127.0.0.1:${port}`;
    });
  }
  cert() {
    return this.memo("cert", () => {
      const d = this.dir("tls");
      runProgram(
        "openssl",
        [
          "req",
          "-x509",
          "-newkey",
          "ec",
          "-pkeyopt",
          "ec_paramgen_curve:prime256v1",
          "-nodes",
          "-days",
          "2",
          "-subj",
          "/CN=wrong.host.invalid",
          "-addext",
          "subjectAltName=DNS:wrong.host.invalid",
          "-keyout",
          `${d}/k`,
          "-out",
          `${d}/c`,
        ],
        { stdio: "ignore" },
      );
      return { key: fs.readFileSync(`${d}/k`), cert: fs.readFileSync(`${d}/c`) };
    });
  }
  /** raw TCP server */
  async tcp(onSocket) {
    return this.listen(
      net.createServer((s) => {
        s.on("error", () => {});
        onSocket(s);
      }),
    );
  }
  /** a port nobody listens on */
  async closedPort() {
    const s = net.createServer();
    await new Promise((ok) => s.listen(0, "127.0.0.1", ok));
    const { port } = s.address();
    await new Promise((ok) => s.close(ok));
    return port;
  }
  async close() {
    for (const c of this.cleanups.reverse()) {
      try {
        await c();
      } catch {}
    }
    try {
      fs.rmSync(this.tmp, { recursive: true, force: true });
    } catch {}
  }
}

function answer(spec, req, res) {
  req.on("error", () => {});
  res.on("error", () => {});
  const finish = () => {
    switch (spec.fault) {
      case "reset":
        return req.socket.resetAndDestroy();
      case "hangup":
        return req.socket.destroy();
      case "midbody":
        res.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
        res.write('{"items":[1,2,');
        return void setTimeout(() => req.socket.destroy(), 30);
      case "midbody-reset":
        res.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
        res.write('{"items":[1,2,');
        return void setTimeout(() => req.socket.resetAndDestroy(), 30);
      case "slow":
        return;
      case "slow-body":
        res.writeHead(200, { "content-type": "application/json" });
        return void res.write('{"items":[');
      case "redirect":
        res.writeHead(302, { location: `/loop${Math.random().toString(36).slice(2, 6)}` });
        return void res.end();
      case "redirect-same":
        res.writeHead(302, { location: req.url });
        return void res.end();
    }
    const headers = {};
    for (const [k, v] of Object.entries(spec.headers ?? {})) headers[k] = dyn(v);
    let body = spec.body ?? "";
    if (typeof body !== "string") {
      body = JSON.stringify(body);
      headers["content-type"] ??= "application/json";
    }
    res.writeHead(spec.status ?? 200, headers);
    res.end(req.method === "HEAD" ? undefined : body);
  };
  req.resume();
  req.on("end", finish);
}

export const ERRBODY = (status, msg = http.STATUS_CODES[status] ?? "Overloaded") => ({
  error: { message: msg },
  request_id: "req-1",
});
