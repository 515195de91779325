import { frameworks } from "./frameworks.ts";
import { longerThan, type Measured, type Sizes, sizesOf, withoutHuge } from "./measure.ts";
import { type Section, sectionText } from "./sections.ts";

/** The page of the docs. */
export function pageText(
  measured: readonly Measured[],
  malformed: readonly Measured[],
  sections: readonly Section[],
): string {
  return [
    "# Gallery",
    "",
    "Twenty real failures: the text that each framework sends its model as it comes, and the text that Recourse sends.",
    "Written by `pnpm --filter @recourse/example-gallery start`, which runs all of them; do not edit it by hand. Folders,",
    "ports and dates are replaced by `<path>`, `<port>` and `<date>`, and long texts are cut. Tokens are estimated, by the",
    "estimate that the records use. The three adapters send the text that core writes (`examples/compare` tests it).",
    "",
    "Written again, the page stays the same, but for the figures of the corpus by a little: a client that does not load, or",
    "does not fail in time on a busy machine, is left out.",
    "",
    "## Size over the corpus",
    "",
    ...sizes(measured),
    "",
    "## Size of malformed calls",
    "",
    `What a model gets wrong by itself: ${malformed.length} calls from public reports whose arguments do not fit the tool's`,
    "schema. Two of the four send the validator's whole dump, one of them with a stack trace (whose paths, here shortened",
    "to `<path>`, cost more than is counted).",
    "",
    ...table(malformed),
    "",
    ...sections.map((section, index) => sectionText(section, index + 1)),
  ].join("\n");
}

function sizes(measured: readonly Measured[]): string[] {
  const common = withoutHuge(measured);
  return [
    `One tool fails in turn as each of ${measured.length} errors of the corpus (all that are thrown, by real clients but for`,
    "some that are written by hand).",
    "",
    ...table(measured),
    "",
    "Read this with care. The means of the first three are those of **one** hand-made error with a message of two million",
    "characters, which they send whole. Without it:",
    "",
    ...table(common),
    "",
    "So a bare text is mostly **shorter** than ours: the three send `error.message` and next to nothing else, however little",
    "that says (`fetch failed`), and the Agents SDK sends one constant sentence that says nothing at all. Ours costs about",
    "sixty tokens because it says whether to call again, what may have happened and what to do next. It is the smaller one",
    "where bare texts are long, and it has a bound, which theirs have not. By length of the longest bare text:",
    "",
    "| longest bare text | failures | bare, mean of all four | Recourse, mean | Recourse : bare |",
    "| --- | ---: | ---: | ---: | ---: |",
    band(
      "up to 30 tokens",
      common.filter((each) => !longerThan([each], 30).length),
    ),
    band(
      "31 to 60",
      longerThan(common, 30).filter((each) => !longerThan([each], 60).length),
    ),
    band("over 60", longerThan(common, 60)),
    band("over 100", longerThan(common, 100)),
  ];
}

function table(measured: readonly Measured[]): string[] {
  const own = sizesOf(measured.map((each) => each.ours));
  const rows = frameworks.map(({ name, version }, index) =>
    line(`${name} ${version}`, sizesOf(measured.map(({ bare }) => bare[index])), own),
  );
  const all = sizesOf(measured.flatMap(({ bare }) => bare));
  return [
    "| sent by | texts | mean tokens | median | max | Recourse's mean to this |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    line("the four bare frameworks", all, own),
    `| **Recourse** | ${own.count} | ${Math.round(own.mean)} | ${own.median} | ${own.max} | |`,
  ];
}

function line(name: string, { count, mean, median, max }: Sizes, own: Sizes): string {
  return `| ${name} | ${count} | ${Math.round(mean)} | ${median} | ${max} | ${(own.mean / mean).toFixed(1)} |`;
}

function band(name: string, measured: readonly Measured[]): string {
  const bare = sizesOf(measured.flatMap((each) => each.bare)).mean;
  const own = sizesOf(measured.map((each) => each.ours)).mean;
  return `| ${name} | ${measured.length} | ${Math.round(bare)} | ${Math.round(own)} | ${(own / bare).toFixed(1)} |`;
}
