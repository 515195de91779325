/** A place where a secret stands without a name. Every quantifier is bounded. */
export interface CommandFormat {
  /** A text without it has no such place: looked for first, because it is cheap. */
  readonly trigger: RegExp;
  /** The secret is the group named `secret`. */
  readonly pattern: RegExp;
  /** Words and numbers are likelier here than a secret. */
  readonly doubtful?: boolean;
}

/** Between the words of a command line, or of the list of its arguments. */
const GAP = String.raw`(?:[\s"',]|\\\n){1,12}`;
const VALUE = String.raw`(?<secret>[^\s"',-][^\s"']{0,255})`;

type Row = readonly [trigger: string, commands: string, option: string];

/** Commands that take a password behind a short option, and the option with what stands between. */
const SHORT_OPTIONS: readonly Row[] = [
  ["redis-cli", "redis-cli", `(?:-a|--pass)${GAP}`],
  ["login", "(?:docker|podman|buildah|nerdctl|helm|oras)[^\\n|;&]{0,20}? login", `-p${GAP}`],
  ["mongo", "mongo(?:sh|dump|restore|export|import|stat)?", `-p${GAP}`],
  ["cqlsh|influx|rabbitmqadmin", "(?:cqlsh|influx|rabbitmqadmin)", `-p${GAP}`],
  ["mysql|mariadb|7z", "(?:mysql\\w{0,8}|mariadb[\\w-]{0,8}|7z\\w?)", "-p"],
  ["plink|pscp|psftp|putty", "(?:plink|pscp|psftp|putty)", `-pw${GAP}`],
  ["sqlcmd|bcp|osql|zip|knife", "(?:sqlcmd|bcp|osql|unzip|zip|knife)", `-P${GAP}`],
  ["openssl", "openssl", `-k${GAP}`],
  ["codecov", "codecov", `-t${GAP}`],
  ["rabbitmqctl", "rabbitmqctl (?:add_user|change_password) \\S{1,128}", ""],
  ["SecureString", "ConvertTo-SecureString", ""],
  ["cargo login|snyk auth", "(?:cargo login|snyk auth)", ""],
  ["ldap", "ldap(?:search|add|modify|delete|passwd|whoami)", `-w${GAP}`],
  ["snmp", "snmp(?:get|walk|bulkwalk|set|getnext|table|trap)", `-c${GAP}`],
  ["http |https |xh ", "(?:https?|xh)", `(?:-a|--auth)${GAP}[^\\s:"']{1,128}:`],
  ["smb|rpcclient", "(?:smbclient|rpcclient|smbget)", `-U${GAP}[^\\s%"']{1,128}%`],
  ["net use", "net use", "/user:[^\\s\"']{1,128} {1,4}"],
  ["htpasswd", "htpasswd", `-\\w{0,4}b\\w{0,4}(?:${GAP}[^\\s]{1,160}){2}${GAP}`],
  [
    "sqlplus|rman|sqlldr|expdp|impdp",
    "(?:sqlplus|rman|sqlldr|expdp|impdp)",
    "[\\w$#]{1,64}/(?=[^\\s@]{1,128}@)",
  ],
];

