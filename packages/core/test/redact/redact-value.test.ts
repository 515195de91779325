import { describe, expect, it } from "vitest";
import { createRedactor, REDACTED, redactValue } from "../../src/redact.ts";
import { Secrets } from "./secrets.ts";

const secrets = new Secrets(4711);
const token = secrets.alnum(32);
const password = secrets.password();

describe("redactValue", () => {
  it("masks what stands under a secret name and keeps everything else", () => {
    const when = new Date(0);
    expect(
      redactValue({
        query: "lamp",
        page: 2,
        exact: true,
        none: null,
        missing: undefined,
        when,
        big: 12n,
        order: "ORD-2026-0004817",
        apiKey: token,
        auth: { user: "mo", password },
        headers: { Authorization: `Bearer ${token}`, Accept: "*/*" },
        next_page_token: "CAUQAA",
        max_tokens: 4096,
      }),
    ).toEqual({
      query: "lamp",
      page: 2,
      exact: true,
      none: null,
      missing: undefined,
      when,
      big: 12n,
      order: "ORD-2026-0004817",
      apiKey: REDACTED,
      auth: { user: "mo", password: REDACTED },
      headers: { Authorization: `Bearer ${REDACTED}`, Accept: "*/*" },
      next_page_token: "CAUQAA",
      max_tokens: 4096,
    });
  });

  it("masks a weak password under its name, also a number", () => {
    expect(redactValue({ password: "summer", pin: 3, passcode: 482913 })).toEqual({
      password: REDACTED,
      pin: 3,
      passcode: REDACTED,
    });
  });

  it("leaves empty values, placeholders and flags under a secret name", () => {
    const value = { password: "", token: null, apiKey: false, secret: "<your-secret>" };
    expect(redactValue(value)).toEqual(value);
  });

  it("redacts each text by the rules for texts", () => {
    expect(redactValue(["GET /x?api_key=".concat(token), 7])).toEqual([
      `GET /x?api_key=${REDACTED}`,
      7,
    ]);
  });

  it("uses the redactor that it is given", () => {
    const redactor = createRedactor({ literals: ["velvet-orbit"] });
    expect(redactValue({ note: "it is velvet-orbit" }, redactor)).toEqual({
      note: `it is ${REDACTED}`,
    });
  });

  it("masks the second of a pair, the value of a labelled entry, and lists of headers", () => {
    expect(
      redactValue([
        ["x-api-key", token],
        { name: "Authorization", value: `Token ${token}` },
        { name: "city", value: "Aachen" },
        { "set-cookie": [`sid=${token}; Path=/`] },
        ["--token", token, "--dry-run"],
      ]),
    ).toEqual([
      ["x-api-key", REDACTED],
      { name: "Authorization", value: `Token ${REDACTED}` },
      { name: "city", value: "Aachen" },
      { "set-cookie": [REDACTED] },
      ["--token", REDACTED, "--dry-run"],
    ]);
  });

  it("redacts maps, sets, headers, query parameters, and what an object says in JSON", () => {
    expect(redactValue(new Map([["password", password]]))).toEqual(
      new Map([["password", REDACTED]]),
    );
    expect(redactValue(new Set([`token=${token}`]))).toEqual(new Set([`token=${REDACTED}`]));
    expect(redactValue(new Headers({ "x-api-key": token, accept: "*/*" }))).toEqual({
      accept: "*/*",
      "x-api-key": REDACTED,
    });
    expect(redactValue(new URLSearchParams({ token, page: "2" }))).toEqual({
      token: REDACTED,
      page: "2",
    });
    expect(redactValue(new URL(`https://a.example/?token=${token}`))).toBe(
      `https://a.example/?token=${REDACTED}`,
    );
  });

  it("redacts the message and the cause of an error", () => {
    const error = new Error(`sent Authorization: Bearer ${token}`, { cause: { secret: token } });
    const copy = redactValue(error) as Record<string, unknown>;
    expect(copy["message"]).toBe(`sent Authorization: Bearer ${REDACTED}`);
    expect(copy["cause"]).toEqual({ secret: REDACTED });
    expect(String(copy["stack"])).not.toContain(token);
  });

  it("keeps cycles and shared parts", () => {
    const value: Record<string, unknown> = { secret: token };
    value["self"] = value;
    const copy = redactValue(value) as Record<string, unknown>;
    expect(copy["self"]).toBe(copy);
    expect(copy["secret"]).toBe(REDACTED);
  });

  it("never changes its input", () => {
    const value = Object.freeze({ list: Object.freeze([`password=${password}`]), password });
    redactValue(value);
    expect(value).toEqual({ list: [`password=${password}`], password });
  });

  it("survives getters and proxies that throw, and depth without end", () => {
    const hostile = {
      get broken(): string {
        throw new Error("no");
      },
      ok: 1,
      proxy: new Proxy(
        {},
        {
          ownKeys() {
            throw new Error("no");
          },
        },
      ),
    };
    expect(redactValue(hostile)).toEqual({ broken: "[unreadable]", ok: 1, proxy: "[unreadable]" });
    let deep: unknown = "end";
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(JSON.stringify(redactValue(deep))).toContain("[too deep]");
  });

  it("treats __proto__ as a name like any other", () => {
    const value = JSON.parse('{"__proto__":{"password":"summer99"},"a":1}') as unknown;
    expect(JSON.stringify(redactValue(value))).toBe(
      `{"__proto__":{"password":"${REDACTED}"},"a":1}`,
    );
    expect(({} as Record<string, unknown>)["password"]).toBeUndefined();
  });

  it("keeps functions, symbols and binary data as they are", () => {
    const bytes = new Uint8Array([1, 2]);
    const call = (): number => 1;
    expect(redactValue({ bytes, call })).toEqual({ bytes, call });
  });
});
