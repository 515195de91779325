import { type Case, lines } from "./case.ts";

const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const b64 = (value: string): string => btoa(value);
/** Joins what together would look like a key. */
const j = (...parts: string[]): string => parts.join("");

/** Dumps, configuration, headers and formats. */
export const DUMP_CASES: readonly Case[] = [
  [
    "asana2",
    (s) => `Asana PAT ${s.hex(32, "2/1204567890123456/1209876543210987:")} expired`,
    "expired",
  ],
  [
    "braintree",
    (s) =>
      `braintree AuthenticationError access_token$production$${"k7x2m9q4w8z3v6b1"}$${s.hex(32)}`,
    "AuthenticationError",
  ],
  [
    "pagerduty-routing",
    (s) => `{"routing_key":"${s.hex(32)}","event_action":"trigger"} invalid`,
    "trigger",
    "invalid",
  ],
  [
    "cookie-php",
    (s) => `PHPSESSID=${s.over("abcdefghijklmnopqrstuvwxyz0123456789", 26)}; path=/ rejected`,
    "rejected",
  ],
  [
    "odbc-pwd-brace",
    (s) =>
      `Driver={ODBC Driver 18};Server=db7;UID=sa;PWD={${s.password()}};TrustServerCertificate=yes`,
    "TrustServerCertificate=yes",
  ],
  [
    "kafka-jaas",
    (s) =>
      `sasl.jaas.config=org.apache.kafka.PlainLoginModule required username="svc" password="${s.password()}"; failed`,
    'username="svc"',
  ],
  [
    "vault-unseal",
    (s) => `Unseal Key 1: ${s.base64(44)}\nInitial Root Token: ${s.alnum(24, j("hv", "s."))}`,
    "Unseal Key 1",
  ],
  [
    "mnemonic",
    (s) =>
      `wallet import failed, mnemonic: "${s.keep("orbit velvet maple cinder harbor juniper ribbon tunnel fossil cactus lunar wagon")}"`,
    "wallet import failed",
  ],
  ["eth-private", (s) => `invalid private key 0x${s.hex(64)} for sender`, "for sender"],
  [
    "wireguard",
    (s) => `[Interface]\nPrivateKey = ${s.base64(43)}=\nAddress = 10.0.0.2/32`,
    "Address = 10.0.0.2/32",
  ],
  ["env-null", (s) => `HOME=/h\0API_TOKEN=${s.alnum(28)}\0LANG=C`, "LANG=C"],
  [
    "gha-log",
    (s) => `Run deploy\nenv:\n  AWS_SECRET_ACCESS_KEY: ${s.base64(40)}\n  AWS_REGION: eu-west-1`,
    "eu-west-1",
  ],
  ["toml-multi", (s) => `[auth]\nclient_secret = '''${s.alnum(40)}'''\nid = "a"`, 'id = "a"'],
  ["yaml-block", (s) => `password: |-\n  ${s.password()}\nport: 5432`, "port: 5432"],
  [
    "stack-args",
    (s) =>
      `TypeError: x\n    at connect({ host: 'db7', password: '${s.password()}' })\n    at main (app.js:1:2)`,
    "TypeError: x",
  ],
  [
    "wrapped-token-bs",
    (s) => `curl -H "Authorization: Bearer ${lines(s.alnum(80), 40, "\\\n")}" https://x.example`,
    "https://x.example",
  ],
  ["glued-underscore", (s) => `X_${s.alnum(36, j("gh", "p_"))}_Y is bad`, "is bad"],
  [
    "glued-two",
    (s) => `${s.alnum(36, j("gh", "p_"))}${s.alnum(36, j("gh", "p_"))} rejected`,
    "rejected",
  ],
  ["mistral", (s) => `mistral 401 Unauthorized, key=${s.alnum(32)}`, "401 Unauthorized"],
  ["prose-pw-3", (s) => `pw=${s.password()} is wrong`, "is wrong"],
  ["prose-pw-4", (s) => `smtp 535: user=mo pw: ${s.password()}`, "smtp 535", "user=mo"],
  ["card-code", (s) => `{"security_code":"${s.keep("5821")}","last4":"4242"}`, '"last4":"4242"'],
  [
    "zod-received",
    (s) => `Invalid input for field 'apiKey': received "${s.alnum(32)}", expected uuid`,
    "expected uuid",
  ],
  ["header-x-auth", (s) => `X-Auth: ${s.alnum(40)}\nAccept: */*`, "Accept: */*"],
  [
    "ws-protocol",
    (s) => `Sec-WebSocket-Protocol: bearer, ${s.alnum(40)}\nUpgrade: websocket`,
    "Upgrade: websocket",
  ],
  [
    "azure-redis",
    (s) =>
      `acme.redis.cache.windows.net:6380,password=${s.base64(43)}=,ssl=True,abortConnect=False timed out`,
    "ssl=True",
    "timed out",
  ],
  [
    "app-insights",
    (s) =>
      `InstrumentationKey=${s.uuid()};IngestionEndpoint=https://we.in.applicationinsights.azure.com/ rejected`,
    "rejected",
  ],
  [
    "jenkins-crumb",
    (s) => `Jenkins-Crumb: ${s.hex(64)} No valid crumb was included`,
    "No valid crumb was included",
  ],
  [
    "terraform-var",
    (s) => `terraform apply -var="db_password=${s.password()}" -var="region=fra1" failed`,
    "region=fra1",
  ],
  ["dotenv-space", (s) => `SMTP_PASS = ${s.password()}\nSMTP_PORT = 587`, "SMTP_PORT = 587"],
  ["mollie", (s) => `mollie 401: ${s.alnum(30, "live_")} is not valid`, "is not valid"],
  [
    "coinbase",
    (s) => `CB-ACCESS-SIGN: ${s.hex(64)}\nCB-ACCESS-KEY: ${s.alnum(16)}\nCB-VERSION: 2026-01-01`,
    "CB-VERSION: 2026-01-01",
  ],
  [
    "kraken",
    (s) => `API-Sign: ${s.base64(86)}==\nAPI-Key: ${s.base64(56)}\nEAPI:Invalid key`,
    "EAPI:Invalid key",
  ],
  [
    "twilio-sdk",
    (s) => `new Twilio('AC0123456789abcdef0123456789abcdef', '${s.hex(32)}') 20003`,
    "20003",
  ],
  [
    "hdr-curl-v",
    (s) => `> GET /me HTTP/2\n> authorization: Bearer ${s.alnum(44)}\n> accept: */*\n< HTTP/2 401`,
    "< HTTP/2 401",
    "accept: */*",
  ],
  [
    "hdr-nginx",
    (s) => `client sent invalid header line: "x-api-key: ${s.alnum(28)}" while reading`,
    "while reading",
  ],
  [
    "hdr-dpop",
    (s) => `Authorization: DPoP ${s.jwt()}, DPoP: ${s.jwt()} invalid_dpop_proof`,
    "invalid_dpop_proof",
  ],
  [
    "cookie-aspnet",
    (s) => `Cookie: .AspNetCore.Cookies=${s.over(WORD, 150, "CfDJ8")}; culture=de`,
    "culture=de",
  ],
  ["xml-cdata", (s) => `<password><![CDATA[${s.password()}]]></password><host>db7</host>`, "db7"],
  [
    "plist",
    (s) =>
      `<key>ApiSecret</key>\n<string>${s.alnum(32)}</string>\n<key>Env</key>\n<string>prod</string>`,
    "prod",
  ],
  [
    "csharp",
    (s) => `LoginModel { User = mo, Password = ${s.password()}, Tenant = 7 }`,
    "Tenant = 7",
  ],
  ["lua", (s) => `config["secret_key"] = "${s.alnum(32)}" -- line 7`, "line 7"],
  ["wrap-env", (s) => `API_SECRET=${lines(s.alnum(80), 40, "\\\n")}\nMODE=x`, "MODE=x"],
  [
    "scram-verifier",
    (s) =>
      `SCRAM-SHA-256$4096:${s.keep(b64("saltsaltsalt1234"))}$${s.base64(43)}=:${s.base64(43)}= is not a valid verifier`,
    "is not a valid verifier",
  ],
  ["pbkdf2", (s) => `pbkdf2_sha256$720000$${s.alnum(22)}$${s.base64(43)}= mismatch`, "mismatch"],
  [
    "mysql-hash",
    (s) => `mysql_native_password AS '*${s.over("0123456789ABCDEF", 40)}' rejected`,
    "rejected",
  ],
  ["kerberos", (s) => `Negotiate ${s.base64(120, "YII")} defective token`, "defective token"],
  [
    "cookie-in-prose",
    (s) =>
      `got cookie header "csrftoken=${s.alnum(32)}; sessionid=${s.over("ghijklmnopqrstuvwxyz0123456789", 32)}"`,
    "got cookie header",
  ],
];
