import type { Case } from "./case.ts";

/** Values under a name. */
export const NAME_CASES: readonly Case[] = [
  // --- named values
  [
    "env-export",
    (s) => `export STRIPE_API_KEY=${s.alnum(32)}\nexport NODE_ENV=production`,
    "NODE_ENV=production",
  ],
  [
    "kubeconfig-client-key",
    (s) => `users:\n- name: dev\n  user:\n    client-key-data: ${s.alnum(80)}\n    exec: null`,
    "- name: dev",
    "exec: null",
  ],
  [
    "pkce-verifier",
    (s) => `grant_type=authorization_code&code_verifier=${s.alnum(64)}&client_id=web failed`,
    "client_id=web failed",
  ],
  ["smtp-auth", (s) => `> AUTH PLAIN ${s.alnum(32)}7= < 535 rejected`, "535 rejected"],
  ["passe", (s) => `mot de passe: ${s.password()} refusé`, "refusé"],
  ["saml-response", (s) => `POST /acs SAMLResponse=${s.alnum(120)} 403`, "POST /acs", "403"],
  [
    "openweather",
    (s) => `GET https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid=${s.hex(32)} 401`,
    "q=Oslo",
    "401",
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
];
