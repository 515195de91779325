import { armour, type Case, lines } from "./case.ts";

/** URLs, keys in armour, and formats. */
export const FORMAT_CASES: readonly Case[] = [
  // --- a key is not told from the one in a provider's manual
  [
    "manual-key",
    (s) => `id ${s.keep(["AKIA", "IOSFODNN7", "EXAMPLE"].join(""))} is not known to eu-west-1`,
    "eu-west-1",
  ],
  // --- URLs
  [
    "url-https",
    (s) => `git clone https://oauth2:${s.alnum(26)}@git.example/a/b.git failed`,
    "git.example/a/b.git",
  ],
  [
    "url-at-in-password",
    (s) => `GET https://mo:${s.keep(["p@ss", "wo7d!"].join(""))}@files.example/a@2x.png 401`,
    "files.example/a@2x.png",
  ],
  ["url-user-only", (s) => `https://${s.alnum(32)}@api.example/v1 gave 403`, "api.example/v1"],
  [
    "url-ftp",
    (s) => `ftp://anon:${s.password()}@ftp.example/pub/x.zip 530`,
    "ftp.example/pub/x.zip",
  ],
  [
    "url-sqlalchemy",
    (s) => `postgresql+psycopg2://app:${s.password()}@db:5432/shop refused`,
    "@db:5432/shop",
  ],
  [
    "url-mongo-hosts",
    (s) => `mongodb://app:${s.password()}@h1:27017,h2:27017/shop?replicaSet=rs0`,
    "h1:27017,h2:27017/shop",
  ],
  [
    "url-jdbc",
    (s) => `jdbc:postgresql://db:5432/shop?user=app&password=${s.password()} refused`,
    "user=app",
  ],
  [
    "url-smtp",
    (s) => `smtps://mailer%40example.org:${s.password()}@mx.example:465`,
    "mx.example:465",
  ],
  [
    "url-proxy",
    (s) => `HTTPS_PROXY=http://corp:${s.password()}@proxy.example:3128 unreachable`,
    "proxy.example:3128",
  ],
  [
    "url-cloudfront",
    (s) =>
      `https://cdn.example/a.mp4?Expires=1767225600&Signature=${s.base64(60)}&Key-Pair-Id=K2JCJMDEHXQW5F`,
    "cdn.example/a.mp4",
  ],
  [
    "url-reset",
    (s) => `link https://app.example/reset?token=${s.alnum(40)} already used`,
    "already used",
  ],
  [
    "url-encoded-twice-level",
    (s) => `next=https%3A%2F%2Fa.example%2F%3Fapi_key%3D${s.alnum(24)}%26page%3D2`,
    "page%3D2",
  ],
  [
    "url-google-key",
    (s) => `https://translation.example/v2?q=hi&key=${s.alnum(39)}&target=de`,
    "target=de",
  ],
  [
    "url-hash-key",
    (s) => `Fetch failed for https://api.example/search?q=x&api-key=${s.hex(40)}. Status: 503`,
    "q=x",
    "Status: 503",
  ],
  [
    "url-webhook-discord",
    (s) => `POST https://discord.com/api/webhooks/1122334455667788/${s.alnum(68)} 404`,
    "404",
  ],
  [
    "url-oss",
    (s) => `http://b.oss.example/x?OSSAccessKeyId=TMP.a&Expires=17&Signature=${s.alnum(28)}%3D`,
    "b.oss.example/x",
  ],
  // --- keys in armour
  [
    "pem-escaped-twice",
    (s) =>
      `"key":"${armour("BEGIN", "PRIVATE KEY")}\\\\n${lines(s.base64(256), 64, "\\\\n")}\\\\n${armour("END", "PRIVATE KEY")}\\\\n" bad`,
    "bad",
  ],
  [
    "pem-crlf",
    (s) =>
      `tls: ${armour("BEGIN", "EC PRIVATE KEY")}\r\n${lines(s.base64(160), 64, "\r\n")}\r\n${armour("END", "EC PRIVATE KEY")}\r\nno match`,
    "no match",
  ],
  [
    "pem-headers",
    (s) =>
      `${armour("BEGIN", "RSA PRIVATE KEY")}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n${lines(s.base64(192), 64, "\n")}\n${armour("END", "RSA PRIVATE KEY")}\nbad decrypt`,
    "bad decrypt",
  ],
  [
    "pem-cut-inside-line",
    (s) => `got ${armour("BEGIN", "PRIVATE KEY")}\n${lines(s.base64(170), 64, "\n")}... (cut)`,
    "(cut)",
  ],
  [
    "pem-headless",
    (s) =>
      `tail of stdin:\n${lines(s.base64(128), 64, "\n")}\n${armour("END", "PRIVATE KEY")}\nexit 1`,
    "tail of stdin",
    "exit 1",
  ],
  [
    "pem-one-line",
    (s) =>
      `KEY="${armour("BEGIN", "PRIVATE KEY")} ${lines(s.base64(192), 64, " ")} ${armour("END", "PRIVATE KEY")}" unreadable`,
    "unreadable",
  ],
  [
    "pem-pgp",
    (s) =>
      `${armour("BEGIN", "PGP PRIVATE KEY BLOCK")}\nVersion: GnuPG v2\n\n${lines(s.base64(192), 64, "\n")}\n=ab1C\n${armour("END", "PGP PRIVATE KEY BLOCK")}\ngpg: failed`,
    "gpg: failed",
  ],
  [
    "pem-base64",
    (s) =>
      `tls.key: ${s.keep(btoa(`${armour("BEGIN", "PRIVATE KEY")}\n${"MIIEvQIBADANBgkqhkiG9w0B"}\n`))} invalid`,
    "invalid",
  ],
  [
    "pem-concat",
    (s) =>
      `const k = "${armour("BEGIN", "PRIVATE KEY")}\\n" +\n  "${lines(s.base64(192), 64, '\\n" +\n  "')}\\n" + "${armour("END", "PRIVATE KEY")}"; // bad`,
    "// bad",
  ],
  [
    "jwk",
    (s) =>
      `{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","d":"${s.alnum(43)}"}`,
    '"crv":"P-256"',
  ],
  // --- formats
  ["jwt-bare", (s) => `token is expired: ${s.jwt()}`, "token is expired"],
  ["jwt-query", (s) => `wss://rt.example/socket?jwt=${s.jwt()}&v=2 closed 4001`, "closed 4001"],
  [
    "jwt-wrapped-quotes",
    (s) => `const t = "${lines(s.jwt(), 50, '" +\n  "')}"; // rejected`,
    "// rejected",
  ],
  ["jwt-cut", (s) => `jwt malformed: ${s.jwt().slice(0, 60)}`, "jwt malformed"],
  ["mailchimp", (s) => `Mailchimp 401 for ${s.hex(32)}-us14`, "Mailchimp 401"],
  [
    "terraform",
    (s) => `terraform login failed for ${s.alnum(14)}.atlasv1.${s.alnum(67)}`,
    "terraform login failed",
  ],
  [
    "azure-ad",
    (s) =>
      `AADSTS7000215: invalid secret ${s.keep(["aB3", "8Q~", "Kq7XbM2vN9cZ1sD4fG6hJ8kL0pO5iU3y"].join(""))} for app 7`,
    "for app 7",
  ],
  [
    "bcrypt",
    (s) =>
      `row 14: password_hash ${s.keep(`$2b$12$${"KIXQz5lTnV8uW3yA0bC1dE"}${"fG2hI3jK4lM5nO6pQ7rS8tU9vW0xY1z"}`)} is too long`,
    "row 14",
    "is too long",
  ],
  ["twilio", (s) => `Twilio 20003 key ${s.hex(32, "SK")} not found`, "not found"],
  [
    "escaped-newline-before",
    (s) => `stdout: "tokens:\\n${s.alnum(36, ["gh", "o_"].join(""))}\\ndone"`,
    "done",
  ],
  ["key-cut", (s) => `using ${s.alnum(16, ["gh", "p_"].join(""))}`, "using"],
];
