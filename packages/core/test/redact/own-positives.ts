import type { OwnPositive } from "./case.ts";
import { COMMAND_CASES } from "./command-cases.ts";
import { DUMP_CASES } from "./dump-cases.ts";
import { FORMAT_CASES } from "./format-cases.ts";
import { HEADER_CASES } from "./header-cases.ts";
import { LINK_CASES } from "./link-cases.ts";
import { NAME_CASES } from "./name-cases.ts";
import { NOTATIONS } from "./notations.ts";
import { Secrets } from "./secrets.ts";

const CASES = [
  ...HEADER_CASES,
  ...NAME_CASES,
  ...FORMAT_CASES,
  ...COMMAND_CASES,
  ...LINK_CASES,
  ...DUMP_CASES,
];

/** Texts in notations and of kinds that the labelled cases do not have. */
export const OWN_POSITIVES: readonly OwnPositive[] = [
  ...CASES.map(([kind, build, ...keep], index) => {
    const secrets = new Secrets(index + 1);
    const text = build(secrets);
    return { kind, text, secrets: secrets.made, keep };
  }),
  ...NOTATIONS.map(([kind, make, text, keep], index) => {
    const secrets = new Secrets(index + 501);
    return { kind, text: text(make(secrets)), secrets: secrets.made, keep };
  }),
];
