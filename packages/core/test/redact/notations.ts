import { Secrets } from "./secrets.ts";

type Make = (secrets: Secrets) => string;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const pw: Make = (s) => s.password();
const tok =
  (length: number): Make =>
  (s) =>
    s.alnum(length);
const tokd =
  (length: number): Make =>
  (s) =>
    s.over(`${letters}_-`, length);
const hex =
  (length: number): Make =>
  (s) =>
    s.hex(length);
const b64 =
  (length: number): Make =>
  (s) =>
    s.base64(length);
const b64url =
  (length: number): Make =>
  (s) =>
    s.keep(encodeURIComponent(`${new Secrets(length).base64(length)}=`));
const encoded =
  (user: string): Make =>
  (s) =>
    s.keep(btoa(user + new Secrets(7).password()));

/** A notation, what stands in it, and the words around it. */
export const NOTATIONS: readonly (readonly [
  kind: string,
  make: Make,
  text: (value: string) => string,
  keep: readonly string[],
])[] = [
  [
    "mysql url",
    pw,
    (v) =>
      `ER_ACCESS_DENIED_ERROR connecting with mysql://root:${encodeURIComponent(v)}@10.2.0.7/shop`,
    ["10.2.0.7/shop"],
  ],
  [
    "redis url",
    tok(32),
    (v) => `WRONGPASS for rediss://default:${v}@cache-2:6379/0`,
    ["cache-2:6379"],
  ],
  [
    "mssql",
    pw,
    (v) =>
      `Login failed. Data Source=sql7;Initial Catalog=hr;User ID=svc;Password=${v};Encrypt=True`,
    ["Encrypt=True"],
  ],
  ["mssql pwd", pw, (v) => `Driver={ODBC};Server=h;Uid=sa;Pwd=${v};`, ["Uid=sa"]],
  [
    "raw url",
    (s) => s.keep(["ember@", "x7/", "kmO9#", "23"].join("")),
    (v) => `could not connect: postgres://etl:${v}@warehouse:5439/dw timed out`,
    ["warehouse:5439", "timed out"],
  ],
  [
    "query pw",
    pw,
    (v) => `POST https://h.example/in?password=${encodeURIComponent(v)}&dry=1 returned 500`,
    ["dry=1", "returned 500"],
  ],
  ["frag", tokd(32), (v) => `https://a.example/cb#id_token=${v}&state=x`, ["state=x"]],
  ["rel", tok(32), (v) => `404 /api/files?access_token=${v}&page=2`, ["page=2"]],
  ["enc", tok(32), (v) => `u=https%3A%2F%2Fa.example%3Ftoken%3D${v}%26x%3D1`, ["a.example"]],
  [
    "axios",
    tok(32),
    (v) =>
      `headers: {\n  Accept: '*/*',\n  'X-Auth-Token': '${v}',\n  'User-Agent': 'axios/1.7'\n}`,
    ["'axios/1.7'"],
  ],
  [
    "axios auth",
    pw,
    (v) => `auth: { username: 'svc', password: '${v}' },\n  timeout: 5000`,
    ["'svc'", "timeout: 5000"],
  ],
  [
    "undici",
    tok(32),
    (v) => `headers: [ 'accept', '*/*', 'authorization', 'Bearer ${v}', 'host', 'x' ]`,
    ["'host', 'x'"],
  ],
  [
    "rawHeaders",
    tok(32),
    (v) => `rawHeaders: ['Content-Type','text/plain','Set-Cookie','sid=${v}; Path=/','Date','Wed']`,
    ["'Date','Wed'"],
  ],
  [
    "nested",
    tok(32),
    (v) => `422 {"input":{"auth":{"type":"oauth","access_token":"${v}"}},"n":1}`,
    ['"n":1'],
  ],
  [
    "nested pw",
    pw,
    (v) => `{"login":"m","newPassword":"${v}","roles":[]}`,
    ['"login":"m"', '"roles":[]'],
  ],
  ["esc", pw, (v) => `got "{\\"db\\":{\\"password\\":\\"${v}\\"},\\"retries\\":3}"`, ["retries"]],
  [
    "ansi",
    tok(32),
    (v) =>
      `\u001b[31mERR\u001b[0m \u001b[1mNETLIFY_AUTH_TOKEN\u001b[0m=\u001b[33m${v}\u001b[0m bad`,
    ["bad"],
  ],
  ["ansi2", tok(32), (v) => `\u001b[36mapi_key\u001b[39m: \u001b[32m'${v}'\u001b[39m, x`, [", x"]],
  ["case", tok(32), (v) => `Client-Secret: ${v}\nGrant: x`, ["Grant: x"]],
  ["case2", tok(32), (v) => `CLIENT SECRET = ${v}\nGrant: x`, ["Grant: x"]],
  ["case3", tok(32), (v) => `ACCESSTOKEN=${v} GRANT=x`, ["GRANT=x"]],
  ["cli", pw, (v) => `pg_dump failed: --dbname=shop --password ${v} --host db3`, ["--host db3"]],
  ["cli2", tok(32), (v) => `argv: ["deploy","--api-key=${v}","--dry-run"]`, ["--dry-run"]],
  ["cli3", tok(32), (v) => `helm --set auth.password=${v},replicas=2 failed`, ["replicas=2"]],
  ["cli4", tok(32), (v) => `npm publish --//reg.example/:_authToken=${v}`, []],
  ["yaml", pw, (v) => `stringData:\n    admin-password: ${v}\n    zone: a`, ["zone: a"]],
  ["yaml2", tok(32), (v) => `  apiKey: ${v}\n  zone: a`, ["zone: a"]],
  ["yaml q", pw, (v) => `  password: '${v}'\n  zone: a`, ["zone: a"]],
  [
    "prose",
    pw,
    (v) => `Login failed: the password "${v}" for user maria was rejected`,
    ["maria", "was rejected"],
  ],
  ["prose2", pw, (v) => `bind with password '${v}' refused`, ["refused"]],
  ["prose3", pw, (v) => `wrong passphrase \`${v}\` for ring 3`, ["ring 3"]],
  [
    "repr",
    pw,
    (v) => `Credentials(user='lena', password='${v}', host='db') rejected`,
    ["user='lena'", "rejected"],
  ],
  ["repr2", pw, (v) => `User{name=lena, password=${v}, active=true}`, ["active=true"]],
  ["repr3", tok(32), (v) => `KeyError: {'token': '${v}', 'n': 4}`, ["'n': 4"]],
  ["repr4", tok(32), (v) => `<Client token=${v} region=eu>`, ["region=eu"]],
  ["repr5", tok(32), (v) => `Client(api_key="${v}", region="eu")`, ['region="eu"']],
  [
    "xml",
    pw,
    (v) => `<login>lena</login><password>${v}</password><reason>x</reason>`,
    ["lena", "<reason>x"],
  ],
  ["xml2", tok(32), (v) => `<ApiKey>${v}</ApiKey><n>1</n>`, ["<n>1"]],
  ["xml3", pw, (v) => `<user name="lena" password="${v}"/>`, ['name="lena"']],
  ["soap", tok(32), (v) => `<ns1:SessionToken xsi:type="xsd:string">${v}</ns1:SessionToken>`, []],
  [
    "multipart",
    pw,
    (v) => `Content-Disposition: form-data; name="password"\r\n\r\n${v}\r\n--b7`,
    ["--b7"],
  ],
  [
    "multipart2",
    tok(32),
    (v) => `form-data; name="client_secret"\r\nContent-Type: text/plain\r\n\r\n${v}\r\n--b7`,
    ["--b7"],
  ],
  ["cookie", tok(32), (v) => `request cookie: sid=${v}; theme=dark`, []],
  ["cookie2", tok(32), (v) => `Cookie: _session_id=${v}`, []],
  ["cookie3", tok(32), (v) => `cookies: { sid: '${v}', theme: 'dark' }`, []],
  ["setcookie", tok(32), (v) => `set-cookie: __Host-auth=${v}; Secure; HttpOnly\nloop`, ["loop"]],
  ["basic", encoded("svc:"), (v) => `Authorization: Basic ${v} (407)`, ["407"]],
  ["basic2", encoded("svc:"), (v) => `sent Basic ${v} to proxy`, ["to proxy"]],
  ["bearer", b64(44), (v) => `HTTP 401 (authorization: bearer ${v}) while`, ["while"]],
  ["bearer short", tok(20), (v) => `Authorization: Bearer ${v}`, []],
  ["bearer json", tokd(32), (v) => `{"Authorization":"Bearer ${v}"}`, []],
  ["bearer prose", tok(30), (v) => `rejected bearer token ${v} from cache`, ["from cache"]],
  ["apikey prose", tok(28), (v) => `The api key '${v}' is disabled`, ["is disabled"]],
  ["env", tok(32), (v) => `DATADOG_API_KEY=${v}\nREGION=eu`, ["REGION=eu"]],
  ["env2", hex(32), (v) => `export TWILIO_AUTH_TOKEN=${v}; run`, ["; run"]],
  ["env3", b64(40), (v) => `AWS_SECRET_ACCESS_KEY=${v}\nexit 3`, ["exit 3"]],
  [
    "env4",
    b64(86),
    (v) => `AccountName=a;AccountKey=${v};EndpointSuffix=core`,
    ["AccountName=a", "EndpointSuffix=core"],
  ],
  [
    "env5",
    b64(43),
    (v) => `Endpoint=sb://h/;SharedAccessKeyName=Root;SharedAccessKey=${v}`,
    ["SharedAccessKeyName=Root"],
  ],
  ["aws creds file", b64(40), (v) => `aws_secret_access_key = ${v}\nregion = eu`, ["region = eu"]],
  [
    "aws json",
    b64(40),
    (v) => `{"SecretAccessKey":"${v}","Expiration":"2026-01-01T00:00:00Z"}`,
    ["2026-01-01T00:00:00Z"],
  ],
  [
    "sas",
    b64url(43),
    (v) => `https://a.blob.core.windows.net/x?sv=2023&sp=r&sig=${v} expired`,
    ["expired"],
  ],
  [
    "amz sig",
    hex(64),
    (v) => `x.csv?X-Amz-Expires=900&X-Amz-Signature=${v}&x-id=GetObject`,
    ["x-id=GetObject"],
  ],
  ["goog sig", hex(128), (v) => `x?X-Goog-Signature=${v} -> 400`, ["400"]],
  ["aws v2", b64url(27), (v) => `?AWSAccessKeyId=X&Expires=1&Signature=${v}`, ["Expires=1"]],
  [
    "webhook",
    (s) => `T0AB12CD3/B0EF45GH6/${s.alnum(24)}`,
    (v) => `POST https://hooks.slack.com/services/${v} 404`,
    ["404"],
  ],
  [
    "discord",
    (s) => `M${s.alnum(23)}.${s.alnum(6)}.${s.alnum(38)}`,
    (v) => `Unauthorized (Bot ${v}) PATCH`,
    ["PATCH"],
  ],
  [
    "telegram",
    (s) => `60798083:AA${s.alnum(33)}`,
    (v) => `https://api.telegram.org/bot${v}/getMe failed`,
    ["getMe"],
  ],
  ["gcp id", tok(24), (v) => `client_secret: GOCSPX-${v}`, []],
  ["smtp", pw, (v) => `535 smtp://mail:${encodeURIComponent(v)}@mx:587`, ["mx:587"]],
  ["passphrase json", pw, (v) => `{"passphrase":"${v}"}`, []],
  ["npmrc pw", encoded(""), (v) => `//r.example/:_password=${v}`, []],
  ["pgpass", pw, (v) => `password=${v} user=app host=h`, ["user=app", "host=h"]],
  ["html", pw, (v) => `<input type="password" name="password" value="${v}">`, []],
  ["k8s", pw, (v) => `- name: REDIS_PASSWORD\n  value: "${v}"\n- name: X`, ["name: X"]],
  ["docker -e", tok(32), (v) => `docker run -e "API_TOKEN=${v}" img`, ["img"]],
  ["log kv colon", tok(32), (v) => `token:${v} user:7`, ["user:7"]],
  ["secret colon", tok(32), (v) => `secret: ${v} (v2)`, ["(v2)"]],
  ["ruby", tok(32), (v) => `:secret_key_base=>"${v}", :x=>1`, [":x=>1"]],
  ["tuple", pw, (v) => `[('user', 'x'), ('password', '${v}')]`, ["'x'"]],
  ["go %+v", pw, (v) => `&{User:lena Password:${v} Host:db}`, ["User:lena", "Host:db"]],
  ["otp", (s) => s.over("0123456789", 6), (v) => `otp=${v} rejected`, ["rejected"]],
  ["csrf", tok(32), (v) => `X-CSRF-Token: ${v}`, []],
  [
    "private-token",
    tokd(20),
    (v) => `curl --header "PRIVATE-TOKEN: ${v}" https://g.example`,
    ["g.example"],
  ],
  ["opsgenie", hex(36), (v) => `Authorization: GenieKey ${v}`, []],
  ["datadog hdr", hex(32), (v) => `DD-API-KEY: ${v}\nDD-APPLICATION-KEY: x`, []],
  ["pagerduty", tokd(20), (v) => `Authorization: Token token=${v}`, []],
  ["hawk", b64(43), (v) => `Authorization: Hawk id="d", ts="1", mac="${v}"`, ['id="d"']],
  [
    "oauth1",
    b64url(27),
    (v) =>
      `Authorization: OAuth oauth_consumer_key="k", oauth_signature="${v}", oauth_version="1.0"`,
    ["oauth_version"],
  ],
];
