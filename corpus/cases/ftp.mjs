// FTP: basic-ftp against a server that answers commands as it is told (RFC 959 §4.2)

import { versionOf } from "../lib/case.mjs";
import { A, IDEM, NET } from "../lib/labels.mjs";
export const cases = [];
const client = "basic-ftp",
  base = { client, version: versionOf(client), load: () => import("basic-ftp"), call: "write" };
const USUAL = {
  USER: "331 Password please.",
  PASS: "230 Logged in.",
  TYPE: "200 OK.",
  STRU: "200 OK.",
};
/** `replies` by command; `hang` destroys the connection, `silence` never answers */
const server = (env, replies) =>
  env.tcp((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      for (const line of String(data).trim().split("\r\n")) {
        const command = line.split(" ")[0].toUpperCase();
        const reply = replies[command] ?? USUAL[command] ?? "502 Not implemented.";
        if (reply === "hang") socket.destroy();
        else if (reply !== "silence") socket.write(`${reply}\r\n`);
      }
    });
  });
const remove = async (m, port, timeout = 5000) => {
  const ftp = new m.Client(timeout);
  try {
    await ftp.access({ host: "127.0.0.1", port, user: "u", password: "p" });
    return await ftp.remove("/x");
  } finally {
    ftp.close();
  }
};
const S = {
  530: [{ PASS: "530 Login incorrect." }, A.auth("530")],
  421: [
    { USER: "421 There are too many connections from your address." },
    A.notSent("421: not let in", [
      ["rate_limited", "transient", true],
      ["upstream", "transient", IDEM],
    ]),
  ],
  426: [
    { DELE: "426 Connection closed; transfer aborted." },
    A.unknownOutcome("broke off half-way"),
  ],
  450: [
    { DELE: "450 Requested file action not taken. File busy." },
    A.notSent("450: not taken", [["conflict", "malformed-args", false]]),
  ],
  550: [{ DELE: "550 /x: No such file or directory" }, A.notFound("550")],
  "550-denied": [{ DELE: "550 Permission denied." }, A.auth("550, denied")],
  552: [
    { DELE: "552 Requested file action aborted. Exceeded storage allocation." },
    A.quota("552", [["upstream", "forbidden", false]]),
  ],
  553: [{ DELE: "553 Requested action not taken. File name not allowed." }, A.invalid("553")],
  hangup: [{ DELE: "hang" }, NET.hangup],
  timeout: [{ DELE: "silence" }, NET.timeout],
};
for (const [k, [replies, label]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `remove, ${Object.entries(replies)[0].join(": ")}`,
    label,
    run: async (env, m) => remove(m, await server(env, replies), k === "timeout" ? 300 : undefined),
  });
cases.push({
  ...base,
  id: `${client}/refused`,
  how: "closed port",
  label: NET.refused,
  run: async (env, m) => remove(m, await env.closedPort()),
});
