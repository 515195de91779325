/** What `recourse --help` prints. */
export const USAGE = `recourse: what the tool calls of agents did when they failed, from call records.

  recourse report  TRACE… [--by LABEL] [--out report.html]    the worst tools, errors, recovery, incidents
  recourse compare A B | TRACE… --by LABEL [--baseline NAME]  metrics side by side, with their doubt
  recourse replay  TRACE… --policy FILE                       what another policy would have done
  recourse doctor  TRACE…                                     what is not declared, not wired, or never works

A TRACE is a .jsonl file, plain or gzip, a folder, a glob in quotes, or - for standard input.

  -f, --format FORMAT  table (default), json, csv, markdown; for report also html
  -o, --out FILE       write to a file; its ending gives the format
  -q, --quiet          no progress on standard error
  -h, --help           this, or the help of a command
      --version        the version

Exit codes: 0 done, 1 failed or no records (and doctor: something found), 2 called in a way that
cannot work.
`;

/** What `recourse COMMAND --help` prints. */
export const COMMAND_USAGE: Readonly<Record<string, string>> = {
  report: `recourse report TRACE… [--by LABEL] [--out FILE] [--format FORMAT]

Prints tables; with --out report.html writes one self-contained page: it needs no network, prints well,
and is light or dark as the reader's system is.

  --by LABEL   groups: framework (default), model, agent, mode, or the name of an attribute
  --out FILE   .html, .json, .csv, .md or .txt

  recourse report traces/ --out report.html
  recourse report 'traces/**/*.jsonl.gz' --by model --format json
`,
  compare: `recourse compare A B [C…]
recourse compare TRACE… --by LABEL

Metrics of two or more groups side by side with 95 % intervals, the difference, its p value and a verdict:
higher, lower, or cannot tell. Each group is compared with the first, or with --baseline. Warns when there
are too few runs, and when the groups differ in more than what is compared.

  --by LABEL         groups within all traces: framework, model, agent, mode, or an attribute
  --baseline NAME    the group that the others are compared with
  --scenario LABEL   the attribute that names the kind of task. Default: scenario

  recourse compare before/ after/
  recourse compare traces/ --by framework --baseline langgraph
`,
  replay: `recourse replay TRACE… --policy FILE

What another policy would have stopped, what that would have saved, and what it would have stopped wrongly.
The policy is JSON as for createRecovery, or default, or strict (the rules of the essays to the letter).
Traces of mode "observe" show most: nothing was stopped in them.

  recourse replay traces/ --policy policy.json
  recourse replay traces/ --policy strict --format markdown
`,
  doctor: `recourse doctor TRACE…

Looks for halts that the framework did not carry out, runs whose end nothing recorded, tools without a
declared effect (with a suggestion), tools whose failure messages are never followed by a success, and
tools that only ever fail for a reason that no message can mend.

Exit code 1 when something was found, 0 otherwise.

  recourse doctor traces/
`,
};
