import type { Explanation } from "../engine/tool-options.ts";
import type { ErrorType } from "../vocabulary.ts";
import type { MessageFacts } from "./message-facts.ts";

type Templates = Readonly<Record<ErrorType, (facts: MessageFacts) => Explanation>>;

/** What the model reads, in English, by error type. */
export const englishMessages: Templates = {
  timeout: (facts) => {
    const after =
      facts.timeoutSeconds === undefined ? "" : ` after ${seconds(facts.timeoutSeconds)}`;
    return transient(facts, `timed out${after}${tries(facts)}`, "Ask for less");
  },
  rate_limited: (facts) => {
    const free =
      facts.waitSeconds === undefined ? "" : `; open again in ${seconds(facts.waitSeconds)}`;
    // Some services have a status of their own for it, which would say something else.
    const told = facts.status === 429 ? facts : { ...facts, status: undefined };
    const message = `${facts.tool}: rate limit reached${statusAndTries(told)}${free}`;
    if (facts.outcomeUnknown) return { message, ...verify(facts) };
    const next =
      facts.waitSeconds === undefined
        ? "Do not call it again right away; do other work or tell the user"
        : "Do not call it before then; do other work or tell the user";
    return { message, next };
  },
  upstream: (facts) => transient(facts, upstreamSays(facts), "Try"),
  invalid_args: (facts) => {
    if (facts.status === 413 && facts.quote === undefined) {
      const message = `${facts.tool}: the request is too large${status(facts)}`;
      return { message, next: repair(facts, "Send less, or in several calls") };
    }
    const what = `${facts.tool}: arguments not accepted${status(facts)}`;
    const message =
      facts.quote === undefined ? `${what}, without a reason` : `${what}; ${facts.quote}`;
    return {
      message,
      ...exists(facts),
      next: repair(facts, "Correct them and call again"),
    };
  },
  unknown_tool: (facts) => ({
    message: isOtherTool(facts)
      ? `${facts.tool} called a tool that does not exist${quoted(facts)}`
      : `There is no tool ${facts.tool}`,
    ...(facts.near.length + facts.others.length === 0
      ? {}
      : {
          instead: [
            facts.near.length > 0 ? `Nearest: ${facts.near.join(", ")}` : "",
            facts.others.length > 0
              ? `${facts.near.length > 0 ? "Also available" : "Available"}: ${facts.others.join(", ")}${left(facts)}`
              : "",
          ]
            .filter((part) => part !== "")
            .join(". "),
        }),
    next: isOtherTool(facts)
      ? "Do not repeat this call; use another tool, or answer without it"
      : facts.near.length + facts.others.length === 0
        ? "Use one of the tools that you were given, or answer without a tool"
        : "Call one of these by its exact name, or answer without a tool",
  }),
  conflict: (facts) => ({
    message: `${facts.tool}: conflict with the current state${status(facts)}${quoted(facts)}`,
    ...exists(facts),
    next: repair(facts, "Read that state, then call again with arguments that fit"),
  }),
  internal: (facts) => {
    const message = internalSays(facts);
    if (facts.outcomeUnknown) return { message, ...verify(facts) };
    return {
      message,
      next: facts.retryable
        ? "Try once another way, or tell the user"
        : "Do not call it again; use another way or tell the user",
    };
  },
  not_found: (facts) => {
    const what =
      facts.subject === undefined
        ? `${facts.tool}: not found${status(facts)}`
        : `${facts.tool}: ${named(facts.subject)} does not exist`;
    const settlesNothing = facts.verifies === true && facts.near.length === 0;
    const next = settlesNothing ? STAYS_OPEN : lookUp(facts);
    return { message: `${what}${quoted(facts)}`, ...exists(facts), next };
  },
  empty_result: (facts) => {
    const count = facts.candidates === undefined ? "0" : `0 of ${facts.candidates}`;
    const what = facts.searched ?? (facts.candidates === undefined ? "results" : "candidates");
    const filter = facts.args.length === 0 ? "" : ` matched ${facts.args.join(", ")}`;
    const found =
      facts.candidates === undefined && filter !== "" ? ` for ${facts.args.join(", ")}` : filter;
    return {
      message: `${facts.tool}: ${count} ${what}${found}`,
      ...exists(facts),
      next: widen(facts),
    };
  },
  auth: (facts) => ({
    message: `${facts.tool}: access denied${status(facts)}${quoted(facts)}`,
    next: "Do not call it again: it will fail identically. Tell the user which access is missing",
  }),
  quota_exhausted: (facts) => {
    const refused = /card|payment|declin/i.test(facts.code ?? "");
    const what = refused ? "the payment was refused" : "the quota is used up";
    const check = refused ? "the means of payment" : "plan and billing";
    return {
      message: `${facts.tool}: ${what}${quota(facts)}`,
      next: `Do not call it again: it will fail identically. Tell the user to check ${check}`,
    };
  },
  rejected: (facts) => ({
    message: `${facts.tool} was not executed: it was rejected${facts.said === undefined ? "" : ` ("${facts.said}")`}`,
    next: "Do not ask for it again; do it another way or ask the user",
  }),
  retry_budget_exhausted: (facts) => ({
    message: `${facts.tool} was not executed: no further attempt is allowed`,
    next: "Do not call it again; use another way or answer with what you have",
  }),
  repeated_call: (facts) => {
    if (facts.outcomeUnknown) {
      return {
        message: `${facts.tool} was not executed: an identical call before it may have taken effect`,
        next: `First check with ${facts.verifyTool ?? "a tool that reads"}; repeat it only if it did not`,
      };
    }
    const count = facts.repeatCount > 0 ? ` ${facts.repeatCount} times` : " before";
    return {
      message: `Not executed: you have called ${facts.tool} with exactly these arguments${count}; the result will not change`,
      next: "Use the result that you have, change the arguments, or answer without it",
    };
  },
  corrupt_state: () => ({
    message: "The run was halted: this call may be half done",
    next: "Do nothing further; a person will look at it",
  }),
  not_executed: () => ({
    message: "Not executed: the run was halted before this call began",
    next: "Do not call further tools",
  }),
  cancelled: (facts) => ({ message: `${facts.tool} was cancelled`, next: "Wait for the user" }),
  interrupted: (facts) => ({
    message: `${facts.tool} is waiting for an answer`,
    next: "Wait for it",
  }),
};