/** Options of known commands, SQL, protocols, dumps of a client's last command. */
export const COMMAND_FORMATS: readonly CommandFormat[] = [
  ...SHORT_OPTIONS.map(
    ([trigger, commands, option]): CommandFormat => ({
      trigger: new RegExp(trigger),
      pattern: new RegExp(
        String.raw`\b${commands}\b(?:[^\n|;&]|\\\n){0,200}?[ \t"']${option}["']?${VALUE}`,
        "dg",
      ),
    }),
  ),
  {
    trigger: /[\s"'](?:-u|--user|--proxy-user)\b/,
    pattern:
      /(?:^|[\s"'])(?:-u|--user|--proxy-user)(?:[ =]|\\\n){1,12}["']?[^\s:"'/]{0,128}:(?<secret>[^\s"']{1,256})/dg,
  },
  {
    trigger: /sshpass/,
    pattern: /\bsshpass\s{1,4}-p\s{0,4}["']?(?<secret>[^\s"']{1,256})/dg,
  },
  {
    trigger: /identified/i,
    pattern:
      /\bidentified\s{1,4}by\s{1,4}(?:password\s{1,4})?["'](?<secret>[^"'\r\n]{1,256})["']/dgi,
  },
  {
    trigger: /AUTH /,
    pattern:
      /\bAUTH (?:PLAIN|LOGIN|XOAUTH2) (?<secret>(?=[A-Za-z/+]{0,99}[\d=])[\w+/=]{12,4096})/dg,
  },
  {
    // .netrc, and messages that name a user and a password
    trigger: /\b(?:login|user(?:name)?)\s/i,
    pattern:
      /\b(?:login|user|username)\s{1,4}(?!(?:or|and|with|[=:,&|-]+)\s)[^\s]{1,128}\s{1,16}password\s{1,4}["']?(?<secret>[^\s"'=(:][^\s"']{0,255})/dgi,
  },
  {
    trigger: /\becho /,
    pattern:
      /\becho (?:-n )?["']?(?<secret>[^\s"'|]{1,256})["']? ?\|[^\n]{0,120}(?:-stdin|-S|--with-token)\b/dg,
  },
  {
    // Go's driver for MySQL
    trigger: /@(?:tcp|unix)\(/,
    pattern: /(?<![\w.-])[\w.-]{1,64}:(?<secret>[^\s@]{1,128})@(?:tcp|unix)\(/dg,
  },
  {
    // A connection string as a parameter of another URL
    trigger: /%3A%2F%2F/i,
    pattern: /%3A%2F%2F[^%\s&]{0,64}%3A(?<secret>(?:[^\s&"'%]|%(?!40|2F|3F|26)){1,256})%40/dgi,
  },
  {
    // The file of cookies that curl and wget write
    trigger: /\t(?:TRUE|FALSE)\t/,
    pattern: /\t(?:TRUE|FALSE)\t\d{1,12}\t[^\s]{1,128}\t(?<secret>[^\s]{1,4096})/dg,
  },
  {
    trigger: /jdbc:oracle:/,
    pattern: /\bjdbc:oracle:\w{1,8}:[\w$#]{1,64}\/(?<secret>[^\s@/]{1,128})@/dg,
  },
  {
    trigger: /\bsips?:/,
    pattern: /\bsips?:[\w.+-]{1,64}:(?<secret>[^\s@:]{1,128})@/dg,
  },
  {
    // ioredis and node-redis quote the command that failed.
    trigger: /\bargs\b/,
    pattern:
      /["']auth["'],[^\n[]{0,80}\bargs["']?: ?\[ ?(?:["'][^"'\]]{1,64}["'], ?)?["'](?<secret>[^"'\]]{1,256})["'] ?\]/dgi,
  },
  {
    // Pydantic quotes what was sent below the name of the field.
    trigger: /input_value=/,
    pattern:
      /(?:key|token|secret|passw(?:or)?d)\r?\n {2,8}[^\n]{0,200}\binput_value='(?<secret>[^'\n]{1,512})'/dgi,
  },
  {
    // Stripe and those who do as it does: the time, and one signature or more.
    trigger: /-signature/i,
    pattern: /-signature["']?[:=] {0,4}["']?t=\d{9,13},(?<secret>[^\s"']{16,400})/dgi,
  },
  {
    // Redis
    trigger: /AUTH /,
    pattern:
      /\bAUTH (?:[\w-]{1,64} )?(?!(?:S?CRAM|XOAUTH)\w*-)(?<secret>(?=[^\s\d]{0,255}\d)[^\s"'<>:()[\]]{8,256})/dg,
    doubtful: true,
  },
  {
    // IMAP
    trigger: /\d LOGIN /,
    pattern: /\b[A-Za-z]{0,4}\d{1,6} LOGIN \S{1,128} "?(?<secret>[^\s"]{4,256})/dg,
    doubtful: true,
  },
  {
    // host:port:database:user:password, as in .pgpass
    trigger: /:(?:\d{4,5}|\*):/,
    pattern:
      /(?<![\w.:/-])[\w.*-]{1,253}:(?:\d{4,5}|\*):[\w.*-]{1,64}:[A-Za-z_*][\w.*@-]{0,63}:(?<secret>[^\s"']{6,256})/dg,
    doubtful: true,
  },
];

/** The private members of a JSON Web Key. */
export const JWK_MEMBER: RegExp =
  /\\{0,4}"(?:d|p|q|dp|dq|qi|k)\\{0,4}"\s{0,4}:\s{0,4}\\{0,4}"(?<secret>[\w-]{16,8192})/dg;
