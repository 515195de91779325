import { describe, expect, it } from "vitest";
import {
  type Alphabet,
  PROVIDER_FORMATS,
  type ProviderFormat,
} from "../../src/redact/provider-formats.ts";
import { redact } from "../../src/redact.ts";
import { leak, wrap } from "./labelled.ts";
import { Secrets } from "./secrets.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ALPHABETS: Readonly<Record<Alphabet, string>> = {
  alnum: `${letters}0123456789`,
  word: `${letters}0123456789`,
  dotted: `${letters}0123456789`,
  base64: `${letters}0123456789+/`,
  hex: "0123456789abcdef",
  uuid: "0123456789abcdef",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
};

/** A key of this format, made at load. */
function example(format: ProviderFormat, seed: number): Secrets["made"][number] {
  const secrets = new Secrets(seed + 1000);
  // A digit at a fixed place: a random key of letters alone is possible, and no test should hang on it.
  secrets.over(ALPHABETS[format.alphabet], format.full - 1, `${format.prefix}7`);
  return {
    value: secrets.made[0]?.value ?? "",
    publicPrefix: format.prefix.length,
  };
}

const rows = PROVIDER_FORMATS.map((format, index) => {
  return [`${format.provider} ${format.prefix}`, example(format, index), format] as const;
});

describe("a key in a provider's format", () => {
  it.each(rows)("%s goes, wherever it stands in a text", (_name, secret) => {
    const texts = [
      `the server said ${secret.value} is not known`,
      `{"id":7,"x":"${secret.value}"}`,
      `a\\n${secret.value}\\nb`,
      `${secret.value}\nnext line`,
      `(${secret.value})`,
    ];
    for (const text of texts) {
      const output = redact(text);
      expect(leak(output, secret)).toBeUndefined();
      expect(output.length).toBeGreaterThan("[REDACTED]".length);
    }
  });

  it.each(rows)("%s goes when a printer broke it into lines", (_name, secret) => {
    for (const separator of ["\n", "\r\n", "\n    ", "\\\n", '" +\n  "']) {
      const output = redact(`got\n  ${wrap(secret.value, 36, separator)}\nfor repository acme`);
      expect(leak(output, secret)).toBeUndefined();
      expect(output).toContain("\nfor repository acme");
    }
  });

  it.each(rows)("%s goes when its end was cut off", (_name, secret, format) => {
    const length = format.prefix.length + Math.max(format.min, Math.ceil(format.full * 0.75));
    const cut = secret.value.slice(0, length);
    expect(leak(redact(`got ${cut}`), { ...secret, value: cut })).toBeUndefined();
  });
});

it("names a source for every format", () => {
  expect(PROVIDER_FORMATS.filter(({ source }) => source.length === 0)).toEqual([]);
});

it("covers at least 100 providers", () => {
  expect(new Set(PROVIDER_FORMATS.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(
    100,
  );
});

it("needs no more of a key than a whole one has", () => {
  expect(PROVIDER_FORMATS.filter(({ min, full }) => min > full)).toEqual([]);
});
