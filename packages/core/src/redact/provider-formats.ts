/**
 * The key formats that providers publish and public secret scanners list, as data: a row per
 * prefix. A row holds no key, so this file trips no scanner.
 *
 * Sources, in the `source` column: `gitleaks` and `trufflehog` = the rule sets of these scanners,
 * `github` = GitHub's list of secret scanning patterns, `vendor` = the provider's documentation.
 */
export type Source = "gitleaks" | "trufflehog" | "github" | "vendor";

/** The characters that may follow a prefix. */
export type Alphabet = "alnum" | "word" | "dotted" | "base64" | "hex" | "uuid" | "upper" | "bech32";

/** One format: what it starts with, what may follow, and how much of it makes a key. */
export interface ProviderFormat {
  readonly provider: string;
  readonly prefix: string;
  readonly alphabet: Alphabet;
  /** Characters after the prefix from which on it counts: a key that was cut must go too. */
  readonly min: number;
  /** Characters after the prefix of a whole key. */
  readonly full: number;
  readonly source: Source;
  /** The prefix is also the start of ordinary words, so a letter or digit in front excludes it. */
  readonly bounded: boolean;
}

type Row = [prefix: string, alphabet: Alphabet, min: number, full: number, source: Source];

/** `bounded` prefixes are marked with a leading `^`. */
const TABLE: Readonly<Record<string, readonly Row[]>> = {
  "1password": [["ops_eyJ", "base64", 24, 250, "gitleaks"]],
  adobe: [["^p8e-", "alnum", 20, 32, "gitleaks"]],
  age: [["AGE-SECRET-KEY-1", "bech32", 16, 58, "gitleaks"]],
  airtable: [["^pat", "dotted", 70, 79, "trufflehog"]],
  aiven: [["AVNS_", "word", 12, 19, "github"]],
  alibaba: [["^LTAI", "alnum", 12, 20, "gitleaks"]],
  anthropic: [["^sk-ant-", "word", 12, 95, "gitleaks"]],
  artifactory: [
    ["^AKCp", "alnum", 40, 69, "trufflehog"],
    ["^cmVmd", "alnum", 40, 59, "trufflehog"],
  ],
  atlassian: [
    ["^ATATT3", "word", 20, 186, "gitleaks"],
    ["^ATCTT3", "word", 20, 186, "github"],
    ["^ATBB", "alnum", 24, 32, "github"],
  ],
  aws: [
    ["^AKIA", "upper", 12, 16, "gitleaks"],
    ["^ASIA", "upper", 12, 16, "gitleaks"],
    ["^ABIA", "upper", 12, 16, "gitleaks"],
    ["^ACCA", "upper", 12, 16, "gitleaks"],
    ["^A3T", "upper", 14, 17, "gitleaks"],
    ["ABSK", "base64", 60, 128, "gitleaks"],
    ["IQoJb3JpZ2luX2Vj", "base64", 20, 400, "vendor"],
    ["FwoGZXIvYXdzE", "base64", 20, 400, "vendor"],
  ],
  brevo: [
    ["xkeysib-", "word", 20, 81, "gitleaks"],
    ["xsmtpsib-", "word", 20, 81, "trufflehog"],
  ],
  buildkite: [
    ["bkua_", "hex", 16, 40, "trufflehog"],
    ["^bkat_", "alnum", 16, 40, "vendor"],
  ],
  cerebras: [["^csk-", "alnum", 24, 48, "vendor"]],
  circleci: [
    ["CCIPAT_", "word", 16, 63, "trufflehog"],
    ["CCIPRJ_", "word", 16, 63, "trufflehog"],
  ],
  clickhouse: [["^4b1d", "alnum", 38, 38, "gitleaks"]],
  clojars: [["CLOJARS_", "alnum", 20, 60, "gitleaks"]],
  cloudflare: [
    ["^v1.0-", "word", 40, 171, "gitleaks"],
    ["^cfut_", "word", 20, 48, "vendor"],
    ["^cfat_", "word", 20, 48, "vendor"],
    ["^cfk_", "word", 20, 48, "vendor"],
  ],
  contentful: [["CFPAT-", "word", 20, 43, "trufflehog"]],
  databricks: [
    ["^dapi", "hex", 16, 32, "gitleaks"],
    ["^dose", "hex", 24, 32, "github"],
    ["^dkea", "hex", 24, 32, "github"],
  ],
  deno: [
    ["^ddp_", "alnum", 20, 36, "trufflehog"],
    ["^ddo_", "alnum", 20, 36, "trufflehog"],
    ["^ddw_", "alnum", 20, 36, "github"],
  ],
  digitalocean: [
    ["dop_v1_", "hex", 12, 64, "gitleaks"],
    ["doo_v1_", "hex", 12, 64, "gitleaks"],
    ["dor_v1_", "hex", 12, 64, "gitleaks"],
    ["dosr_v1_", "hex", 12, 64, "github"],
  ],
  "defined-networking": [["dnkey-", "word", 24, 79, "gitleaks"]],
  docker: [
    ["dckr_pat_", "word", 12, 27, "trufflehog"],
    ["dckr_oat_", "word", 12, 32, "trufflehog"],
  ],
  doppler: [
    ["^dp.pt.", "alnum", 16, 43, "gitleaks"],
    ["^dp.st.", "dotted", 16, 48, "trufflehog"],
    ["^dp.ct.", "alnum", 16, 43, "trufflehog"],
    ["^dp.sa.", "alnum", 16, 43, "github"],
    ["^dp.scim.", "alnum", 16, 43, "github"],
    ["^dp.audit.", "alnum", 16, 43, "github"],
  ],
  dropbox: [["^sl.", "word", 60, 135, "gitleaks"]],
  duffel: [
    ["duffel_test_", "word", 16, 43, "gitleaks"],
    ["duffel_live_", "word", 16, 43, "gitleaks"],
  ],
  dynatrace: [
    ["dt0c01.", "dotted", 20, 89, "gitleaks"],
    ["dt0s01.", "dotted", 20, 89, "github"],
    ["dt0s16.", "dotted", 20, 89, "github"],
  ],
  easypost: [
    ["^EZAK", "alnum", 32, 54, "gitleaks"],
    ["^EZTK", "alnum", 32, 54, "gitleaks"],
  ],
  elevenlabs: [["^sk_", "hex", 40, 48, "github"]],
  facebook: [["^EAA", "alnum", 60, 180, "gitleaks"]],
  fastly: [["^fastly_", "word", 24, 32, "vendor"]],
  figma: [
    ["^figd_", "word", 16, 43, "trufflehog"],
    ["^figu_", "word", 16, 43, "github"],
  ],
  fireworks: [["^fw_", "alnum", 20, 24, "vendor"]],
  flutterwave: [
    ["FLWSECK_TEST-", "word", 12, 34, "gitleaks"],
    ["FLWSECK-", "word", 20, 34, "trufflehog"],
  ],
  flyio: [
    ["^fo1_", "word", 20, 43, "gitleaks"],
    ["^fm1a_", "base64", 40, 120, "gitleaks"],
    ["^fm1r_", "base64", 40, 120, "gitleaks"],
    ["^fm2_", "base64", 40, 120, "gitleaks"],
  ],
  frameio: [["fio-u-", "word", 20, 64, "gitleaks"]],
  github: [
    ["^ghp_", "alnum", 10, 36, "gitleaks"],
    ["^gho_", "alnum", 10, 36, "gitleaks"],
    ["^ghu_", "alnum", 10, 36, "gitleaks"],
    ["^ghs_", "dotted", 10, 36, "gitleaks"],
    ["^ghr_", "alnum", 10, 36, "gitleaks"],
    ["github_pat_", "word", 12, 82, "gitleaks"],
  ],
  gitlab: [
    ["glpat-", "dotted", 10, 20, "gitleaks"],
    ["glptt-", "word", 10, 40, "gitleaks"],
    ["gldt-", "word", 10, 20, "gitleaks"],
    ["glft-", "word", 10, 20, "gitleaks"],
    ["glrt-", "dotted", 10, 20, "gitleaks"],
    ["glcbt-", "word", 10, 25, "gitleaks"],
    ["glimt-", "word", 10, 25, "gitleaks"],
    ["glagent-", "word", 10, 50, "gitleaks"],
    ["gloas-", "word", 10, 64, "gitleaks"],
    ["glsoat-", "word", 10, 20, "gitleaks"],
    ["glffct-", "word", 10, 20, "gitleaks"],
    ["glwt-", "word", 10, 20, "vendor"],
    ["GR1348941", "word", 10, 20, "gitleaks"],
  ],
  google: [
    ["^AIza", "word", 20, 35, "gitleaks"],
    ["^ya29.", "dotted", 12, 160, "trufflehog"],
    ["^GOOG1E", "upper", 20, 55, "trufflehog"],
    ["^GOCSPX-", "word", 12, 28, "trufflehog"],
    ["^1//0", "word", 30, 98, "github"],
    ["^AQ.Ab", "dotted", 24, 48, "vendor"],
  ],
  grafana: [
    ["glc_eyJ", "base64", 16, 120, "gitleaks"],
    ["glsa_", "word", 16, 41, "gitleaks"],
    ["eyJrIjoi", "base64", 32, 84, "gitleaks"],
  ],
  groq: [["^gsk_", "alnum", 16, 52, "trufflehog"]],
  harness: [
    ["^pat.", "dotted", 60, 68, "gitleaks"],
    ["^sat.", "dotted", 60, 68, "gitleaks"],
  ],
  heroku: [["^HRKU-", "uuid", 24, 60, "github"]],
  hubspot: [
    ["^pat-na1-", "uuid", 24, 36, "trufflehog"],
    ["^pat-eu1-", "uuid", 24, 36, "trufflehog"],
  ],
  huggingface: [
    ["^hf_", "alnum", 16, 34, "gitleaks"],
    ["^api_org_", "alnum", 20, 34, "gitleaks"],
  ],
  infisical: [["^st.", "dotted", 80, 90, "trufflehog"]],
  infracost: [["^ico-", "alnum", 24, 32, "gitleaks"]],
  intra42: [["^s-s4t2", "word", 40, 67, "gitleaks"]],
  langsmith: [
    ["lsv2_pt_", "word", 16, 43, "trufflehog"],
    ["lsv2_sk_", "word", 16, 43, "trufflehog"],
    ["^ls__", "hex", 24, 32, "trufflehog"],
  ],
  launchdarkly: [
    ["^sdk-", "uuid", 36, 36, "trufflehog"],
    ["^api-", "uuid", 36, 36, "trufflehog"],
  ],
  linear: [
    ["lin_api_", "alnum", 12, 40, "gitleaks"],
    ["lin_oauth_", "alnum", 12, 64, "trufflehog"],
  ],
  lob: [
    ["^live_", "hex", 35, 35, "gitleaks"],
    ["^test_", "hex", 35, 35, "gitleaks"],
  ],
  mailgun: [["^key-", "hex", 20, 32, "gitleaks"]],
  mandrill: [["^md-", "word", 20, 22, "vendor"]],
  mapbox: [["^sk.eyJ", "dotted", 30, 80, "trufflehog"]],
  mercury: [["secret-token:", "word", 16, 64, "vendor"]],
  mollie: [
    ["^live_", "alnum", 30, 30, "vendor"],
    ["^test_", "alnum", 30, 30, "vendor"],
  ],
  neon: [["^napi_", "alnum", 24, 64, "vendor"]],
  netlify: [["^nfp_", "alnum", 16, 36, "trufflehog"]],
  "new-relic": [
    ["^NRAK-", "alnum", 16, 27, "gitleaks"],
    ["^NRII-", "word", 16, 32, "gitleaks"],
    ["^NRJS-", "hex", 12, 19, "gitleaks"],
    ["^NRAA-", "hex", 16, 27, "github"],
  ],
  notion: [
    ["^secret_", "alnum", 32, 43, "trufflehog"],
    ["^ntn_", "alnum", 20, 46, "trufflehog"],
  ],
  npm: [["^npm_", "alnum", 16, 36, "gitleaks"]],
  nuget: [["^oy2", "alnum", 43, 43, "trufflehog"]],
  nvidia: [["^nvapi-", "word", 20, 64, "trufflehog"]],
  octopus: [["^API-", "upper", 24, 26, "gitleaks"]],
  okta: [["^SSWS 00", "word", 24, 40, "vendor"]],
  openai: [
    ["^sk-", "word", 20, 48, "gitleaks"],
    ["^sk-proj-", "word", 12, 156, "gitleaks"],
    ["^sk-svcacct-", "word", 12, 156, "gitleaks"],
    ["^sk-admin-", "word", 12, 156, "gitleaks"],
    ["^sess-", "alnum", 32, 40, "vendor"],
  ],
  openrouter: [["^sk-or-v1-", "hex", 16, 64, "vendor"]],
  openshift: [["sha256~", "word", 24, 43, "gitleaks"]],
  perplexity: [["^pplx-", "alnum", 16, 48, "gitleaks"]],
  pinecone: [["^pcsk_", "word", 24, 70, "vendor"]],
  plaid: [
    ["access-sandbox-", "uuid", 24, 36, "gitleaks"],
    ["access-development-", "uuid", 24, 36, "gitleaks"],
    ["access-production-", "uuid", 24, 36, "gitleaks"],
  ],
  planetscale: [
    ["pscale_tkn_", "dotted", 16, 43, "gitleaks"],
    ["pscale_oauth_", "dotted", 16, 43, "gitleaks"],
    ["pscale_pw_", "dotted", 16, 43, "gitleaks"],
  ],
  posthog: [["^phx_", "alnum", 20, 43, "trufflehog"]],
  postman: [["PMAK-", "word", 20, 59, "gitleaks"]],
  prefect: [
    ["^pnu_", "alnum", 20, 36, "gitleaks"],
    ["^pnb_", "alnum", 20, 36, "trufflehog"],
  ],
  pulumi: [["^pul-", "hex", 20, 40, "gitleaks"]],
  pypi: [["pypi-AgE", "word", 16, 150, "gitleaks"]],
  readme: [["^rdme_", "alnum", 24, 70, "gitleaks"]],
  render: [["^rnd_", "alnum", 20, 32, "vendor"]],
  replicate: [["^r8_", "alnum", 20, 37, "trufflehog"]],
  resend: [["^re_", "word", 24, 33, "github"]],
  rubygems: [["rubygems_", "hex", 16, 48, "gitleaks"]],
  scalingo: [["^tk-us-", "word", 24, 48, "gitleaks"]],
  segment: [["^sgp_", "alnum", 32, 64, "trufflehog"]],
  sendgrid: [["^SG.", "dotted", 24, 66, "gitleaks"]],
  sentry: [
    ["sntryu_", "hex", 16, 64, "gitleaks"],
    ["sntrys_", "base64", 20, 200, "gitleaks"],
  ],
  settlemint: [
    ["sm_aat_", "alnum", 12, 16, "gitleaks"],
    ["sm_pat_", "alnum", 12, 16, "gitleaks"],
    ["sm_sat_", "alnum", 12, 16, "gitleaks"],
  ],
  shippo: [
    ["shippo_live_", "hex", 16, 40, "gitleaks"],
    ["shippo_test_", "hex", 16, 40, "gitleaks"],
  ],
  shopify: [
    ["shpat_", "hex", 12, 32, "gitleaks"],
    ["shpca_", "hex", 12, 32, "gitleaks"],
    ["shppa_", "hex", 12, 32, "gitleaks"],
    ["shpss_", "hex", 12, 32, "gitleaks"],
    ["shptka_", "hex", 12, 32, "vendor"],
  ],
  slack: [
    ["^xoxb-", "word", 12, 56, "gitleaks"],
    ["^xoxp-", "word", 12, 72, "gitleaks"],
    ["^xoxa-", "word", 12, 56, "gitleaks"],
    ["^xoxr-", "word", 12, 56, "gitleaks"],
    ["^xoxo-", "word", 12, 56, "gitleaks"],
    ["^xoxs-", "word", 12, 56, "gitleaks"],
    ["^xoxc-", "word", 12, 72, "trufflehog"],
    ["^xoxd-", "word", 12, 72, "trufflehog"],
    ["^xoxe-", "word", 12, 146, "gitleaks"],
    ["^xoxe.", "dotted", 12, 168, "gitleaks"],
    ["^xapp-", "word", 12, 100, "gitleaks"],
    ["^xwfp-", "word", 12, 72, "vendor"],
  ],
  sonar: [
    ["^sqp_", "alnum", 20, 40, "trufflehog"],
    ["^squ_", "alnum", 20, 40, "trufflehog"],
    ["^sqa_", "alnum", 20, 40, "trufflehog"],
  ],
  sourcegraph: [["^sgp_", "word", 32, 57, "gitleaks"]],
  square: [
    ["^EAAA", "word", 22, 60, "gitleaks"],
    ["sq0atp-", "word", 12, 22, "gitleaks"],
    ["sq0csp-", "word", 12, 43, "trufflehog"],
  ],
  stripe: [
    ["^sk_live_", "alnum", 10, 99, "gitleaks"],
    ["^sk_test_", "alnum", 10, 99, "gitleaks"],
    ["^sk_prod_", "alnum", 10, 99, "gitleaks"],
    ["^rk_live_", "alnum", 10, 99, "gitleaks"],
    ["^rk_test_", "alnum", 10, 99, "gitleaks"],
    ["^rk_prod_", "alnum", 10, 99, "gitleaks"],
    ["^ek_live_", "alnum", 20, 60, "vendor"],
    ["^ek_test_", "alnum", 20, 60, "vendor"],
    ["^whsec_", "base64", 16, 32, "github"],
  ],
  supabase: [
    ["^sbp_", "word", 20, 40, "trufflehog"],
    ["^sb_secret_", "word", 16, 40, "vendor"],
  ],
  tailscale: [
    ["tskey-api-", "word", 12, 48, "trufflehog"],
    ["tskey-auth-", "word", 12, 48, "trufflehog"],
    ["tskey-client-", "word", 12, 48, "github"],
    ["tskey-scim-", "word", 12, 48, "github"],
    ["tskey-webhook-", "word", 12, 48, "github"],
  ],
  tavily: [["^tvly-", "word", 16, 32, "vendor"]],
  together: [["^tgp_v1_", "word", 20, 43, "vendor"]],
  twilio: [["^SK", "hex", 32, 32, "gitleaks"]],
  typeform: [["^tfp_", "dotted", 24, 59, "gitleaks"]],
  vault: [
    ["^hvs.", "word", 20, 95, "gitleaks"],
    ["^hvb.", "word", 20, 140, "gitleaks"],
    ["^hvr.", "word", 20, 95, "github"],
  ],
  vercel: [
    ["^vcp_", "alnum", 20, 56, "vendor"],
    ["^vck_", "alnum", 20, 56, "vendor"],
    ["^vca_", "alnum", 20, 56, "vendor"],
    ["vercel_blob_rw_", "word", 16, 48, "vendor"],
  ],
  voyage: [["^pa-", "alnum", 40, 43, "vendor"]],
  wandb: [["^wandb_v1_", "word", 20, 77, "vendor"]],
  xai: [["^xai-", "alnum", 24, 80, "trufflehog"]],
  yandex: [["^AQVN", "word", 30, 36, "gitleaks"]],
  zuplo: [["zpka_", "word", 20, 41, "github"]],
};

/** Every format, one entry per prefix and provider. */
export const PROVIDER_FORMATS: readonly ProviderFormat[] = Object.entries(TABLE).flatMap(
  ([provider, rows]) =>
    rows.map(([prefix, alphabet, min, full, source]) => ({
      provider,
      prefix: prefix.replace("^", ""),
      alphabet,
      min,
      full,
      source,
      bounded: prefix.startsWith("^"),
    })),
);
