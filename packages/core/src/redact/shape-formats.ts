import type { Source } from "./provider-formats.ts";

/** A format that has no prefix of its own but a shape. Every quantifier is bounded. */
export interface ShapeFormat {
  readonly provider: string;
  readonly source: Source;
  /** A text without this has none: looked for first, because it is cheap. */
  readonly trigger: string;
  /** The secret is the group named `secret`, or the whole match. */
  readonly pattern: RegExp;
}

/** Formats that are known by their parts: a host and a path, or runs of fixed length. */
export const SHAPE_FORMATS: readonly ShapeFormat[] = [
  {
    provider: "discord",
    source: "trufflehog",
    trigger: ".",
    pattern: /(?<![\w-])[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{25,40}(?![\w-])/g,
  },
  {
    provider: "telegram",
    source: "gitleaks",
    trigger: ":A",
    pattern: /(?<![A-Za-z0-9])(?:bot)?(?<secret>\d{6,12}:A[A-Za-z0-9_-]{31,40})(?![\w-])/dg,
  },
  {
    provider: "azure-ad",
    source: "gitleaks",
    trigger: "Q~",
    pattern: /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}/g,
  },
  {
    provider: "terraform",
    source: "gitleaks",
    trigger: ".atlasv1.",
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{20,80}/g,
  },
  {
    provider: "facebook",
    source: "gitleaks",
    trigger: "|",
    pattern: /(?<!\d)\d{15,16}\|(?<secret>[\w-]{27,40})(?![\w-])/dg,
  },
  {
    provider: "mailchimp",
    source: "gitleaks",
    trigger: "-us",
    pattern: /(?<![0-9A-Za-z])[0-9a-f]{32}-us\d{1,2}(?!\d)/g,
  },
  {
    provider: "mailgun",
    source: "gitleaks",
    trigger: "-",
    pattern: /(?<![0-9A-Za-z-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9A-Za-z-])/g,
  },
  {
    provider: "maxmind",
    source: "gitleaks",
    trigger: "_mmk",
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/g,
  },
  {
    provider: "vault",
    source: "gitleaks",
    trigger: "s.",
    pattern: /(?<![\w.])s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.])/g,
  },
  {
    provider: "firebase",
    source: "trufflehog",
    trigger: ":APA91b",
    pattern: /(?<![\w-])AAAA[\w-]{7}:APA91b[\w-]{30,160}/g,
  },
  {
    provider: "yandex",
    source: "gitleaks",
    trigger: "t1.",
    pattern: /(?<![A-Za-z0-9])t1\.[\w-]{20,200}={0,2}\.[\w-]{86}={0,2}/g,
  },
  {
    provider: "jwt-base64",
    source: "gitleaks",
    trigger: "ZXlK",
    pattern: /(?<![A-Za-z0-9])ZXlK(?:aGJHY2|MGVYQ|cmFXU|bGJtT)[A-Za-z0-9+/_-]{20,8192}={0,2}/g,
  },
  {
    provider: "unix-password-hash",
    source: "vendor",
    trigger: "$",
    pattern:
      /\$(?:2[abxy]\$\d\d|[156]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16})\$?[./A-Za-z0-9]{22,86}/g,
  },
  {
    provider: "argon2",
    source: "vendor",
    trigger: "$argon2",
    pattern:
      /\$argon2(?:id|i|d)\$v=\d{1,3}\$[a-z0-9=,]{1,64}\$[A-Za-z0-9+/]{8,128}\$[A-Za-z0-9+/]{8,256}/g,
  },
  {
    provider: "slack-webhook",
    source: "gitleaks",
    trigger: "hooks.slack",
    pattern:
      /hooks\.slack(?:-gov)?\.com(?:\/|%2F|\\\/)(?:services|workflows|triggers)(?:\/|%2F|\\\/)(?<secret>[\w/%\\+-]{16,160})/dgi,
  },
  {
    provider: "discord-webhook",
    source: "trufflehog",
    trigger: "/webhooks/",
    pattern:
      /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/(?<secret>[\w-]{20,100})/dgi,
  },
  {
    provider: "teams-webhook",
    source: "gitleaks",
    trigger: "/webhookb2/",
    pattern: /\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{40,300})/dgi,
  },
  {
    provider: "zapier-webhook",
    source: "trufflehog",
    trigger: "/hooks/catch/",
    pattern: /hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/(?<secret>\w{4,40})/dgi,
  },
  {
    provider: "ifttt-webhook",
    source: "vendor",
    trigger: "/key/",
    pattern:
      /maker\.ifttt\.com\/trigger\/[\w-]{1,100}(?:\/json)?\/with\/key\/(?<secret>[\w-]{8,80})/dgi,
  },
];
