import type { CorpusFailure } from "./corpus-failures.ts";
import type { Entry } from "./entries.ts";
import { frameworks } from "./frameworks.ts";
import { tokensOf } from "./measure.ts";
import { ours } from "./ours.ts";
import type { Sent, Situation } from "./situation.ts";
import { stableText } from "./stable-text.ts";

/** An entry with what each framework and we sent. */
export interface Section {
  readonly entry: Entry;
  /** The client that threw, with its version. */
  readonly client?: string;
  readonly bare: readonly Sent[];
  readonly ours: Sent;
}

/** Characters of a text that the page shows. */
const SHOWN = 240;

/** Ours is shown whole: it has a bound. */
const OURS_SHOWN = 1000;

/** Runs one entry through everything. */
export async function runEntry(entry: Entry, failures: readonly CorpusFailure[]): Promise<Section> {
  const { situation } = entry;
  if (entry.thrown === undefined) return { entry, ...(await sent(situation)) };
  const failure = failures.find(({ case: each }) => each.id === entry.thrown);
  if (failure === undefined) throw new Error(`The corpus does not throw ${entry.thrown} here.`);
  const { client, version } = failure.case;
  const throwing = {
    ...situation,
    tools: situation.tools.map((tool) => {
      if (tool.name !== situation.tool) return tool;
      const execute = (): never => {
        throw failure.value;
      };
      return { ...tool, execute };
    }),
  };
  // Node's own version differs from machine to machine.
  const named =
    version === process.version || version === "builtin" ? undefined : `${client} ${version}`;
  return { entry, ...(named === undefined ? {} : { client: named }), ...(await sent(throwing)) };
}

async function sent(situation: Situation): Promise<{ bare: Sent[]; ours: Sent }> {
  const bare: Sent[] = [];
  for (const { run } of frameworks) bare.push(await run(situation));
  return { bare, ours: await ours(situation) };
}

/** A section as Markdown. */
export function sectionText({ entry, client, bare, ours: own }: Section, number: number): string {
  const { tool, args } = entry.situation;
  const rows = [
    ...frameworks.map(({ name }, index) => row(name, bare[index])),
    row("**Recourse**", own, OURS_SHOWN),
  ];
  return [
    `## ${number}. ${entry.title}`,
    "",
    `${entry.how}${client === undefined ? "" : ` (${client})`}. The call: ${code(`${tool}(${args})`)}`,
    "",
    "| sent by | tokens | what the model reads |",
    "| --- | ---: | --- |",
    ...rows,
    "",
  ].join("\n");
}

function row(name: string, answer: Sent | undefined, shown: number = SHOWN): string {
  if (answer?.text === undefined) return `| ${name} | | nothing: ${answer?.ended ?? ""} |`;
  const whole = stableText(answer.text);
  const cut = whole.length > shown ? whole.slice(0, shown) : whole;
  const rest = cut === whole ? "" : ` … (${whole.length} characters in all)`;
  return `| ${name} | ${tokensOf(answer) ?? 0} | ${code(cut)}${rest} |`;
}

/** A code span in a table cell: one line, with a fence that its text does not hold. */
function code(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ⏎ ").replaceAll("|", "\\|");
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}
