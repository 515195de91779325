// valibot, arktype, yup, joi, superstruct, a Standard Schema failure; texts that do not parse: yaml

import { versionOf } from "../lib/case.mjs";
import { A } from "../lib/labels.mjs";
export const cases = [];
// validators
{
  const V = (client, id, how, label, run) => ({
    client,
    version: versionOf(client),
    load: () => import(client),
    call: "write",
    id: `${client}/${id}`,
    how,
    label,
    run: async (_e, m) => run(m),
  });
  const bad = { id: "abc", plan: "x" },
    inv = A.invalid("arguments do not fit");
  cases.push(
    V("valibot", "parse", "ValiError", inv, (m) =>
      m.parse(m.object({ id: m.number(), plan: m.picklist(["a", "b"]) }), bad),
    ),
    V("valibot", "missing", "ValiError", inv, (m) => m.parse(m.object({ id: m.number() }), {})),
    {
      ...V("valibot", "safeParse", "issues returned", inv),
      run: async (_e, m) => {
        const { returned } = await import("../lib/case.mjs");
        const r = m.safeParse(m.object({ id: m.number() }), bad);
        returned({ issues: r.issues });
      },
    },
    V("arktype", "assert", "TraversalError", inv, (m) => m.type({ id: "number" }).assert(bad)),
    {
      ...V("arktype", "errors", "ArkErrors returned", inv),
      run: async (_e, m) => {
        const { returned } = await import("../lib/case.mjs");
        returned(m.type({ id: "number" })(bad));
      },
    },
    V("yup", "validateSync", "ValidationError", inv, (m) =>
      m
        .object({ id: m.number().required(), plan: m.string().oneOf(["a"]) })
        .validateSync(bad, { abortEarly: false }),
    ),
    V("yup", "one", "ValidationError, abortEarly", inv, (m) =>
      m.number().required().validateSync(undefined),
    ),
    V("joi", "attempt", "ValidationError", inv, (m) =>
      (m.default ?? m).attempt(
        bad,
        (m.default ?? m).object({ id: (m.default ?? m).number().required() }),
      ),
    ),
    V("joi", "validateAsync", "ValidationError", inv, (m) =>
      (m.default ?? m).object({ id: (m.default ?? m).number().required() }).validateAsync({}),
    ),
    V("superstruct", "assert", "StructError", inv, (m) =>
      m.assert(bad, m.object({ id: m.number() })),
    ),
    V("yaml", "parse", "a list that does not end", A.invalid("no YAML"), (m) =>
      m.parse("a: [1, 2\nb: }"),
    ),
    V(
      "yaml",
      "duplicate",
      "a key twice",
      A.invalid("no YAML", [["conflict", "malformed-args", false]]),
      (m) => m.parse("a: 1\na: 2"),
    ),
    V("zod", "standard-schema", "a Standard Schema failure made an error", inv, (m) => {
      const r = m.z.object({ id: m.z.number() })["~standard"].validate(bad);
      throw Object.assign(new Error("bad arguments"), { issues: r.issues });
    }),
  );
}
