// LDAP: ldapts against a server that answers every request with one result code (RFC 4511 §4.1.9)

import { versionOf } from "../lib/case.mjs";
import { A, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
const client = "ldapts",
  base = { client, version: versionOf(client), load: () => import("ldapts"), call: "write" };
/** A BindResponse (application tag 1) with the id of the request. */
const server = (env, code) =>
  env.tcp((socket) =>
    socket.on("data", (request) => {
      const result = [0x0a, 1, code, 0x04, 0, 0x04, 0];
      const message = [0x02, 1, request[4], 0x61, result.length, ...result];
      socket.write(Buffer.from([0x30, message.length, ...message]));
    }),
  );
const bind = (m, port, o) =>
  new m.Client({ url: `ldap://127.0.0.1:${port}`, timeout: 5000, ...o }).bind("cn=u", "p");
const S = {
  32: A.notFound("noSuchObject"),
  34: A.invalid("invalidDNSyntax"),
  49: A.auth("invalidCredentials"),
  50: A.auth("insufficientAccessRights"),
  51: A.notSent("busy", [["upstream", "transient", IDEM]]),
  53: A.futile("unwillingToPerform", [["auth", "forbidden", false]]),
  68: A.conflict("entryAlreadyExists"),
};
for (const [code, label] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${code}`,
    how: `bind, result code ${code}`,
    label,
    expect: (e) => e.code === Number(code),
    run: async (env, m) => bind(m, await server(env, Number(code))),
  });
cases.push(
  {
    ...base,
    id: `${client}/refused`,
    how: "closed port",
    label: NET.refused,
    run: async (env, m) => bind(m, await env.closedPort()),
  },
  {
    ...base,
    id: `${client}/timeout`,
    how: "no answer",
    label: NET.timeout,
    run: async (env, m) => bind(m, await env.tcp(() => {}), { timeout: 250 }),
  },
);
