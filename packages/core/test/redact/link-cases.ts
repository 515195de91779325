import { armour, type Case, lines } from "./case.ts";
import { Secrets } from "./secrets.ts";

const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const b64 = (value: string): string => btoa(value);
/** Joins what together would look like a key. */
const j = (...parts: string[]): string => parts.join("");

/** Links that open something, and secrets inside base64 and quoted blocks. */
export const LINK_CASES: readonly Case[] = [
  [
    "reset-path",
    (s) => `Mail bounced: https://app.example/reset-password/${s.alnum(40)} could not be delivered`,
    "could not be delivered",
    "app.example/reset-password",
  ],
  [
    "magic-link",
    (s) => `magic link https://app.example/auth/verify?t=${s.alnum(43)}&next=%2Fhome expired`,
    "expired",
  ],
  [
    "magic-link2",
    (s) => `https://app.example/login/magic?token_hash=${s.hex(56)}&type=magiclink is used up`,
    "type=magiclink",
  ],
  ["zapier", (s) => `POST https://hooks.zapier.com/hooks/catch/1234567/${s.alnum(7)}/ 410`, "410"],
  [
    "neo4j",
    (s) => `neo4j+s://neo4j:${s.alnum(43)}@ab12.databases.neo4j.io ServiceUnavailable`,
    "ServiceUnavailable",
  ],
  [
    "nats",
    (s) => `nats://svc:${s.password()}@n1:4222,nats://svc:${s.password()}@n2:4222 no servers`,
    "no servers",
  ],
  ["rtsp", (s) => `rtsp://cam:${s.password()}@10.0.0.4:554/h264 401`, "10.0.0.4:554/h264"],
  [
    "totp-uri",
    (s) =>
      `otpauth://totp/Acme:mo?secret=${s.over("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32)}&issuer=Acme invalid`,
    "issuer=Acme",
  ],
  [
    "git-extraheader",
    (s) =>
      `git -c http.extraHeader="AUTHORIZATION: basic ${s.keep(b64(`x-access-token:${new Secrets(9).alnum(30)}`))}" fetch failed`,
    "fetch failed",
  ],
  [
    "git-url-x",
    (s) =>
      `fatal: unable to access 'https://x-access-token:${s.alnum(36, j("gh", "s_"))}@github.com/a/b/': 403`,
    "github.com/a/b/",
  ],
  [
    "bitbucket",
    (s) => `https://x-token-auth:${s.alnum(40, "ATCTT3")}@bitbucket.org/a/b 403`,
    "bitbucket.org/a/b",
  ],
  [
    "b64-authhdr",
    (s) => `raw request: ${s.keep(b64(`Authorization: Bearer ${new Secrets(71).alnum(40)}`))}`,
    "raw request",
  ],
  [
    "b64-json",
    (s) =>
      `payload (base64): ${s.keep(b64(JSON.stringify({ user: "mo", password: new Secrets(72).alnum(16) })))} rejected`,
    "rejected",
  ],
  [
    "b64-env",
    (s) =>
      `user-data: ${s.keep(b64(`#!/bin/sh\nexport DB_PASSWORD=${new Secrets(73).alnum(20)}\nstart`))}`,
    "user-data",
  ],
  [
    "b64-url",
    (s) => `decoded? ${s.keep(b64(`postgres://app:${new Secrets(74).alnum(20)}@db7:5432/shop`))}`,
    "decoded?",
  ],
  [
    "wrapped-pem-quoted",
    (s) =>
      `> ${armour("BEGIN", "PRIVATE KEY")}\n> ${lines(s.base64(192), 64, "\n> ")}\n> ${armour("END", "PRIVATE KEY")}\nthanks`,
    "thanks",
  ],
  [
    "wrapped-log-prefix",
    (s) =>
      `| ${armour("BEGIN", "RSA PRIVATE KEY")}\n| ${lines(s.base64(192), 64, "\n| ")}\n| ${armour("END", "RSA PRIVATE KEY")}\nerr`,
    "err",
  ],
  [
    "stripe-webhook-hdr",
    (s) => `Stripe-Signature: t=1767225600,v1=${s.hex(64)},v0=${s.hex(64)} no match`,
    "no match",
  ],
  [
    "oauth1",
    (s) =>
      `OAuth oauth_consumer_key="${s.alnum(24)}", oauth_token="${s.alnum(50)}", oauth_signature="${s.alnum(27)}%3D", oauth_version="1.0"`,
    'oauth_version="1.0"',
  ],
  [
    "device-code",
    (s) => `device_code=${s.alnum(40)} authorization_pending`,
    "authorization_pending",
  ],
  [
    "exchange",
    (s) => `https://v6.exchangerate-api.com/v6/${s.hex(24)}/latest/USD 403 invalid-key`,
    "latest/USD",
  ],
  [
    "infura",
    (s) => `https://mainnet.infura.io/v3/${s.hex(32)} 429 project rate limited`,
    "mainnet.infura.io",
    "429",
  ],
  [
    "alchemy",
    (s) =>
      `https://eth-mainnet.g.alchemy.com/v2/${s.over("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", 32)} 429`,
    "429",
  ],
  [
    "s3-v4-get",
    (s) =>
      `GET /k?X-Amz-Credential=${s.over("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16, "AKIA")}%2F20260114%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Signature=${s.hex(64)} 403`,
    "eu-west-1",
    "403",
  ],
  [
    "sas-in-json",
    (s) =>
      `{"sasUrl":"https://a.blob.core.windows.net/c/b?sv=2023-11-03&sr=b&sig=${s.alnum(40)}%2Bx%3D&se=2026"} 403`,
    "403",
  ],
  [
    "stripe-client-secret",
    (s) => `pi_3NirD82eZvKYlo2C_secret_${s.alnum(24)} was already confirmed`,
    "was already confirmed",
  ],
  [
    "mattermost-hook",
    (s) =>
      `POST https://chat.example/hooks/${s.over("abcdefghijklmnopqrstuvwxyz0123456789", 26)} 400 invalid webhook`,
    "invalid webhook",
  ],
  [
    "make-hook",
    (s) => `https://hook.eu2.make.com/${s.over("abcdefghijklmnopqrstuvwxyz0123456789", 32)} 410`,
    "410",
  ],
  ["healthchecks", (s) => `ping https://hc-ping.com/${s.uuid()}/fail 404`, "404"],
  [
    "wecom",
    (s) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${s.uuid()} 93000`,
    "93000",
  ],
  [
    "pem-k8s-log",
    (s) =>
      [
        armour("BEGIN", "PRIVATE KEY"),
        ...lines(s.base64(192), 64, "\n").split("\n"),
        armour("END", "PRIVATE KEY"),
        "exit 1",
      ]
        .map((l, i) => `2026-01-14T10:15:3${i}.12${i}Z stderr F ${l}`)
        .join("\n"),
    "exit 1",
  ],
  [
    "pem-compose-log",
    (s) =>
      [
        armour("BEGIN", "EC PRIVATE KEY"),
        ...lines(s.base64(128), 64, "\n").split("\n"),
        armour("END", "EC PRIVATE KEY"),
        "bye",
      ]
        .map((l) => `web-1  | ${l}`)
        .join("\n"),
    "bye",
  ],
  [
    "pem-comment",
    (s) =>
      `${[
        armour("BEGIN", "RSA PRIVATE KEY"),
        ...lines(s.base64(128), 64, "\n").split("\n"),
        armour("END", "RSA PRIVATE KEY"),
      ]
        .map((l) => `# ${l}`)
        .join("\n")}\nkey=ok`,
    "key=ok",
  ],
  [
    "b64-kube",
    (s) =>
      `client-key-data: ${s.keep(b64(`${armour("BEGIN", "RSA PRIVATE KEY")}\n${lines(new Secrets(93).base64(128), 64, "\n")}`))}`,
    "client-key-data",
  ],
  [
    "b64-wrapped",
    (s) => {
      const v = s.keep(
        b64(
          "DB_HOST=db7\nDB_PASSWORD=" +
            new Secrets(94).alnum(24) +
            "\nDB_USER=app\n# end of the file with settings for the shop",
        ),
      );
      return `base64 .env:\n${lines(v, 76, "\n")}\nexit`;
    },
    "exit",
  ],
  [
    "url-reset-uid",
    (s) => `https://a.example/reset/MQ/${"c5a1x2"}-${s.hex(32)}/ link expired`,
    "link expired",
  ],
  [
    "url-sso",
    (s) => `https://a.example/sso?ticket=ST-1856339-${s.alnum(20)}-cas INVALID_TICKET`,
    "INVALID_TICKET",
  ],
  [
    "url-oob",
    (s) =>
      `https://p.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=${s.over(WORD, 54)}&apiKey=${s.over(WORD, 35, j("AI", "za"))} expired`,
    "mode=resetPassword",
  ],
  [
    "url-calendar",
    (s) =>
      `https://calendar.google.com/calendar/ical/ana%40x.example/private-${s.hex(32)}/basic.ics 404`,
    "basic.ics 404",
  ],
  [
    "pem-cut-with-note",
    (s) =>
      `stderr: ${armour("BEGIN", "OPENSSH PRIVATE KEY")}\n${lines(s.base64(200), 64, "\n")}\n<truncated 1200 bytes>`,
    "<truncated 1200 bytes>",
  ],
];
