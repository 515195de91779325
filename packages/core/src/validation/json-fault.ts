/** Where and why a text is no JSON. */
export interface JsonFault {
  /** In words, without a full stop. */
  readonly problem: string;
  /** UTF-16 units from the start. */
  readonly position: number;
  /** The text ends before the value does. */
  readonly cut: boolean;
}

/** Deeper nesting than this is not followed. */
const MAX_DEPTH = 500;

/**
 * Finds the first place where a text stops being JSON, in words that say what to change. To be
 * asked only about texts that `JSON.parse` rejects.
 */
export function jsonFault(text: string): JsonFault {
  const scan = new Scan(text);
  try {
    scan.value(0);
    scan.space();
    if (scan.position < text.length) scan.fail("text after the end of the value");
  } catch (fault) {
    if (fault instanceof Stop) return fault.fault;
  }
  return { problem: "it is not valid JSON", position: 0, cut: false };
}

class Stop {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    this.fault = fault;
  }
}

class Scan {
  position = 0;
  readonly #text: string;
  /** The key whose value is being read, for a text that breaks off. */
  #key = "";

  constructor(text: string) {
    this.#text = text;
  }

  fail(problem: string): never {
    throw new Stop({ problem, position: this.position, cut: false });
  }

  #end(problem: string): never {
    throw new Stop({ problem, position: this.#text.length, cut: true });
  }

  space(): void {
    while (/[ \t\n\r]/.test(this.#text[this.position] ?? "")) this.position += 1;
    if (this.#text.startsWith("//", this.position) || this.#text.startsWith("/*", this.position)) {
      this.fail("comments are not allowed");
    }
  }

  value(depth: number): void {
    this.space();
    const char = this.#text[this.position];
    if (char === undefined)
      this.#end(this.#key === "" ? "it is empty" : `the value of ${this.#key} is missing`);
    if (depth > MAX_DEPTH) this.fail("it is nested too deeply");
    if (char === "{") this.#object(depth);
    else if (char === "[") this.#array(depth);
    else if (char === '"') this.#string();
    else this.#word(char);
  }

  #object(depth: number): void {
    this.position += 1;
    this.space();
    if (this.#take("}")) return;
    for (;;) {
      this.space();
      this.#keyOf();
      this.space();
      if (!this.#take(":")) this.#expect('":" after the key');
      this.value(depth + 1);
      this.space();
      if (this.#take("}")) return;
      if (!this.#take(",")) this.#expect('"," or "}"');
      this.space();
      if (this.#text[this.position] === "}") this.fail('"," before "}"');
    }
  }

  #keyOf(): void {
    const char = this.#text[this.position];
    if (char === undefined) this.#end('it ends before its closing "}"');
    if (char === "'") this.fail("single quotes instead of double quotes");
    if (char !== '"') {
      const name = /^[\p{L}\p{N}_$-]{1,40}/u.exec(this.#text.slice(this.position))?.[0];
      this.fail(
        name === undefined
          ? "a key in double quotes is missing"
          : `the key ${name} is not in double quotes`,
      );
    }
    const start = this.position + 1;
    this.#string();
    this.#key = `"${this.#text.slice(start, Math.min(this.position - 1, start + 40))}"`;
  }

  #array(depth: number): void {
    this.position += 1;
    this.space();
    if (this.#take("]")) return;
    for (;;) {
      this.value(depth + 1);
      this.space();
      if (this.#take("]")) return;
      if (!this.#take(",")) this.#expect('"," or "]"');
      this.space();
      if (this.#text[this.position] === "]") this.fail('"," before "]"');
    }
  }

  #string(): void {
    const start = this.position;
    for (let index = start + 1; index < this.#text.length; index++) {
      const code = this.#text.charCodeAt(index);
      if (code === 34) {
        this.position = index + 1;
        return;
      }
      if (code < 32) {
        this.position = index;
        this.fail(
          code === 10 || code === 13
            ? "a line break inside a string must be written \\n"
            : "a control character inside a string must be escaped",
        );
      }
      if (code === 92) {
        const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(
          this.#text.slice(index, index + 6),
        );
        if (escaped === null) {
          if (
            index + 6 > this.#text.length &&
            /^\\(?:u[0-9a-fA-F]*)?$/.test(this.#text.slice(index))
          )
            break;
          this.position = index;
          this.fail("a backslash inside a string must be doubled");
        }
        index += escaped[0].length - 1;
      }
    }
    this.#end(
      this.#key === "" ? "it ends inside a string" : `it ends inside the string of ${this.#key}`,
    );
  }

  #word(char: string): void {
    const rest = this.#text.slice(this.position, this.position + 60);
    const good = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(
      rest,
    );
    if (good !== null) {
      this.position += good[0].length;
      return;
    }
    if (char === "'") this.fail("single quotes instead of double quotes");
    const literal = /^(?:True|False|None|undefined|NaN|-?Infinity)\b/.exec(rest)?.[0];
    if (literal !== undefined)
      this.fail(`${literal} is no JSON value (use ${JSON_LITERALS[literal] ?? "null"})`);
    if (/^(?:tru?|fals?|nul?|-?\d*\.?)$/.test(rest)) this.#end("it ends inside a value");
    if (rest.startsWith("```")) this.fail("a code fence around the JSON");
    const word = /^[\p{L}\p{N}_$.-]{1,40}/u.exec(rest)?.[0];
    if (this.position === 0) this.fail("it is plain text");
    if (word === undefined) this.fail("there is no JSON value");
    this.fail(`the value ${word} is not in double quotes`);
  }

  #take(char: string): boolean {
    if (this.#text[this.position] !== char) return false;
    this.position += 1;
    return true;
  }

  #expect(what: string): never {
    if (this.position >= this.#text.length) this.#end(`it ends where ${what} should follow`);
    return this.fail(`${what} is missing`);
  }
}

const JSON_LITERALS: Readonly<Record<string, string>> = { True: "true", False: "false" };
