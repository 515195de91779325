import { NOTATIONS } from "./notations.ts";
import { Secrets } from "./secrets.ts";

/** A text with secrets made at load, and the words that must still be there afterwards. */
export interface OwnPositive {
  readonly kind: string;
  readonly text: string;
  readonly secrets: Secrets["made"];
  readonly keep: readonly string[];
}

type Build = (s: Secrets) => string;

const armour = (edge: "BEGIN" | "END", kind: string): string => `-----${edge} ${kind}-----`;
const lines = (value: string, width: number, separator: string): string =>
  (value.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(separator);

/** Texts in notations and of kinds that the labelled cases do not have. */
const CASES: readonly [kind: string, build: Build, ...keep: string[]][] = [
  // --- headers in the notations of clients and servers
  [
    "header-curl-single",
    (s) => `curl -sS -H 'Authorization: Bearer ${s.alnum(32)}' https://api.example/v1/me -> 401`,
    "api.example/v1/me",
    "401",
  ],
  [
    "header-curl-double",
    (s) => `+ curl --header "X-Api-Key: ${s.alnum(24)}" https://api.example/items (exit 22)`,
    "api.example/items",
    "exit 22",
  ],
  [
    "header-json",
    (s) =>
      `request {"headers":{"Authorization":"Basic ${s.keep(btoa("svc:harbor99!x"))}","accept":"*/*"}} failed`,
    '"accept":"*/*"',
    "failed",
  ],
  [
    "header-python-tuples",
    (s) => `headers=[('Accept', 'text/html'), ('Authorization', 'Token ${s.hex(40)}')] status=403`,
    "'text/html'",
    "status=403",
  ],
  [
    "header-python-bytes",
    (s) => `h11 event: (b'x-api-key', b'${s.alnum(32)}'), (b'host', b'db.example')`,
    "b'db.example'",
  ],
  [
    "header-go",
    (s) =>
      `http.Header{"Authorization":[]string{"Bearer ${s.alnum(40)}"}, "Accept":[]string{"text/plain"}}`,
    "text/plain",
  ],
  [
    "header-go-map",
    (s) => `sent map[Accept:[*/*] Authorization:[Bearer ${s.alnum(40)}] Host:[q.example]]`,
    "Host:[q.example]",
  ],
  [
    "header-map-inspect",
    (s) => `Headers(2) { 'accept' => 'text/plain', 'x-vault-token' => '${s.alnum(26)}' }`,
    "'text/plain'",
  ],
  [
    "header-inspect-break",
    (s) =>
      `headers: {\n    authorization:\n      'Bearer ${s.alnum(60)}',\n    accept: 'text/plain'\n  }`,
    "accept: 'text/plain'",
  ],
  [
    "header-java",
    (s) => `WebClientRequest [Authorization:"Bearer ${s.alnum(30)}", Accept:"application/json"]`,
    "application/json",
  ],
  [
    "header-raw-crlf",
    (s) =>
      `GET /v2/orders HTTP/1.1\r\nHost: shop.example\r\nAuthorization: ApiKey ${s.alnum(28)}\r\nAccept: */*\r\n\r\n`,
    "Host: shop.example",
    "GET /v2/orders",
  ],
  [
    "header-raw-key-scheme",
    (s) => `Redash said 403, request had Authorization: Key ${s.hex(40)}`,
    "Redash said 403",
  ],
  [
    "header-no-scheme",
    (s) => `authorization: ${s.alnum(36)}\ncontent-type: text/plain`,
    "content-type: text/plain",
  ],
  [
    "header-digest",
    (s) =>
      `Authorization: Digest username="mo", realm="api", nonce="${s.hex(32)}", uri="/x", response="${s.hex(32)}"`,
    'username="mo"',
    'uri="/x"',
  ],
  [
    "header-shared-key",
    (s) => `Authorization: SharedKey ledger:${s.base64(43)}= was not accepted`,
    "was not accepted",
  ],
  [
    "header-cloudflare",
    (s) => `X-Auth-Email: ops@example.org\nX-Auth-Key: ${s.hex(37)}\n9103 Unknown X-Auth-Key`,
    "ops@example.org",
    "9103",
  ],
  [
    "header-subscription",
    (s) => `Ocp-Apim-Subscription-Key: ${s.hex(32)} -> 401 Access denied`,
    "401 Access denied",
  ],
  [
    "header-functions",
    (s) => `x-functions-key=${s.base64(54)}== rejected by func-orders`,
    "rejected by func-orders",
  ],
  [
    "header-rapid",
    (s) => `{"X-RapidAPI-Key":"${s.alnum(50)}","X-RapidAPI-Host":"weather.example"}`,
    "weather.example",
  ],
  [
    "header-har",
    (s) =>
      `{"name":"Authorization","value":"Bearer ${s.alnum(32)}"},{"name":"Accept","value":"*/*"}`,
    '"value":"*/*"',
  ],
  [
    "header-k8s-env",
    (s) =>
      `env:\n  - name: DB_PASSWORD\n    value: ${s.password()}\n  - name: REGION\n    value: fra1`,
    "name: REGION",
    "value: fra1",
  ],
  [
    "header-grpc",
    (s) =>
      `metadata {authorization=[Bearer ${s.alnum(40)}], user-agent=[grpc-node]} UNAUTHENTICATED`,
    "UNAUTHENTICATED",
  ],
  ["header-upper", (s) => `AUTHORIZATION: BEARER ${s.alnum(33)} (expired)`, "(expired)"],
  [
    "bearer-bare",
    (s) => `upstream rejected Bearer ${s.alnum(43)}== for scope read:orders`,
    "read:orders",
  ],
  ["bearer-hex", (s) => `${"x".repeat(60)} Bearer ${s.hex(40)}`],
  ["bearer-encoded", (s) => `header=Bearer%20${s.alnum(40)}&next=1`, "next=1"],
  [
    "bearer-wrapped",
    (s) => `Authorization: Bearer ${lines(s.alnum(120), 60, "\n")}\nis not known`,
    "is not known",
  ],
  // --- cookies
  [
    "cookie-two",
    (s) => `Cookie: csrftoken=${s.alnum(32)}; sessionid=${s.alnum(32)}; lang=en`,
    "lang=en",
  ],
  [
    "cookie-json",
    (s) => `{"cookie":"connect.sid=s%3A${s.alnum(32)}.${s.alnum(43)}","host":"a.example"}`,
    "a.example",
  ],
  [
    "cookie-set-list",
    (s) =>
      `'set-cookie': [ 'sid=${s.alnum(32)}; Path=/; Expires=Wed, 14 Jan 2026 10:00:00 GMT', 'rt=${s.alnum(40)}; HttpOnly' ], status: 500`,
    "Path=/",
    "status: 500",
  ],
  [
    "cookie-jsession",
    (s) => `curl -b 'x' --cookie "JSESSIONID=${s.alnum(32)}" https://erp.example/login`,
    "erp.example/login",
  ],
  // --- named values
  [
    "env-export",
    (s) => `export STRIPE_API_KEY=${s.alnum(32)}\nexport NODE_ENV=production`,
    "NODE_ENV=production",
  ],
  [
    "env-docker",
    (s) =>
      `docker run -e POSTGRES_PASSWORD=${s.password()} -e POSTGRES_DB=shop postgres:16 exited 1`,
    "POSTGRES_DB=shop",
    "exited 1",
  ],
  [
    "env-rails",
    (s) => `SECRET_KEY_BASE=${s.hex(128)} RAILS_ENV=production rake aborted!`,
    "RAILS_ENV=production",
    "rake aborted!",
  ],
  ["env-pgpassword", (s) => `PGPASSWORD=${s.password()} psql -h db7 -U app: FATAL`, "psql -h db7"],
  ["env-provider-key", (s) => `MISTRAL_KEY=${s.alnum(32)} is not valid for region eu`, "region eu"],
  [
    "env-powershell",
    (s) => `$env:CLIENT_SECRET = "${s.alnum(40)}"; az login failed`,
    "az login failed",
  ],
  [
    "toml",
    (s) => `[database]\nuser = "app"\npassword = "${s.password()}"\nport = 5432`,
    'user = "app"',
    "port = 5432",
  ],
  [
    "properties",
    (s) =>
      `spring.datasource.username=app\nspring.datasource.password=${s.password()}\nspring.jpa.show-sql=true`,
    "username=app",
    "show-sql=true",
  ],
  [
    "yaml-quoted",
    (s) => `smtp:\n  host: mx1\n  pass: "${s.password()}"\n  port: 587`,
    "host: mx1",
    "port: 587",
  ],
  ["yaml-plain", (s) => `redis:\n  auth_token: ${s.alnum(32)}\n  tls: true`, "tls: true"],
  ["json-camel", (s) => `{"apiKey":"${s.alnum(30)}","region":"eu"}`, '"region":"eu"'],
  [
    "json-refresh",
    (s) => `{"refresh_token":"${s.alnum(64)}","expires_in":3600,"token_type":"bearer"}`,
    '"expires_in":3600',
    '"token_type":"bearer"',
  ],
  ["json-uuid-key", (s) => `{"api_key":"${s.uuid()}","account":"acme"}`, '"account":"acme"'],
  [
    "json-numeric-password",
    (s) => `{"user":"kiosk","password":"${s.keep("48213977")}"}`,
    '"user":"kiosk"',
  ],
  [
    "json-escaped-quote",
    (s) => `{"password":"${s.keep(`ab"cd/9${"x7"}`).replace('"', '\\"')}","ok":false}`,
    '"ok":false',
  ],
  [
    "json-twice-escaped",
    (s) =>
      `"{\\"a\\":\\"{\\\\\\"secret\\\\\\":\\\\\\"${s.alnum(24)}\\\\\\",\\\\\\"n\\\\\\":1}\\"}"`,
    '\\\\\\"n\\\\\\":1',
  ],
  ["json-cut", (s) => `{"user":"mo","client_secret":"${s.alnum(30)}`, '"user":"mo"'],
  [
    "json-pretty",
    (s) => `{\n  "password" : "${s.password()}",\n  "user" : "mo"\n}`,
    '"user" : "mo"',
  ],
  [
    "json-url-encoded",
    (s) => `body=%7B%22password%22%3A%22${s.alnum(14)}%22%2C%22user%22%3A%22mo%22%7D`,
    "user",
  ],
  [
    "html-escaped",
    (s) => `&quot;password&quot;:&quot;${s.password()}&quot;,&quot;user&quot;:&quot;mo&quot;`,
    "mo",
  ],
  ["python-dict", (s) => `{'secret_key': '${s.alnum(30)}', 'debug': True}`, "'debug': True"],
  [
    "python-secret-str",
    (s) => `Settings(db_password=SecretStr('${s.password()}'), debug=True)`,
    "debug=True",
  ],
  [
    "ruby-hash",
    (s) => `{"password"=>"${s.password()}", "email"=>"x"} ArgumentError`,
    "ArgumentError",
  ],
  ["ruby-symbol", (s) => `Parameters: {:api_key=>"${s.alnum(26)}", :page=>2}`, ":page=>2"],
  [
    "php-print",
    (s) => `Array ( [user] => app [password] => ${s.password()} [port] => 3306 )`,
    "[user] => app",
    "[port] => 3306",
  ],
  [
    "php-dump",
    (s) => `["password"]=> string(14) "${s.password()}" ["port"]=> int(3306)`,
    "int(3306)",
  ],
  [
    "rust-debug",
    (s) => `Config { host: "db", password: Some("${s.password()}"), port: 5432 }`,
    'host: "db"',
    "port: 5432",
  ],
  [
    "go-struct",
    (s) => `{Host:db7 Port:5432 Password:${s.password()} SSL:true}`,
    "Host:db7",
    "SSL:true",
  ],
  [
    "java-repr",
    (s) => `OAuthClient[clientId=crm, clientSecret=${s.alnum(32)}, scopes=[read]]`,
    "clientId=crm",
    "scopes=[read]",
  ],
  [
    "logfmt",
    (s) => `level=error msg="dial failed" password=${s.password()} host=db7`,
    'msg="dial failed"',
    "host=db7",
  ],
  [
    "xml-attribute",
    (s) => `<add key="Password" value="${s.password()}" /><add key="User" value="app" />`,
    'value="app"',
  ],
  [
    "xml-ns",
    (s) =>
      `<wsse:Username>lena</wsse:Username><wsse:Password Type="Text">${s.password()}</wsse:Password>`,
    "lena",
  ],
  [
    "xml-connection",
    (s) => `<connectionString>Server=a;User=b;Pwd=${s.password()};Timeout=5</connectionString>`,
    "Server=a",
    "Timeout=5",
  ],
  [
    "cli-space",
    (s) => `Command failed: deployctl push --token ${s.alnum(32)} --env prod`,
    "--env prod",
  ],
  [
    "cli-password-space",
    (s) => `twine upload --username x --password ${s.password()} dist/*`,
    "dist/*",
  ],
  [
    "cli-powershell",
    (s) => `Connect-Service -User app -Password "${s.password()}" -Region eu`,
    "-Region eu",
  ],
  [
    "cli-curl-user",
    (s) => `curl -u admin:${s.password()} https://ci.example/job/7 returned 403`,
    "ci.example/job/7",
  ],
  ["cli-sshpass", (s) => `sshpass -p ${s.password()} ssh root@10.0.0.7 uptime: exit 5`, "exit 5"],
  [
    "cli-mysql",
    (s) => `mysqldump -h db3 -u ro -p${s.password()} shop: access denied`,
    "-h db3",
    "access denied",
  ],
  ["cli-redis", (s) => `redis-cli -h cache -a ${s.password()} PING: WRONGPASS`, "WRONGPASS"],
  ["cli-argv", (s) => `spawn ENOENT ["vault","login","--password","${s.password()}","-v"]`, '"-v"'],
  [
    "sql-identified",
    (s) => `ERROR 1396: CREATE USER 'ro'@'%' IDENTIFIED BY '${s.password()}' failed`,
    "ERROR 1396",
  ],
  [
    "sql-password",
    (s) => `ERROR: syntax error: ALTER ROLE app WITH PASSWORD '${s.password()}' VALID`,
    "ALTER ROLE app",
  ],
  [
    "netrc",
    (s) => `machine git.example login deploy password ${s.password()} not usable`,
    "git.example",
  ],
  [
    "npmrc-auth",
    (s) => `//registry.example/:_auth=${s.keep(btoa("ci:velvet-77x!"))}\nalways-auth=true`,
    "always-auth=true",
  ],
  [
    "docker-config",
    (s) => `{"auths":{"ghcr.example":{"auth":"${s.keep(btoa("bot:cinder.88!x"))}"}}}`,
    "ghcr.example",
  ],
  [
    "prose-is",
    (s) => `The admin password is ${s.password()} according to the note`,
    "according to the note",
  ],
  ["prose-api-key", (s) => `Invalid API key ${s.alnum(32)} for project 12`, "for project 12"],
  [
    "prose-access-token",
    (s) => `access token ${s.alnum(40)} was revoked on Monday`,
    "was revoked on Monday",
  ],
  [
    "prose-key-provided",
    (s) => `Incorrect API key provided: ${s.alnum(30)}. Check the console.`,
    "Check the console",
  ],
  ["unicode-name", (s) => `Contraseña: ${s.password()} rechazada`, "rechazada"],
  ["german-name", (s) => `Passwort=${s.password()} wurde abgelehnt`, "wurde abgelehnt"],
  [
    "multipart-escaped",
    (s) =>
      `body: "--b1\\r\\nContent-Disposition: form-data; name=\\"api_key\\"\\r\\n\\r\\n${s.alnum(20)}\\r\\n--b1--"`,
    "--b1--",
  ],
  [
    "form-body",
    (s) => `grant_type=password&username=mo&password=${s.password()}&scope=all -> invalid_grant`,
    "username=mo",
    "invalid_grant",
  ],
  [
    "form-secret",
    (s) => `client_id=crm&client_secret=${s.alnum(32)}&code=4/0A${s.alnum(40)}`,
    "client_id=crm",
  ],
  ["otp", (s) => `{"user":"mo","otp":"${s.keep("481932")}"}`, '"user":"mo"'],
  ["hidden-zero-width", (s) => `pass\u200bword=${s.password()} refused`, "refused"],
  [
    "ansi-inside",
    (s) => {
      const value = s.alnum(32);
      return `\u001b[2mAPI_KEY=\u001b[0m${value.slice(0, 12)}\u001b[1m${value.slice(12)}\u001b[0m refused`;
    },
    "refused",
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

export const OWN_POSITIVES: readonly OwnPositive[] = [
  ...CASES.map(([kind, build, ...keep], index) => {
    const secrets = new Secrets(index + 1);
    const text = build(secrets);
    return { kind, text, secrets: secrets.made, keep };
  }),
  ...NOTATIONS.map(([kind, make, text, keep], index) => {
    const secrets = new Secrets(index + 501);
    return { kind, text: text(make(secrets)), secrets: secrets.made, keep };
  }),
];
