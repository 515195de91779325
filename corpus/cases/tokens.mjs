// jose: tokens that do not verify

import { versionOf } from "../lib/case.mjs";
import { A } from "../lib/labels.mjs";
export const cases = [];
const client = "jose",
  base = { client, version: versionOf(client), load: () => import("jose"), call: "read" };
const key = new Uint8Array(32).fill(7);
const token = (m, change = (t) => t) =>
  change(new m.SignJWT({}).setProtectedHeader({ alg: "HS256" }).setAudience("a")).sign(key);
const S = {
  expired: [
    A.auth("exp passed"),
    async (m) => m.jwtVerify(await token(m, (t) => t.setExpirationTime(1)), key),
  ],
  early: [
    A.auth("nbf to come"),
    async (m) => m.jwtVerify(await token(m, (t) => t.setNotBefore("1h")), key),
  ],
  audience: [
    A.auth("meant for another"),
    async (m) => m.jwtVerify(await token(m), key, { audience: "b" }),
  ],
  signature: [
    A.auth("signed by another"),
    async (m) => m.jwtVerify(await token(m), new Uint8Array(32)),
  ],
  "no-token": [
    A.auth("no token at all", [["invalid_args", "malformed-args", false]]),
    async (m) => m.jwtVerify("abc", key),
  ],
};
for (const [k, [label, run]] of Object.entries(S))
  cases.push({
    ...base,
    id: `${client}/${k}`,
    how: `jwtVerify, ${k}`,
    label,
    run: async (_env, m) => run(m),
  });
