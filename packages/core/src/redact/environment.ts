/**
 * The values of environment variables, to be registered as literals. Names that are not set give
 * nothing.
 *
 * @param names the variables that hold secrets.
 * @param environment where they are looked up. Default: the process's, where there is one.
 */
export function literalsFromEnvironment(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = processEnvironment(),
): string[] {
  return names
    .map((name) => environment[name])
    .filter((value): value is string => value !== undefined && value !== "");
}

/** Edge workers and browsers have no process. */
function processEnvironment(): Readonly<Record<string, string | undefined>> {
  const host = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return host.process?.env ?? {};
}
