/**
 * What a name says about its value. The class decides how much the value itself must look like a
 * secret: everything under `password` goes, under `key` only what no person would have written.
 */
export type NameClass =
  | "password"
  | "secret"
  | "token"
  | "key"
  | "authorization"
  | "auth"
  | "cookie"
  | "session"
  | "signature"
  | "code";

const SUFFIXES = new Set(
  "value values prod production dev staging test live old new current previous confirm confirmation confirmed again repeat b64 base64 plain plaintext text raw enc hex data primary secondary base header input str".split(
    " ",
  ),
);

const PASSWORD =
  /(?:password|passwd|passphrase|passcode|passwort|kennwort|contraseña|contrasena|senha|motdepasse|pwd|pword)$/;
const PASS_ONLY = /(?:passe?|^pw|psk|^masterauth)$/;
const NO_PASS =
  /^(?:com|encom|by|tres|sur|over|under|last|get|ex|first|second|single|multi|all|high|low|band|im|un|fast|render|build|test|did|will|no)passe?$/;
const PHRASE =
  /(?:mnemonic|seedphrase|recoveryphrase|recoverycode|backupcode|recoverycodes|backupcodes)$/;
const SECRET_KEY =
  /(?:api|client|access|secret|private|priv|account|shared|auth|encryption|encrypt|signing|master|service|servicerole|subscription|storage|storageaccount|license|licence|deploy|ssh|hmac|aes|jwt|admin|write|function|functions|webhook|ingest|instrumentation|integration|application|consumer|security|fernet|primary(?:access|master)|secondary(?:access|master)?)key(?:base)?$/;
const NO_TOKEN =
  /(?:next|prev|previous|page|continuation|continue|cursor|sync|delta|resume|start|end|first|last|max|min|eos|bos|pad|unk|sep|cls|mask|stop|special|design|color|colour|css|unexpected|expected|illegal|input|output|prompt|completion|cached|cache|reasoning|total|per|idempotency|concurrency|fencing|cancellation|cancel|abort|symbol|lexer|syntax|keyword|nextpage|prevpage|scroll|skip|paging|pagination|range|watermark|change|checkpoint|sub|by)token$/;
const NO_KEY =
  /(?:cache|primary|partition|sort|foreign|public|pub|publishable|object|s3|row|range|hash|idempotency|dedupe|dedup|unique|natural|surrogate|candidate|lookup|index|group|order|map|translation|i18n|react|redis|item|cart|config|registry|hot|restore|shard|composite|join|event|issue|project|ticket|message|record|entity|field|column|dict|json|object|host|gpg|pgp|tree|parent|child|lock|no|such|anon|site|map|query|node|dedupe|fact|meta|error|rule|param|header|nested|root|leaf|tag|label|metric|search|feature|flag|mon|tur|don|hoc|joc|whis|dis)key$/;

/** The class of a name in any spelling (`clientSecret`, `X-Api-Key`, `DB_PASSWORD_2`), or undefined. */
export function classifyName(name: string): NameClass | undefined {
  if (name.length > 160) return undefined;
  const known = CLASSES.get(name);
  if (known !== undefined) return known ?? undefined;
  const found = classOf(name);
  if (CLASSES.size >= MAX_CLASSES) CLASSES.clear();
  CLASSES.set(name, found ?? null);
  return found;
}

/** Texts of one program have the same few names; hostile ones must not fill the memory. */
const MAX_CLASSES = 500;
const CLASSES = new Map<string, NameClass | null>();

function classOf(name: string): NameClass | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9\u00a1-\uffff]+/)
    .filter((word) => word !== "");
  for (let stripped = 0; stripped < 2 && words.length > 1; stripped++) {
    const last = words.at(-1) as string;
    if (!SUFFIXES.has(last) && !/^\d{1,3}$/.test(last)) break;
    words.pop();
  }
  const joined = words.join("").replace(/\d{1,2}$/, "");
  const last = (words.at(-1) ?? "").replace(/\d{1,2}$/, "");
  if (PASSWORD.test(joined) || PHRASE.test(joined)) return "password";
  if (PASS_ONLY.test(last) && !NO_PASS.test(last)) return "password";
  if (/secrets?$/.test(joined)) return "secret";
  if (/(?:credential|credentials|creds)$/.test(joined)) return "secret";
  if (SECRET_KEY.test(joined)) return "secret";
  if (/^(?:otp|totp|mfacode|otpcode|cvv|cvc|cvv2|securitycode|cardcode)$/.test(joined))
    return "secret";
  if (/authorization$/.test(joined)) return "authorization";
  if (/cookies?$/.test(joined)) return "cookie";
  if (/(?:token|jwt|bearer)$/.test(joined)) return NO_TOKEN.test(joined) ? undefined : "token";
  // One-time codes of OAuth and of mails, and cookies whose value is the session.
  if (/(?:(?:device|oob|auth|authorization)code|tokenhash|^(?:jenkins)?crumb)$/.test(joined))
    return "token";
  if (/^(?:phpsessid|jsessionid|aspnetsessionid|connectsid)$/.test(joined)) return "token";
  if (/^(?:sid|sess|session|jsessionid|phpsessid|sessid)$/.test(last)) return "session";
  if (/(?:sessionid|sessid|connectsid|sessionkey)$/.test(joined)) return "session";
  if (/^(?:signature|sig|hmac|sign)$/.test(last)) return "signature";
  if (/^auth$/.test(last)) return "auth";
  // PKCE, SAML, JWT bearer grants.
  if (/(?:codeverifier|samlresponse|samlrequest|assertion)$/.test(joined)) return "token";
  if (joined === "appid") return "key"; // OpenWeather's key
  if (joined === "code") return "code";
  if (/key$/.test(joined) && !NO_KEY.test(joined)) return "key";
  return undefined;
}
