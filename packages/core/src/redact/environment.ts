import { checkEach } from "../options/check-fields.ts";
import { text } from "../options/kind.ts";

/**
 * The values of environment variables, to be registered as literals. Names that are not set give
 * nothing.
 *
 * @param names the variables that hold secrets.
 * @param environment where they are looked up. Default: the process's, where there is one.
 * @throws RecourseError `invalid_option`, where `names` is no array of names
 */
export function literalsFromEnvironment(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = processEnvironment(),
): string[] {
  checkEach("names", names, text, { of: "literalsFromEnvironment()" });
  return names
    .map((name) => environment[name])
    .filter((value): value is string => value !== undefined && value !== "");
}

/** Edge workers and browsers have no process. */
function processEnvironment(): Readonly<Record<string, string | undefined>> {
  const host = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return host.process?.env ?? {};
}
