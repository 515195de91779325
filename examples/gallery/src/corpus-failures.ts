import { type Case, Env, loadCases, runCases } from "@recourse/corpus";

/** What a real client threw. */
export interface CorpusFailure {
  readonly case: Case;
  readonly value: unknown;
}

/** Everything that the corpus' clients throw, in the order of its files. */
export async function corpusFailures(): Promise<CorpusFailure[]> {
  const cases = await loadCases();
  const thrown = new Map<string, CorpusFailure>();
  const env = new Env();
  await runCases(cases, env, (each, produced) => {
    if (produced.skip !== undefined || produced.origin !== "thrown") return;
    thrown.set(each.id, { case: each, value: produced.value });
  });
  await Promise.race([env.close(), new Promise((resolve) => setTimeout(resolve, 3000))]);
  return cases.flatMap(({ id }) => thrown.get(id) ?? []);
}