/** A tool that hands calls on has failed: what does not exist is a tool behind it. */
function isOtherTool({ said, tool }: MessageFacts): boolean {
  return said !== undefined && !said.includes(tool);
}

function transient(facts: MessageFacts, what: string, advice: "Ask for less" | "Try"): Explanation {
  const message = `${facts.tool} ${what}`;
  if (facts.outcomeUnknown && facts.decision === "verify") return { message, ...verify(facts) };
  const who = what.includes(": the service") ? "It" : facts.local ? "The tool" : "The service";
  const isTold = what.includes("unavailable now");
  const now = facts.unavailable && !isTold ? { instead: `${who} is unavailable now` } : {};
  if (facts.unavailable || !facts.retryable) {
    const until =
      facts.waitSeconds === undefined ? "again" : `again for ${seconds(facts.waitSeconds)}`;
    return {
      message,
      ...now,
      next: `Do not call it ${until}; continue without it or tell the user`,
    };
  }
  const when = facts.waitSeconds === undefined ? "later" : `after ${seconds(facts.waitSeconds)}`;
  return {
    message,
    next:
      advice === "Try"
        ? `Try once more ${when}, or continue without it`
        : `Ask for less, or try once more ${when}`,
  };
}

/** The call may have taken effect: what to check before anything else. */
function verify(facts: MessageFacts): Explanation {
  const again = facts.retryable
    ? "call it again only if it did not"
    : "do not repeat it before that";
  return {
    instead: "It may have taken effect",
    next:
      facts.verifyTool === undefined
        ? `Check whether it did, with a tool that reads; ${again}`
        : `Check with ${facts.verifyTool} first; ${again}`,
  };
}

/** A text speaks for itself; a number needs the name of what it counts. */
function named({ name, shown }: NonNullable<MessageFacts["subject"]>): string {
  return shown.startsWith('"') ? shown : `${name} ${shown}`;
}

/** What the codes of a connection that failed mean. */
const CONNECTION: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT)/,
    "could not be reached",
  ],
  [
    /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)/,
    "broke the connection",
  ],
  [/^EPROTO$|WRONG_VERSION|UNSUPPORTED_PROTOCOL/, "answered in another protocol"],
  [/CERT|^ERR_TLS|SELF_SIGNED|_SSL_/, "has no trusted certificate"],
];

