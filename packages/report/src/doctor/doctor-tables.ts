import type { ErrorType } from "@recourse/core";
import { frameworkName } from "../analyse/label-of.ts";
import { cell, count, type Table } from "../render/table.ts";
import type { Doctor, EndlessRuns, ToolHealth, UnwiredHalts } from "./doctor.ts";
import { suggestEffect } from "./suggest-effect.ts";

/** Error episodes without a success from which on a tool's messages are called into question. */
const ENOUGH_EPISODES = 3;
/** Share of a place's runs without an end from which on that is no crash and no run under way. */
const ENDLESS_SHARE = 0.5;

/** Something that should be looked into, and what to do about it. */
export interface Finding {
  readonly check:
    | "halt not wired"
    | "no end recorded"
    | "undeclared tool"
    | "check that settles nothing"
    | "message that never helps"
    | "failure beyond the model";
  /** The tool, or the place in the code. */
  readonly where: string;
  readonly evidence: string;
  readonly advice: string;
}

/** What is wrong, the costliest first within each check. Empty when nothing is. */
export function findings(doctor: Doctor): readonly Finding[] {
  const tools = [...doctor.tools].sort(([, a], [, b]) => b.failures - a.failures);
  return [
    ...[...doctor.unwired.values()].sort((a, b) => b.turns - a.turns).map(unwired),
    ...[...doctor.ends.values()]
      .filter(({ runs, endless }) => endless >= runs * ENDLESS_SHARE && endless > 0)
      .sort((a, b) => b.endless - a.endless)
      .map(endless),
    ...tools.filter(([, health]) => !health.declared).map(undeclared),
    ...tools.flatMap((tool) => unsettled(tool, doctor.tools)),
    ...tools
      .filter(([, { episodes, recovered }]) => episodes >= ENOUGH_EPISODES && recovered === 0)
      .map(neverRecovers),
  ];
}

/** Findings as a table. */
export function doctorTable(found: readonly Finding[]): Table {
  return {
    title: found.length === 0 ? "Nothing found" : `Findings: ${count(found.length)}`,
    columns: [
      { key: "check", label: "check" },
      { key: "where", label: "where" },
      { key: "evidence", label: "evidence" },
      { key: "advice", label: "what to do" },
    ],
    rows: found.map((finding) => ({
      check: cell.text(finding.check),
      where: cell.text(finding.where),
      evidence: cell.text(finding.evidence),
      advice: cell.text(finding.advice),
    })),
    ...(found.length === 0
      ? {
          notes: [
            "Every halt was carried out, runs end, every tool is declared, checks of writes work, and no tool only fails.",
          ],
        }
      : {}),
  };
}

function undeclared([tool, health]: readonly [string, ToolHealth]): Finding {
  const { effect, verb } = suggestEffect(tool);
  const said =
    verb === undefined ? "its name says nothing, so the safe side" : `its name says "${verb}"`;
  const against = contradiction(effect, health);
  return {
    check: "undeclared tool",
    where: tool,
    evidence: [
      plural(health.calls, "call"),
      plural(health.failures, "failure"),
      ...(health.unretried > 0
        ? [`${count(health.unretried)} not retried, since nothing says that it is safe`]
        : []),
      ...(health.sameAgain > 0 ? [`${count(health.sameAgain)} repeats with the same result`] : []),
      ...(health.otherAgain > 0 ? [`${count(health.otherAgain)} repeats with another result`] : []),
      ...(health.conflicts > 0 ? [plural(health.conflicts, "conflict")] : []),
    ].join(", "),
    advice: `Declare effect: "${effect}" (${said})${against}.`,
  };
}

/** Where the records speak against the name. */
function contradiction(effect: string, health: ToolHealth): string {
  if (effect === "read" && health.conflicts > 0) return "; but it met conflicts, so check it";
  if (effect === "write" && health.sameAgain > 0 && health.otherAgain === 0) {
    return "; repeats gave the same result, so check whether it is idempotent";
  }
  return "";
}

/** A write that stayed refused, since the tool that it names as its check never worked. */
function unsettled(
  [tool, { verify, unverified }]: readonly [string, ToolHealth],
  tools: ReadonlyMap<string, ToolHealth>,
): Finding[] {
  if (verify === undefined || unverified === 0) return [];
  const check = tools.get(verify);
  if (check !== undefined && check.calls > check.failures) return [];
  const [mostly] = [...(check?.byType ?? [])].sort(([, a], [, b]) => b - a)[0] ?? [];
  const never =
    check === undefined
      ? `${verify} was never called`
      : `none of ${plural(check.calls, "call")} of ${verify} worked (mostly ${mostly ?? "internal"})`;
  const absent = `Let ${verify} answer that there is none by a result (\`[]\`, \`null\`) or \`ToolFault.emptyResult()\`.`;
  return [
    {
      check: "check that settles nothing",
      where: tool,
      evidence: `refused ${plural(unverified, "time")} as unverified, and ${never}`,
      advice:
        check === undefined
          ? `Name a tool in \`verify\` that the model is given; it is asked to call ${verify}.`
          : mostly === "not_found"
            ? absent
            : `Mend ${verify}, or name another tool in \`verify\`: until it works, ${tool} stays refused.`,
    },
  ];
}

