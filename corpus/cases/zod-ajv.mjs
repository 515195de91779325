// zod 3 and 4, Ajv

import { returned, versionOf } from "../lib/case.mjs";
import { A, IDEM, L } from "../lib/labels.mjs";
export const cases = [];
// ---------- validators ----------
const bad = { id: "abc", plan: "Pro Plan", tags: [1], extra: true };
{
  const z = (client, pkg) => {
    const b = { client, version: versionOf(pkg), load: () => import(pkg), call: "write" };
    const S = (m) =>
      m.z.object({
        id: m.z.number().int(),
        plan: m.z.enum(["basic", "pro", "scale"]),
        tags: m.z.array(m.z.string()),
      });
    cases.push(
      {
        ...b,
        id: `${client}/parse`,
        how: "parse(): three issues",
        label: A.invalid("ZodError on tool arguments"),
        run: async (_e, m) => S(m).parse(bad),
        expect: (e) => e.issues?.length >= 3,
      },
      {
        ...b,
        id: `${client}/missing`,
        how: "parse({})",
        label: A.invalid("required fields missing"),
        run: async (_e, m) => S(m).parse({}),
      },
      {
        ...b,
        id: `${client}/safeParse`,
        how: "safeParse().error returned",
        label: A.invalid("returned ZodError"),
        run: async (_e, m) => returned(S(m).safeParse(bad).error),
      },
      {
        ...b,
        id: `${client}/strict`,
        how: "unrecognized key",
        label: A.invalid("unrecognized_keys"),
        run: async (_e, m) => S(m).strict().parse({ id: 1, plan: "pro", tags: [], nope: 1 }),
      },
      {
        ...b,
        id: `${client}/response-validation`,
        how: "ZodError while validating the UPSTREAM response, wrapped with a cause",
        label: L(
          "upstream",
          "forbidden",
          false,
          "the upstream broke its contract; only the wrapper says so",
          {
            accept: [
              ["invalid_args", "malformed-args", false],
              ["internal", "malformed-args", false],
              ["upstream", "transient", IDEM],
            ],
          },
        ),
        run: async (_e, m) => {
          try {
            S(m).parse(bad);
          } catch (cause) {
            throw new Error("Unexpected response shape from upstream API", { cause });
          }
        },
      },
      {
        ...b,
        id: `${client}/async-refine`,
        how: "parseAsync refine",
        label: A.invalid("refine failed"),
        run: async (_e, m) =>
          m.z
            .string()
            .refine(async () => false, "no such order id")
            .parseAsync("x"),
      },
    );
    if (client === "zod")
      cases.push({
        ...b,
        id: "zod/async-in-sync",
        how: "schema has an async refine, parse() used: $ZodAsyncError",
        label: A.internal("schema misuse: the tool's own bug", [
          ["invalid_args", "malformed-args", false],
        ]),
        run: async (_e, m) =>
          m.z
            .string()
            .refine(async () => true)
            .parse("x"),
      });
  };
  z("zod", "zod");
  z("zod@3", "zod3");
  const b = (client) => ({
    client,
    version: versionOf(client),
    load: () => import(client),
    call: "write",
  });
  cases.push(
    {
      ...b("ajv"),
      id: "ajv/errors-array",
      how: "validate.errors returned as an array",
      label: A.invalid("array of Ajv errors"),
      run: async (_e, m) => {
        const v = new m.Ajv({ allErrors: true }).compile({
          type: "object",
          required: ["id", "zip"],
          properties: { id: { type: "integer" }, plan: { enum: ["basic", "pro"] } },
        });
        v(bad);
        returned(v.errors);
      },
    },
    {
      ...b("ajv"),
      id: "ajv/ValidationError",
      how: "$async schema throws ValidationError",
      label: A.invalid("Ajv ValidationError"),
      run: async (_e, m) =>
        new m.Ajv().compile({
          $async: true,
          type: "object",
          properties: { id: { type: "integer" } },
        })(bad),
      expect: (e) => Array.isArray(e.errors),
    },
    {
      ...b("ajv"),
      id: "ajv/bad-schema",
      how: "strict mode: unknown keyword",
      label: A.internal("the schema itself is wrong", [["invalid_args", "malformed-args", false]]),
      run: async (_e, m) => new m.Ajv().compile({ typo: 1 }),
    },
  );
}