function upstreamSays(facts: MessageFacts): string {
  const count = tries(facts);
  if (facts.html) {
    const title = facts.said === undefined ? "" : ` ("${facts.said}")`;
    const shown = title.includes(String(facts.status)) ? "" : status(facts);
    return `failed${count}: the service answered with an HTML page instead of data${shown}${title}`;
  }
  const { code: name } = facts;
  const connection =
    name === undefined ? undefined : CONNECTION.find(([codes]) => codes.test(name));
  if (connection !== undefined) return `failed${count}: the service ${connection[1]}${code(facts)}`;
  if (facts.quote !== undefined) return `failed${statusAndTries(facts)}; ${facts.quote}`;
  const state = facts.unavailable ? "is unavailable now" : "has a problem";
  return `failed${count}: the ${facts.local ? "tool" : "service"} ${state}${code(facts)}`;
}

function internalSays(facts: MessageFacts): string {
  if (facts.html) return `${facts.tool} ${upstreamSays(facts)}`;
  const kind =
    facts.name === undefined || /^(?:Error|ToolFault)$/.test(facts.name) ? undefined : facts.name;
  const isBug =
    kind !== undefined && /^(?:Type|Range|Reference|Syntax|Assertion|Internal)Error$/.test(kind);
  if (facts.said === undefined) {
    const reason = kind ?? facts.code;
    return reason === undefined
      ? `${facts.tool} failed without giving a reason`
      : `${facts.tool}: internal error in the tool (${reason})`;
  }
  const named =
    facts.code === undefined || facts.said.includes(facts.code) ? "" : ` (${facts.code})`;
  return isBug
    ? `${facts.tool}: internal error in the tool (${kind}: "${facts.said}"), probably not because of the arguments`
    : `${facts.tool} failed: "${facts.said}"${named}`;
}

/** Nearest and other names that exist. */
function exists(facts: MessageFacts): { instead?: string } {
  const parts: string[] = [];
  if (facts.near.length > 0) parts.push(`Nearest: ${facts.near.join(", ")}`);
  if (facts.others.length > 0) {
    parts.push(
      `${facts.near.length > 0 ? "Also there" : "There is"}: ${facts.others.join(", ")}${left(facts)}`,
    );
  }
  return parts.length === 0 ? {} : { instead: parts.join(". ") };
}

function left(facts: MessageFacts): string {
  const rest = facts.total - facts.near.length - facts.others.length;
  return rest > 0 ? ` and ${rest} more` : "";
}

/** Of the check that the model was asked to make. */
const SHOWS_NOTHING =
  "Nothing here shows that the call to be checked took effect; repeat it only if this is where it would show";

/** An error of a check is no answer: it may as well have looked in the wrong place. */
const STAYS_OPEN =
  "This does not settle whether the call to be checked took effect; do not repeat that, tell the user";

function widen(facts: MessageFacts): string {
  if (facts.widen !== undefined) return `To widen: ${facts.widen}`;
  if (facts.near.length > 0) return "Call again with that, or tell the user that nothing was found";
  if (facts.verifies === true) return SHOWS_NOTHING;
  return "Change or drop a condition, or tell the user; the same call will find the same";
}

function lookUp(facts: MessageFacts): string {
  const known = facts.near.length + facts.others.length > 0;
  if (known && facts.listTool !== undefined)
    return `Use one that exists, or call ${facts.listTool} to see all`;
  if (known) return "Call again with one that exists";
  if (facts.listTool !== undefined)
    return `Do not repeat this call; call ${facts.listTool} to see what exists`;
  return "Do not repeat this call; look up what exists, or ask the user";
}

function repair(facts: MessageFacts, otherwise: string): string {
  if (facts.retryable && !facts.escalated) return otherwise;
  return `Do not call ${facts.tool} again; use another way or tell the user`;
}

function tries({ attempts }: MessageFacts): string {
  return attempts > 1 ? ` (${attempts} attempts)` : "";
}

/** Both in one pair of brackets: `(429, 3 attempts)`. */
function statusAndTries(facts: MessageFacts): string {
  return `${status(facts)}${tries(facts)}`.replace(") (", ", ");
}

function status(facts: MessageFacts): string {
  return facts.status === undefined ? "" : ` (${facts.status})`;
}

function code(facts: MessageFacts): string {
  return facts.code === undefined || facts.status !== undefined
    ? status(facts)
    : ` (${facts.code})`;
}

/** The service's name for it says it best, then its words. */
function quota(facts: MessageFacts): string {
  return facts.code === undefined ? `${status(facts)}${quoted(facts)}` : ` (${facts.code})`;
}

function quoted(facts: MessageFacts): string {
  return facts.quote === undefined ? "" : `; ${facts.quote}`;
}

function seconds(value: number): string {
  return `${value} s`;
}
