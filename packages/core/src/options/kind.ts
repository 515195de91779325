/** What a value must be, in words, and whether it is. */
export interface Kind {
  /** Goes after "to be": `a whole number of at least 1`. */
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
  /** The closed list behind it: of a misspelt word the nearest one is told. */
  readonly words?: readonly string[] | undefined;
  /** What to do about a value that does not fit, where `wanted` does not say it. */
  readonly advice?: string | undefined;
  /** The value may hold a secret, so a message never shows it. */
  readonly secret?: boolean | undefined;
}

/** A whole number from `least` up. */
export function whole(least: number, advice?: string): Kind {
  return {
    wanted: `a whole number of at least ${least}`,
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= least,
    advice,
  };
}

/** A finite number from `least` to `most`. */
export function number(least: number, most: number = Number.POSITIVE_INFINITY): Kind {
  const range =
    most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    wanted: `a finite number ${range}`,
    fits: (value) =>
      typeof value === "number" && Number.isFinite(value) && value >= least && value <= most,
  };
}

/** One of a few words. */
export function oneOf(words: readonly string[]): Kind {
  return {
    wanted: `one of ${words.map((word) => `"${word}"`).join(", ")}`,
    fits: (value) => typeof value === "string" && words.includes(value),
    words,
  };
}

/** The same, or `false` for "off". */
export function orFalse(kind: Kind): Kind {
  return {
    ...kind,
    wanted: `${kind.wanted}, or false`,
    fits: (value) => value === false || kind.fits(value),
  };
}

/** An object that has these methods, whatever else it is. */
export function having(methods: readonly string[], wanted: string, advice?: string): Kind {
  return {
    wanted,
    fits: (value) =>
      isObject(value) &&
      methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function"),
    advice,
  };
}

/** A text with something in it. */
export const text: Kind = {
  wanted: "a text that is not empty",
  fits: (value) => typeof value === "string" && value.trim() !== "",
};
/** `true` or `false`. */
export const flag: Kind = { wanted: "true or false", fits: (value) => typeof value === "boolean" };
/** Any function. */
export const callable: Kind = {
  wanted: "a function",
  fits: (value) => typeof value === "function",
};
/** An object that is neither an array nor a promise. */
export const object: Kind = {
  wanted: "an object",
  // Options that were not awaited would look like options that say nothing.
  fits: (value) => isObject(value) && !(value instanceof Promise),
};
/** Any array; `checkEach` looks at what is in it. */
export const list: Kind = { wanted: "an array", fits: Array.isArray };
/** Whatever is given is left to somebody else. */
export const anything: Kind = { wanted: "anything", fits: () => true };
/** A text that no message may show. An empty one is no secret, and does no harm. */
export const secret: Kind = {
  wanted: "a text",
  fits: (value) => typeof value === "string",
  secret: true,
};
/** A tool of whichever framework. */
export const tool: Kind = {
  wanted: "a tool, which is an object or a function",
  fits: (value) => isObject(value) || typeof value === "function",
};
/** Recognised by shape: an environment may have a class of its own for it. */
export const signal: Kind = {
  wanted: "an AbortSignal",
  fits: (value) =>
    isObject(value) &&
    typeof (value as { aborted?: unknown }).aborted === "boolean" &&
    typeof (value as { addEventListener?: unknown }).addEventListener === "function",
  advice: "Of an AbortController, pass its `signal`.",
};
/** Recognised by shape: each adapter has its own, and copies of a package differ. */
export const recovery: Kind = having(
  ["run", "resume", "toolOptions"],
  "what createRecovery() returned",
);

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
