/** Makes values that look like secrets at load, so that no file of the repository holds one. */
export class Secrets {
  readonly made: { readonly value: string; readonly publicPrefix: number }[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 97) >>> 0;
  }

  #next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** A value of this length over an alphabet, with the prefix that is public. */
  over(alphabet: string, length: number, prefix = ""): string {
    let value = prefix;
    for (let at = 0; at < length; at++)
      value += alphabet[Math.floor(this.#next() * alphabet.length)];
    return this.keep(value, prefix.length);
  }

  /** Remembers a value made elsewhere as one that must go. */
  keep(value: string, publicPrefix = 0): string {
    this.made.push({ value, publicPrefix });
    return value;
  }

  alnum(length: number, prefix = ""): string {
    return this.over(ALNUM, length, prefix);
  }

  hex(length: number, prefix = ""): string {
    return this.over(HEX, length, prefix);
  }

  base64(length: number, prefix = ""): string {
    return this.over(`${ALNUM}+/`, length, prefix);
  }

  /** A password as people make them: a word, some signs, some digits. */
  password(): string {
    const words = ["harbor", "velvet", "cinder", "maple", "orbit", "juniper"];
    const word = words[Math.floor(this.#next() * words.length)] as string;
    let tail = "";
    for (let at = 0; at < 5; at++) tail += ALNUM[Math.floor(this.#next() * ALNUM.length)];
    return this.keep(`${word}-${tail}${Math.floor(this.#next() * 90) + 10}!`);
  }

  uuid(): string {
    const part = (length: number): string => {
      let out = "";
      for (let at = 0; at < length; at++) out += HEX[Math.floor(this.#next() * 16)];
      return out;
    };
    return this.keep([8, 4, 4, 4, 12].map(part).join("-"));
  }

  jwt(): string {
    const part = (value: unknown): string =>
      btoa(JSON.stringify(value)).replace(/=+$/, "").replace(/\+/g, "-").replace(/\//g, "_");
    let signature = "";
    for (let at = 0; at < 43; at++) signature += ALNUM[Math.floor(this.#next() * ALNUM.length)];
    const id = Math.floor(this.#next() * 1e9);
    return this.keep(
      `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: `u${id}`, iat: id })}.${signature}`,
    );
  }
}

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
