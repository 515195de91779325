import type { Source } from "./provider-formats.ts";

/** A format that has no prefix of its own but a shape. Every quantifier is bounded. */
export interface ShapeFormat {
  readonly provider: string;
  readonly source: Source;
  /** A text without one of these has none: looked for first, because it is cheap. */
  readonly triggers: readonly string[];
  /** The secret is the group named `secret`, or the whole match. */
  readonly pattern: RegExp;
  /** Only where the secret looks made by a machine, and not like a UUID or another id. */
  readonly random?: boolean;
}

/** Formats that are known by their parts: a host and a path, or runs of fixed length. */
export const SHAPE_FORMATS: readonly ShapeFormat[] = [
  {
    provider: "discord",
    source: "trufflehog",
    triggers: ["."],
    pattern: /(?<![\w-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{25,40}(?![\w-])/g,
  },
  {
    provider: "telegram",
    source: "gitleaks",
    triggers: [":A"],
    pattern: /(?<![A-Za-z0-9])(?:bot)?(?<secret>\d{6,12}:A[A-Za-z0-9_-]{31,40})(?![\w-])/dg,
  },
  {
    provider: "azure-ad",
    source: "gitleaks",
    triggers: ["Q~"],
    pattern: /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}/g,
  },
  {
    provider: "terraform",
    source: "gitleaks",
    triggers: [".atlasv1."],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{20,80}/g,
  },
  {
    provider: "facebook",
    source: "gitleaks",
    triggers: ["|"],
    pattern: /(?<!\d)\d{15,16}\|(?<secret>[\w-]{27,40})(?![\w-])/dg,
  },
  {
    provider: "mailchimp",
    source: "gitleaks",
    triggers: ["-us"],
    pattern: /(?<![0-9A-Za-z])[0-9a-f]{32}-us\d{1,2}(?!\d)/g,
  },
  {
    provider: "mailgun",
    source: "gitleaks",
    triggers: ["-"],
    pattern: /(?<![0-9A-Za-z-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9A-Za-z-])/g,
  },
  {
    provider: "maxmind",
    source: "gitleaks",
    triggers: ["_mmk"],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g,
  },
  {
    provider: "vault",
    source: "gitleaks",
    triggers: ["s."],
    pattern: /(?<![\w.])s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.])/g,
  },
  {
    provider: "firebase",
    source: "trufflehog",
    triggers: [":APA91b"],
    pattern: /(?<![\w-])AAAA[\w-]{7}:APA91b[\w-]{30,160}/g,
  },
  {
    provider: "yandex",
    source: "gitleaks",
    triggers: ["t1."],
    pattern: /(?<![A-Za-z0-9])t1\.[\w-]{20,200}={0,2}\.[\w-]{86}={0,2}/g,
  },
  {
    provider: "jwt-base64",
    source: "gitleaks",
    triggers: ["ZXlK"],
    pattern: /(?<![A-Za-z0-9])ZXlK(?:aGJHY2|MGVYQ|cmFXU|bGJtT)[A-Za-z0-9+/_-]{20,8192}={0,2}/g,
  },
  {
    provider: "unix-password-hash",
    source: "vendor",
    triggers: ["$"],
    pattern:
      /\$(?:2[abxy]\$\d\d|[156]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16})\$?[./A-Za-z0-9]{22,86}/g,
  },
  {
    provider: "argon2",
    source: "vendor",
    triggers: ["$argon2"],
    pattern:
      /\$argon2(?:id|i|d)\$v=\d{1,3}\$[a-z0-9=,]{1,64}\$[A-Za-z0-9+/]{8,128}\$[A-Za-z0-9+/]{8,256}/g,
  },
  {
    provider: "slack-webhook",
    source: "gitleaks",
    triggers: ["hooks.slack"],
    pattern:
      /hooks\.slack(?:-gov)?\.com(?:\/|%2F|\\\/)(?:services|workflows|triggers)(?:\/|%2F|\\\/)(?<secret>[\w/%\\+-]{16,160})/dgi,
  },
  {
    provider: "discord-webhook",
    source: "trufflehog",
    triggers: ["/webhooks/"],
    pattern:
      /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/(?<secret>[\w-]{20,100})/dgi,
  },
  {
    provider: "teams-webhook",
    source: "gitleaks",
    triggers: ["/webhookb2/"],
    pattern: /\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{40,300})/dgi,
  },
  {
    provider: "zapier-webhook",
    source: "trufflehog",
    triggers: ["/hooks/catch/"],
    pattern: /hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/(?<secret>\w{4,40})/dgi,
  },
  {
    provider: "ifttt-webhook",
    source: "vendor",
    triggers: ["/key/"],
    pattern:
      /maker\.ifttt\.com\/trigger\/[\w-]{1,100}(?:\/json)?\/with\/key\/(?<secret>[\w-]{8,80})/dgi,
  },
  {
    provider: "asana",
    source: "trufflehog",
    triggers: [":"],
    pattern: /(?<![\w/])[12]\/\d{12,19}(?:\/\d{12,19})?:(?<secret>[0-9a-f]{16,32})/dg,
  },
  {
    provider: "braintree",
    source: "trufflehog",
    triggers: ["access_token$"],
    pattern: /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$(?<secret>[0-9a-f]{16,32})/dg,
  },
  {
    provider: "vault-unseal",
    source: "vendor",
    triggers: ["Key "],
    pattern: /(?:Unseal|Recovery) Key(?: \d{1,2})?: (?<secret>[A-Za-z0-9+/=]{32,88})/dg,
  },
  {
    provider: "webhook",
    source: "vendor",
    triggers: ["hook"],
    pattern:
      /\/\/[\w.-]{0,60}?hooks?\.[\w.-]{1,100}\/(?:[\w-]{1,40}\/){0,6}?(?<secret>[\w-]{16,200})(?![\w/-])/dgi,
    random: true,
  },
  {
    provider: "feishu-webhook",
    source: "vendor",
    triggers: ["/hook/"],
    pattern: /\/open-apis\/bot\/(?:v2\/)?hook\/(?<secret>[\w-]{16,64})/dgi,
  },
  {
    provider: "wecom-webhook",
    source: "vendor",
    triggers: ["/webhook/send?"],
    pattern: /\/webhook\/send\?key=(?<secret>[\w-]{16,64})/dgi,
  },
  {
    provider: "key-in-path",
    source: "vendor",
    triggers: ["://"],
    pattern:
      /(?:hc-ping\.com|infura\.io(?:\/ws)?\/v3|(?:alchemy\.com|alchemyapi\.io)\/v2|exchangerate-api\.com\/v6|(?:quiknode|quicknode)\.pro|ankr\.com\/\w{1,20}|getblock\.io|api\.day\.app|openexchangerates\.org\/api)\/(?<secret>[\w-]{16,80})/dgi,
  },
  {
    provider: "account-link",
    source: "vendor",
    triggers:
      "reset passw verif confirm activat magic invit unsubscribe recover login signin /sso /cas".split(
        " ",
      ),
    pattern:
      /[/-](?:reset|passwords?|verify|verification|confirm|confirmation|activate|activation|magic|invites?|invitations?|unsubscribe|recover|recovery|login|signin|sso|cas)(?:[-_]?(?:password|e?mail|account|link|registration))?(?:(?:\/[\w-]{1,24})?\/|\?(?:[^\s"'<>#]{0,100}?&)?(?:t|h|k|s|hash|ticket)=)(?<secret>[\w~-]{20,512})/dgi,
    random: true,
  },
  {
    provider: "mattermost-webhook",
    source: "vendor",
    triggers: ["/hooks/"],
    pattern: /\/hooks\/(?<secret>[a-z0-9]{26})(?![\w-])/dg,
    random: true,
  },
  {
    provider: "google-calendar",
    source: "vendor",
    triggers: ["/private-"],
    pattern: /\/private-(?<secret>[0-9a-f]{32})\/basic\.ics/dg,
  },
  {
    provider: "stripe-client-secret",
    source: "vendor",
    triggers: ["_secret_"],
    pattern: /(?<![A-Za-z0-9])(?:pi|seti|cs)_\w{8,100}?_secret_(?<secret>[A-Za-z0-9]{10,64})/dg,
  },
  {
    provider: "twilio-pair",
    source: "trufflehog",
    triggers: ["AC"],
    pattern: /(?<![A-Za-z0-9])AC[0-9a-f]{32}["']?[:,] ?["']?(?<secret>[0-9a-f]{32})(?![\w-])/dg,
  },
  {
    provider: "negotiate",
    source: "vendor",
    triggers: ["Negotiate ", "NTLM "],
    pattern: /\b(?:Negotiate|NTLM) (?<secret>(?:YII|TlRM)[A-Za-z0-9+/]{24,8192}={0,2})/dg,
  },
  {
    // Django, Werkzeug, PostgreSQL
    provider: "derived-password",
    source: "vendor",
    triggers: ["pbkdf2", "scrypt", "SCRAM-SHA-"],
    pattern: /(?:pbkdf2|scrypt|SCRAM-SHA-)[\w:-]{0,24}\$(?<secret>[\w:$+/=.-]{24,200})/dg,
  },
  {
    provider: "mysql-password-hash",
    source: "vendor",
    triggers: ["*"],
    pattern: /(?<![\w*])\*(?<secret>[0-9A-F]{40})(?![0-9A-F])/dg,
  },
];