/** What can be said so that the model finds another way, by what mostly went wrong. */
const MESSAGES: Readonly<Partial<Record<ErrorType, string>>> = {
  invalid_args:
    "Describe the arguments in the schema, and say in `explain` what a valid call looks like.",
  not_found: "Give the valid names by `enumerate`, or name the tool that lists them in `explain`.",
  conflict: "Say in `explain` what is there already and how to change it.",
  internal: "The tool's own code fails: throw a ToolFault that says what is true instead.",
  repeated_call: "The model repeats what was refused: say in `explain` what to do instead.",
};

const SERVICE = "The service fails: check it, and offer another tool or none while it does.";

/** What people must do where no text can help the model, by what mostly went wrong. */
const BEYOND_THE_MODEL: Readonly<Partial<Record<ErrorType, string>>> = {
  timeout: SERVICE,
  rate_limited: SERVICE,
  upstream: SERVICE,
  auth: "Grant the permission, or do not offer the tool.",
  quota_exhausted: "Raise the quota, or do not offer the tool.",
  corrupt_state:
    "Each ended its run. Mend the data, and make the tool's write whole or undone, never half.",
};

/** A tool that failed in several runs and never worked again in them. */
function neverRecovers([tool, health]: readonly [string, ToolHealth]): Finding {
  const types = [...health.byType].sort(([, a], [, b]) => b - a);
  const mostly = types[0]?.[0];
  const beyond = mostly === undefined ? undefined : BEYOND_THE_MODEL[mostly];
  const message = mostly === undefined ? undefined : MESSAGES[mostly];
  return {
    check: beyond === undefined ? "message that never helps" : "failure beyond the model",
    where: tool,
    evidence: `${plural(health.episodes, "error episode")}, none followed by a success; ${types
      .slice(0, 3)
      .map(([type, failures]) => `${type} ${count(failures)}`)
      .join(", ")}`,
    advice:
      beyond ??
      message ??
      "Throw a ToolFault, or set `explain`, with what is true instead and what to do next.",
  };
}

/** What was forgotten, by framework. */
const WIRING: Readonly<Record<string, string>> = {
  langgraph: "Put `recoveryCondition` on the edge out of the tool node, or use the middleware.",
  "ai-sdk": "Spread `run.wire({ tools, … })`, or set both `stopWhen` and `prepareStep`.",
  "openai-agents": "Run by `recoveringRunner(recovery)`, or spread `run.runOptions(…)`.",
};

function unwired({ framework, agent, runs, turns, runId }: UnwiredHalts): Finding {
  return {
    check: "halt not wired",
    where: placeOf(framework, agent),
    evidence: `${plural(runs, "run")} went on for ${plural(turns, "turn")} after the end, such as ${runId}`,
    advice: WIRING[framework] ?? "End the loop when `outcome.halt` or `run.halt` is set.",
  };
}

/** What writes the record of a run's end, by framework. */
const ENDINGS: Readonly<Record<string, string>> = {
  langgraph:
    "Spread `recoveryState` into the state, use the middleware, or pass `callbacks: [new RunEndHandler()]`.",
  "ai-sdk": "Await `run.track(generateText(…))`, or spread `run.wire({ tools, … })`.",
  "openai-agents": "Run by `recoveringRunner(recovery)`, or call `await run.finish()` at the end.",
};

function endless({ framework, agent, runs, endless: without, runId }: EndlessRuns): Finding {
  return {
    check: "no end recorded",
    where: placeOf(framework, agent),
    evidence: `${count(without)} of ${plural(runs, "run")}, such as ${runId}`,
    advice: `${ENDINGS[framework] ?? "Call `await run.finish()` when the loop is over."} Before the process ends, \`await recovery.flush()\`.`,
  };
}

function placeOf(framework: string, agent: string | undefined): string {
  const name = frameworkName(framework);
  return agent === undefined ? name : `${name}, agent ${agent}`;
}

function plural(amount: number, one: string): string {
  return `${count(amount)} ${one}${amount === 1 ? "" : "s"}`;
}
