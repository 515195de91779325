import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { nearestWord } from "./nearest-word.ts";

/** The options of all commands; each command takes some. */
const OPTIONS: Readonly<Record<OptionName, NonNullable<ParseArgsConfig["options"]>[string]>> = {
  by: { type: "string" },
  scenario: { type: "string" },
  baseline: { type: "string" },
  policy: { type: "string" },
  format: { type: "string", short: "f" },
  out: { type: "string", short: "o" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
};

/** The name of an option. */
export type OptionName =
  | "by"
  | "scenario"
  | "baseline"
  | "policy"
  | "format"
  | "out"
  | "quiet"
  | "help";

/** What stands behind a command. */
export interface CommandLine {
  readonly paths: readonly string[];
  readonly text: Readonly<Partial<Record<OptionName, string>>>;
  readonly flags: ReadonlySet<OptionName>;
}

/** Options that every command takes. */
const COMMON: readonly OptionName[] = ["format", "out", "quiet", "help"];

/**
 * Reads what stands behind a command.
 *
 * @param takes the command's own options.
 * @throws UsageError that says what to write instead.
 */
export function readCommandLine(
  command: string,
  args: readonly string[],
  takes: readonly OptionName[],
): CommandLine {
  const names = [...takes, ...COMMON];
  const options = Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));
  const parsed = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const text: Partial<Record<OptionName, string>> = {};
  const flags = new Set<OptionName>();
  for (const token of parsed.tokens) {
    if (token.kind !== "option") continue;
    const name = names.find((known) => known === token.name);
    if (name === undefined) throw unknownOption(command, token.rawName, names);
    if (OPTIONS[name].type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`--${name} takes no value.`);
      flags.add(name);
      continue;
    }
    // With `strict: false` a missing value swallows nothing and is seen here.
    if (token.value === undefined || token.value === "" || isOption(token)) {
      throw new UsageError(`--${name} needs a value: ${EXAMPLES[name] ?? `--${name} VALUE`}.`);
    }
    text[name] = token.value;
  }
  return { paths: parsed.positionals, text, flags };
}

function isOption(token: {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}): boolean {
  return token.inlineValue === false && /^--?[a-z]/.test(token.value ?? "");
}

const EXAMPLES: Readonly<Partial<Record<OptionName, string>>> = {
  by: "--by framework",
  scenario: "--scenario task",
  baseline: "--baseline langgraph",
  policy: "--policy policy.json, or default, or strict",
  format: "--format json",
  out: "--out report.html",
};

function unknownOption(command: string, written: string, names: readonly OptionName[]): UsageError {
  const near = nearestWord(written.replace(/^-+/, ""), names);
  const meant = near === undefined ? "" : ` Did you mean --${near}?`;
  const all = names.map((name) => `--${name}`).join(", ");
  return new UsageError(
    `recourse ${command} has no option ${written}.${meant} It takes ${all}; what begins with - and is a path goes behind --.`,
  );
}
