import type { Case } from "./case.ts";

/** Command lines, protocols and connection strings. */
export const COMMAND_CASES: readonly Case[] = [
  [
    "pgpass",
    (s) => `.pgpass entry db7.internal:5432:shop:app:${s.password()} has wrong mode`,
    "db7.internal:5432:shop:app",
    "has wrong mode",
  ],
  [
    "pgpass-line",
    (s) => `cat ~/.pgpass\nlocalhost:5432:*:postgres:${s.alnum(18)}\n`,
    "localhost:5432:*:postgres",
  ],
  [
    "redis-auth",
    (s) => `> AUTH ${s.alnum(24)}\n-WRONGPASS invalid username-password pair`,
    "WRONGPASS",
  ],
  ["redis-auth-user", (s) => `Command: AUTH default ${s.alnum(28)} -> NOAUTH`, "NOAUTH"],
  [
    "redis-auth-repr",
    (s) => `ReplyError: WRONGPASS { command: 'AUTH', args: [ '${s.alnum(32)}' ] }`,
    "WRONGPASS",
    "command: 'AUTH'",
  ],
  [
    "redis-requirepass",
    (s) => `config rewrite failed: requirepass ${s.alnum(22)} at line 9`,
    "at line 9",
  ],
  [
    "redis-masterauth",
    (s) => `redis.conf line 4: masterauth ${s.password()}\nport 6379`,
    "port 6379",
  ],
  [
    "curl-oauth2-bearer",
    (s) => `curl --oauth2-bearer ${s.alnum(40)} https://api.example/me`,
    "https://api.example/me",
  ],
  [
    "httpie",
    (s) => `http -a mo:${s.password()} GET https://f.example/x -> 401`,
    "https://f.example/x",
  ],
  ["docker-login", (s) => `docker login -u mo -p ${s.password()} ghcr.io: denied`, "denied"],
  [
    "helm-set",
    (s) => `helm upgrade web ./c --set db.password=${s.password()},db.host=db7 failed`,
    "db.host=db7",
    "failed",
  ],
  [
    "kubectl-literal",
    (s) => `kubectl create secret generic x --from-literal=password=${s.password()} AlreadyExists`,
    "AlreadyExists",
  ],
  [
    "openssl-pass",
    (s) => `openssl pkcs12 -in a.p12 -passin pass:${s.password()} -nokeys: mac verify failure`,
    "mac verify failure",
  ],
  [
    "keytool",
    (s) => `keytool -list -keystore k.jks -storepass ${s.password()} exit 1`,
    "exit 1",
    "k.jks",
  ],
  [
    "mongosh",
    (s) => `mongosh --host h7 -u root -p ${s.password()} --authenticationDatabase admin exited 1`,
    "--authenticationDatabase admin",
  ],
  [
    "jdbc-oracle",
    (s) => `jdbc:oracle:thin:hr/${s.password()}@//db7:1521/XE ORA-01017`,
    "ORA-01017",
    "//db7:1521/XE",
  ],
  ["sqlplus", (s) => `sqlplus hr/${s.password()}@db7:1521/XE: ORA-12154`, "ORA-12154"],
  ["sip", (s) => `sip:mo:${s.password()}@pbx.example;transport=tls 403`, "403"],
  ["ipsec-psk", (s) => `%any : PSK "${s.password()}" could not be parsed`, "could not be parsed"],
  ["snmp", (s) => `snmpget -v2c -c ${s.alnum(12)} 10.0.0.1 sysName timeout`, "10.0.0.1"],
  [
    "sql-insert",
    (s) => `INSERT INTO users (name, password) VALUES ('mo', '${s.password()}') violates unique`,
    "violates unique",
  ],
  [
    "ssh-cmd",
    (s) => `plink -ssh root@h7 -pw ${s.password()} uptime: access denied`,
    "access denied",
  ],
  [
    "smbclient",
    (s) => `smbclient //h7/share -U mo%${s.password()} NT_STATUS_LOGON_FAILURE`,
    "NT_STATUS_LOGON_FAILURE",
  ],
  [
    "net-use",
    (s) => `net use Z: \\\\h7\\share /user:mo ${s.password()} System error 86`,
    "System error 86",
  ],
  [
    "ftp-pass",
    (s) => `> USER mo\n< 331\n> PASS ${s.password()}\n< 530 Login incorrect`,
    "530 Login incorrect",
  ],
  [
    "imap-login",
    (s) => `a1 LOGIN mo ${s.password()}\na1 NO [AUTHENTICATIONFAILED]`,
    "AUTHENTICATIONFAILED",
  ],
  ["pop-pass", (s) => `C: PASS ${s.alnum(14)}\nS: -ERR`, "-ERR"],
  ["travis", (s) => `Authorization: token "${s.alnum(22)}" travis says 403`, "travis says 403"],
  ["codecov", (s) => `codecov -t ${s.uuid()} -f cov.xml failed`, "cov.xml failed"],
  ["chef", (s) => `knife bootstrap h7 -x root -P ${s.password()} ERROR: Net::SSH`, "Net::SSH"],
  ["cargo-token", (s) => `cargo login ${s.alnum(32, "cio")} failed`, "failed"],
  [
    "dsn-prisma",
    (s) =>
      `P1000: Authentication failed, DATABASE_URL="postgresql://app:${s.password()}@db7:5432/shop?schema=public"`,
    "P1000",
    "schema=public",
  ],
  [
    "dsn-go-mysql",
    (s) => `dial: app:${s.password()}@tcp(db7:3306)/shop?parseTime=true: refused`,
    "tcp(db7:3306)/shop",
  ],
  [
    "dsn-encoded",
    (s) =>
      `dsn=${encodeURIComponent(`postgres://app:${s.made.length ? "" : ""}`)}${encodeURIComponent(s.keep("orbit-Hq82zP"))}${encodeURIComponent("@db7:5432/shop")}&x=1`,
    "x=1",
  ],
  [
    "cookie-jar",
    (s) => `cookie jar line: .a.example\tTRUE\t/\tTRUE\t1767225600\tsession\t${s.alnum(40)}`,
    "cookie jar line",
  ],
  [
    "cli-echo-stdin",
    (s) => `echo ${s.password()} | docker login --username mo --password-stdin r.example: denied`,
    "denied",
  ],
  [
    "cli-echo-sudo",
    (s) => `echo '${s.password()}' | sudo -S apt-get update: Sorry, try again`,
    "Sorry, try again",
  ],
  [
    "cli-sqlcmd",
    (s) => `sqlcmd -S db7 -U sa -P ${s.password()} -Q "select 1": Login failed`,
    "Login failed",
  ],
  [
    "cli-ldap",
    (s) => `ldapsearch -x -D cn=admin,dc=x -w ${s.password()} -b dc=x: Invalid credentials (49)`,
    "Invalid credentials (49)",
  ],
  ["cli-unzip", (s) => `unzip -P ${s.password()} a.zip: incorrect password`, "incorrect password"],
  ["cli-7z", (s) => `7z x a.7z -p${s.alnum(14)} : Wrong password?`, "Wrong password?"],
  [
    "cli-openssl",
    (s) => `openssl enc -d -aes-256-cbc -k ${s.password()} -in a: bad decrypt`,
    "bad decrypt",
  ],
  [
    "cli-htpasswd",
    (s) => `htpasswd -bB .htpasswd mo ${s.password()} : could not write`,
    "could not write",
  ],
  [
    "cli-rabbit",
    (s) => `rabbitmqctl add_user mo ${s.password()} : already exists`,
    "already exists",
  ],
  [
    "cli-ps-secure",
    (s) => `ConvertTo-SecureString "${s.password()}" -AsPlainText -Force : Cannot bind`,
    "Cannot bind",
  ],
  [
    "cli-argv-short",
    (s) => `spawn ["mongosh","-u","root","-p","${s.password()}","db7"] code 1`,
    "code 1",
  ],
  [
    "wrap-curl",
    (s) => `curl -u \\\n  mo:${s.password()} \\\n  https://a.example`,
    "https://a.example",
  ],
];
