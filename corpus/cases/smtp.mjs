// SMTP

import { versionOf } from "../lib/case.mjs";
import { A, IDEM, L, NET } from "../lib/labels.mjs";
export const cases = [];
{
  const base = {
    client: "nodemailer",
    version: versionOf("nodemailer"),
    load: () => import("nodemailer"),
    call: "write",
  };
  const smtp = (env, at, line) =>
    env.memo(`smtp${at}${line}`, () =>
      env.tcp((s) => {
        if (at === "greet") return s.end(`${line}\r\n`);
        if (at === "mute") return;
        s.write("220 corpus ESMTP\r\n");
        let data = false;
        s.on("data", (d) => {
          for (const l of String(d).split("\r\n")) {
            if (!l) continue;
            if (data) {
              if (l === ".") {
                data = false;
                at === "dot" ? s.write(`${line}\r\n`) : s.write("250 ok\r\n");
              }
              continue;
            }
            const c = l.split(/[ :]/)[0].toUpperCase();
            if (c === "EHLO") s.write("250-corpus\r\n250 AUTH PLAIN LOGIN\r\n");
            else if (c === "AUTH") s.write(`${at === "auth" ? line : "235 ok"}\r\n`);
            else if (c === "MAIL") s.write(`${at === "mail" ? line : "250 ok"}\r\n`);
            else if (c === "RCPT") s.write(`${at === "rcpt" ? line : "250 ok"}\r\n`);
            else if (c === "DATA") {
              if (at === "hangup") return s.destroy();
              s.write("354 go\r\n");
              data = true;
            } else if (c === "QUIT") s.end("221 bye\r\n");
            else s.write("250 ok\r\n");
          }
        });
      }),
    );
  const send = (m, port, o = {}, msg = {}) =>
    m.default
      .createTransport({
        host: "127.0.0.1",
        port,
        secure: false,
        ignoreTLS: true,
        connectionTimeout: 9000,
        greetingTimeout: 9000,
        socketTimeout: 9000,
        ...o,
      })
      .sendMail({ from: "a@corpus.test", to: "b@corpus.test", subject: "s", text: "t", ...msg });
  const c = (id, at, line, label, o, msg) => ({
    ...base,
    id: `nodemailer/${id}`,
    how: `SMTP ${line} at ${at}`,
    label,
    run: async (env, m) => send(m, await smtp(env, at, line), o, msg),
    expect: line ? (e) => e.responseCode === Number(line.slice(0, 3)) : undefined,
  });
  cases.push(
    c(
      "421",
      "greet",
      "421 4.3.2 Service not available, closing channel",
      A.notSent("421: try later"),
    ),
    c(
      "450-rcpt",
      "rcpt",
      "450 4.2.0 Mailbox busy, greylisted",
      A.notSent("4xx is temporary; not delivered", [
        ["upstream", "transient", IDEM],
        ["rate_limited", "transient", true],
      ]),
    ),
    c(
      "451-dot",
      "dot",
      "451 4.3.0 Local error in processing",
      A.notSent("4xx after DATA: not accepted", [["upstream", "transient", IDEM]]),
    ),
    c("452", "mail", "452 4.3.1 Insufficient system storage", A.notSent("452")),
    c(
      "454-rate",
      "mail",
      "454 4.7.0 Too many messages, slow down",
      A.rate("4.7.0 throttled", undefined, { accept: [["upstream", "transient", true]] }),
    ),
    c("535", "auth", "535 5.7.8 Authentication credentials invalid", A.auth("535"), {
      auth: { user: "u", pass: "p" },
    }),
    c(
      "550-rcpt",
      "rcpt",
      "550 5.1.1 User unknown",
      A.notFound("550 5.1.1: no such mailbox", [["invalid_args", "malformed-args", false]]),
    ),
    c("552", "dot", "552 5.3.4 Message too big", A.invalid("too large")),
    c(
      "554-spam",
      "dot",
      "554 5.7.1 Message rejected as spam",
      A.auth("policy rejection", [
        ["invalid_args", "malformed-args", false],
        ["upstream", "forbidden", false],
      ]),
    ),
    c("no-recipients", "none", "", A.invalid("No recipients defined"), {}, { to: "" }),
    {
      ...base,
      id: "nodemailer/refused",
      how: "closed port",
      label: NET.refused,
      run: async (env, m) => send(m, await env.closedPort()),
    },
    {
      ...base,
      id: "nodemailer/greeting-timeout",
      how: "Greeting never received",
      label: L("timeout", "transient", true, "no greeting: nothing sent", {
        accept: [["timeout", "transient", IDEM]],
      }),
      run: async (env, m) => send(m, await smtp(env, "mute", ""), { greetingTimeout: 250 }),
    },
    {
      ...base,
      id: "nodemailer/hangup-data",
      how: "socket closed at DATA",
      label: A.unknownOutcome("connection closed while sending", [["upstream", "transient", true]]),
      run: async (env, m) => send(m, await smtp(env, "hangup", "")),
    },
    {
      ...base,
      id: "nodemailer/attachment-missing",
      how: "attachment path does not exist",
      label: A.notFound("ENOENT while reading an attachment", [
        ["invalid_args", "malformed-args", false],
      ]),
      run: async (env, m) =>
        send(m, await smtp(env, "none2", ""), {}, { attachments: [{ path: "/no/such/file.pdf" }] }),
    },
  );
}
