/** Names of fields whose values are secret whatever they look like. */
const SECRET =
  /(?:^|_)(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|credentials?|tokens?|api_?key|apikey|private_?key|signing_?key|secret_?key|encryption_?key|access_?key|auth(?:orization)?|cookies?|session_?id|otp|pin|cvv|cvc|ssn|mnemonic|seed_?phrase|bearer)(?:$|_)/;
/** Names that only speak of one: `token_count`, `password_policy`. */
const ABOUT =
  /(?:^|_)(?:counts?|limits?|lengths?|types?|names?|policy|usage|budget|max|min|total|expires?(?:_at|_in)?|ttl|hint|urls?|enabled|required)$/;

/** Whether a field's name says that its value is secret. */
export function isSecretName(name: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[\s.-]+/g, "_")
    .toLowerCase();
  return SECRET.test(plain) && !ABOUT.test(plain) && !/^(?:max|min|num|total)_/.test(plain);
}
