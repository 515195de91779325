// gRPC

import { versionOf } from "../lib/case.mjs";
import { A, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
const GRPC = {
  1: ["CANCELLED", A.cancelled("cancelled", [["upstream", "transient", IDEM]])],
  2: [
    "UNKNOWN",
    A.unknownOutcome("UNKNOWN", [
      ["upstream", "forbidden", false],
      ["internal", "malformed-args", false],
    ]),
  ],
  3: ["INVALID_ARGUMENT", A.invalid("INVALID_ARGUMENT")],
  4: ["DEADLINE_EXCEEDED", A.timeout("DEADLINE_EXCEEDED")],
  5: ["NOT_FOUND", A.notFound("NOT_FOUND")],
  6: ["ALREADY_EXISTS", A.conflict("ALREADY_EXISTS")],
  7: ["PERMISSION_DENIED", A.auth("PERMISSION_DENIED")],
  8: ["RESOURCE_EXHAUSTED", A.rate("RESOURCE_EXHAUSTED")],
  9: [
    "FAILED_PRECONDITION",
    A.conflict("FAILED_PRECONDITION: the spec says do not retry until the state is fixed", [
      ["invalid_args", "malformed-args", false],
    ]),
  ],
  10: [
    "ABORTED",
    A.locked("ABORTED: concurrency conflict; nothing applied", {
      accept: [
        ["conflict", "transient", IDEM],
        ["upstream", "transient", true],
        ["upstream", "transient", IDEM],
        ["conflict", "malformed-args", false],
      ],
    }),
  ],
  11: ["OUT_OF_RANGE", A.invalid("OUT_OF_RANGE", [["empty_result", "empty-result", false]])],
  12: [
    "UNIMPLEMENTED",
    A.config("UNIMPLEMENTED", [
      ["unknown_tool", "malformed-args", false],
      ["not_found", "not-found", false],
      ["invalid_args", "malformed-args", false],
    ]),
  ],
  13: [
    "INTERNAL",
    A.unknownOutcome("INTERNAL", [
      ["upstream", "forbidden", false],
      ["internal", "malformed-args", false],
    ]),
  ],
  14: ["UNAVAILABLE", A.notSent("UNAVAILABLE", [["upstream", "transient", IDEM]])],
  15: ["DATA_LOSS", A.corrupt("DATA_LOSS: unrecoverable loss or corruption")],
  16: ["UNAUTHENTICATED", A.auth("UNAUTHENTICATED")],
};
{
  const base = {
    client: "@grpc/grpc-js",
    version: versionOf("@grpc/grpc-js"),
    load: () => import("@grpc/grpc-js"),
    call: "write",
    limit: 8000,
  };
  const ser = (x) => Buffer.from(JSON.stringify(x)),
    de = (b) => JSON.parse(b);
  const def = {
    Do: {
      path: "/corpus.S/Do",
      requestStream: false,
      responseStream: false,
      requestSerialize: ser,
      requestDeserialize: de,
      responseSerialize: ser,
      responseDeserialize: de,
    },
  };
  const server = (env, m) =>
    env.memo(
      "grpc",
      () =>
        new Promise((ok, no) => {
          const s = new m.Server();
          s.addService(def, {
            Do: (c, cb) => {
              if (c.request.code === "slow") return;
              if (c.request.code === "throw") throw new Error("handler blew up");
              const md = new m.Metadata();
              if (c.request.pushback) md.set("grpc-retry-pushback-ms", "1200");
              cb({ code: c.request.code, details: c.request.details, metadata: md });
            },
          });
          s.bindAsync("127.0.0.1:0", m.ServerCredentials.createInsecure(), (e, p) =>
            e ? no(e) : ok(p),
          );
          env.onClose(() => s.forceShutdown());
        }),
    );
  const call = (m, port, req, o = {}) =>
    new Promise((ok, no) => {
      const C = m.makeGenericClientConstructor(def, "S");
      const c = new C(`127.0.0.1:${port}`, m.credentials.createInsecure());
      const k = c.Do(req, new m.Metadata(), o, (e, r) => {
        c.close();
        e ? no(e) : ok(r);
      });
      if (o.cancelAfter) setTimeout(() => k.cancel(), o.cancelAfter);
    });
  for (const [code, [name, label]] of Object.entries(GRPC))
    cases.push({
      ...base,
      id: `grpc/${name}`,
      how: `local server answers status ${code}`,
      label,
      expect: (e) => e.code === Number(code),
      run: async (env, m) =>
        call(m, await server(env, m), {
          code: Number(code),
          details: `${name.toLowerCase()} from the corpus server`,
        }),
    });
  cases.push(
    {
      ...base,
      id: "grpc/pushback",
      how: "RESOURCE_EXHAUSTED with grpc-retry-pushback-ms in trailing metadata",
      label: A.rate("pushback in metadata", 1200, { always: true }),
      expect: (e) => e.code === 8,
      run: async (env, m) =>
        call(m, await server(env, m), { code: 8, details: "slow down", pushback: true }),
    },
    {
      ...base,
      id: "grpc/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => call(m, await env.closedPort(), {}, { deadline: Date.now() + 3000 }),
    },
    {
      ...base,
      id: "grpc/deadline",
      how: "client deadline",
      label: A.timeout("deadline"),
      expect: (e) => e.code === 4,
      run: async (env, m) =>
        call(m, await server(env, m), { code: "slow" }, { deadline: Date.now() + 200 }),
    },
    {
      ...base,
      id: "grpc/cancel",
      how: "call.cancel()",
      label: A.cancelled("caller cancelled"),
      expect: (e) => e.code === 1,
      run: async (env, m) => call(m, await server(env, m), { code: "slow" }, { cancelAfter: 60 }),
    },
    {
      ...base,
      id: "grpc/handler-threw",
      how: "exception in the remote handler",
      label: GRPC[2][1],
      run: async (env, m) => call(m, await server(env, m), { code: "throw" }),
    },
    {
      ...base,
      id: "grpc/http1-server",
      how: "peer speaks HTTP/1",
      label: A.futile(
        "wrong protocol, reported as UNAVAILABLE, or as the deadline on a slow machine",
        [
          ["upstream", "transient", IDEM],
          ["upstream", "transient", true],
          ["timeout", "transient", IDEM],
          ["timeout", "transient", true],
        ],
      ),
      run: async (env, m) => {
        const u = await env.http({ status: 200, body: "hi" });
        return call(m, new URL(u).port, {}, { deadline: Date.now() + 2500 });
      },
    },
    {
      ...base,
      id: "grpc/unimplemented-method",
      how: "method not registered",
      label: GRPC[12][1],
      expect: (e) => e.code === 12,
      run: async (env, m) => {
        const d2 = { No: { ...def.Do, path: "/corpus.S/No" } };
        const C = m.makeGenericClientConstructor(d2, "S");
        const c = new C(`127.0.0.1:${await server(env, m)}`, m.credentials.createInsecure());
        await new Promise((ok, no) =>
          c.No({}, (e) => {
            c.close();
            e ? no(e) : ok();
          }),
        );
      },
    },
  );
}
