import { isWordlike } from "./random.ts";

/** Words that say something about a secret instead of being one. */
const STATUS = new Set(
  `missing required invalid expired revoked empty blank null nil none undefined unset unknown
optional true false yes no string str number integer int boolean bool object array text bytes any
password passwd passphrase pass pwd credential credentials token secret key apikey redacted
await new async function lambda return hidden masked filtered removed omitted
wrong incorrect mismatch mismatched failed failure denied forbidden disabled enabled ok bad valid
present absent needed set unavailable rejected accepted basic bearer oauth oauth2 jwt digest header
query cookie body default prompt plain hashed encrypted bcrypt argon2 argon2id scrypt pbkdf2 md5
sha1 sha256 sha512 example sample test changeme varchar char uuid not must is was the a an in on of
for and or from to with without should cannot can has have weak strong short long
fehlt ungueltig ungültig falsch manquant invalide incorrecto falta`.split(/\s+/),
);

/** A word that describes a secret: `api_key: missing`. */
export function isStatusWord(value: string): boolean {
  return STATUS.has(value.toLowerCase().replace(/[-_.,;:!?]+$/g, ""));
}

const PLACEHOLDER = new RegExp(
  [
    "^<[^<>]{0,80}>?$", // <your-api-key>
    "^&lt;",
    String.raw`^\$\{`, // ${TOKEN}, ${{ secrets.TOKEN }}
    String.raw`^\$\(`,
    String.raw`^\$[A-Za-z_]\w{0,60}$`, // $TOKEN
    String.raw`^\$\d{1,2}$`, // $1 in SQL
    String.raw`^\{\{`,
    String.raw`^\{[\w.!]{0,60}(?:\}(?::\{[\w.!]{0,60}\}?)?)?$`,
    String.raw`^%\w{1,60}%$`, // %TOKEN%
    String.raw`^%(?:\(\w{1,40}\))?[sdvqr](?::%[sdvqr])?$`,
    String.raw`^:[a-z_]\w{0,40}$`, // :password in SQL
    "^[?]$",
    "^[*•xX.…#_?-]{2,}$", // ****, xxxx, ...
    String.raw`^.{0,8}(?:\*{2,}|•{2,}|…|\.{3}|x{6,}|X{6,}).{0,4}$`, // sk-…4f2a, ****4f2a
    String.raw`^\[?\(?(?:redacted|filtered|masked|hidden|removed|omitted|secret|none|protected|sensitive)(?: value)?\)?\]?$`,
    "^(?:your|insert|enter|replace|put)(?![a-z0-9])", // your-api-key
  ].join("|"),
  "i",
);

/** The name in capitals, as in `--password PASSWORD`. */
const USAGE = /^(?:[A-Z]{1,20}_){0,3}(?:PASSWORD|PASS|TOKEN|SECRET|KEY)\d?$/;

/** A value that stands for a secret without being one: a template, a mask, an empty string. */
export function isPlaceholder(value: string): boolean {
  if (value.trim() === "") return true;
  return value.length <= 160 && (PLACEHOLDER.test(value) || USAGE.test(value));
}

const PROSE =
  /(?:^|\s)(?:is|are|was|were|be|been|must|has|have|had|should|cannot|can|could|may|might|will|would|not|no|the|a|an|at|of|for|to|in|with|without|from|too|than|and|or|only|please|required|invalid|missing|expired|characters?|ist|muss|fehlt|est|doit|es|debe)(?=\s|[.,;:!?]|$)/i;

/** Text about a secret, as validation errors put it under the name of the field. */
export function isProse(value: string): boolean {
  return /\S\s+\S/.test(value) && PROSE.test(value);
}

const ROOT =
  /^(?:process|import|req|request|res|response|os|env|environ|config|conf|cfg|settings|self|this|ctx|context|event|user|body|form|args|argv|input|data|props|params|options|opts|secrets|vars|var|local|module|credentials|creds|auth|account|payload|state|session|System|Deno|Bun)\W/;

/** `url.password`, `options.auth.token`. */
const MEMBER =
  /^[A-Za-z_$][\w$]{0,40}(?:\??\.[A-Za-z_$][\w$]{0,40}){0,4}\??\.(?:password|passwd|pass|pwd|token|secret|key|apiKey|credentials)$/;

/**
 * An expression of a programming language: `tokens.find(`, `process.env.API_KEY`.
 *
 * @param strict count a chain of words only when it begins as expressions do: a password may have
 * a dot in it.
 */
export function isCode(given: string, strict: boolean): boolean {
  const value = given.replace(/^[!([]{1,2}/, "");
  if (/^[A-Za-z_$][\w$.?]{0,80}[([](?:$|[^\]\d]|\d{1,3}\]?$)/.test(value)) return true;
  if (/^(?:\/\^|(?:self|this)\.|\{\}?$|$)/.test(value) || MEMBER.test(value)) return true;
  return (
    /^[A-Za-z_$][\w$]{0,40}(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]{0,40}){1,6}$/.test(value) &&
    (strict ? ROOT.test(value) : !/\d/.test(value) || isWordlike(value.replace(/[$?>]/g, "")))
  );
}
