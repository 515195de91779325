import { signature } from "../ledger/signature.ts";
import { unwrapArguments } from "../validation/unwrap.ts";
import { buildRecord } from "./build-record.ts";
import type { Execute } from "./execute.ts";
import type { Next } from "./execution.ts";
import { finishCall } from "./finish-call.ts";
import type { Given } from "./judge.ts";
import type { Objection, Plan } from "./plan.ts";
import { plainText } from "./raw-text.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleObjectionAtOnce } from "./settle-objection.ts";
import { wellPlaced } from "./well-placed.ts";

/** The text of a failure when our own texts are out of order. */
const LAST_RESORT = JSON.stringify({
  ok: false,
  error_type: "internal",
  retryable: false,
  message: "The call failed. Continue without it, or tell the user what is missing.",
});

/** Something is wrong with us after the tool has run: its result is kept, whatever it was. */
export function keptResult(state: RunState, plan: Plan, given: Given, error: unknown): Next {
  state.engineError("after execution", error);
  const { slot, call } = plan;
  if (slot.outcome !== undefined) return { outcome: slot.outcome };
  const ok = "value" in given;
  if (!ok && state.modes.messages !== "enforce") return { thrown: given.error };
  const content = ok ? safeText(state, call, given.value) : LAST_RESORT;
  const outcome = bareOutcome(state, plan, ok, content);
  return {
    outcome: ok
      ? { ...outcome, value: given.value }
      : { ...outcome, error: given.error, intervened: true },
  };
}

/**
 * Something is wrong with us before the tool has run: it runs as it would without us, except for
 * what must not begin whatever is wrong.
 */
export function failOpen(
  state: RunState,
  call: ToolCall,
  run: Execute,
  error: unknown,
): Promise<CallOutcome> {
  state.engineError("preflight", error);
  const refused = refusedAnyway(state, call);
  return refused === undefined ? runBare(state, call, run) : Promise.resolve(refused);
}

/** Nothing begins after a halt, and no write that may have taken effect and is not verified. */
function refusedAnyway(state: RunState, { id, tool, args: sent, turn }: ToolCall) {
  if (state.modes.guards !== "enforce") return undefined;
  const { halt } = state;
  const unwrapped = unwrapArguments(sent);
  const args = unwrapped.ok ? unwrapped.args : sent;
  let slot: CallSlot | undefined;
  try {
    const hash = signature(tool, args);
    const refusal = halt ? undefined : state.ledger.ask(hash, tool, { effect: "write" });
    const unverified = refusal?.rule === "unverified_write" ? refusal : undefined;
    if (halt === undefined && unverified === undefined) return undefined;
    const call = wellPlaced(state, { id, tool, args, turn });
    slot = state.enterTurn(call.turn).add({ turn: call.turn, callId: id, tool });
    slot.signature = hash;
    slot.args = args;
    const objection: Objection =
      unverified === undefined ? { kind: "halted" } : { kind: "refused", refusal: unverified };
    return settleObjectionAtOnce(state, { call, slot, options: {}, args, objection });
  } catch (error) {
    state.engineError("preflight", error);
    if (slot !== undefined) state.ledger.open?.remove(slot);
    if (halt === undefined) return undefined;
    const bare = bareSlot({ id, tool, args, turn });
    return { ...unrecorded(state, bare, false, LAST_RESORT), halt, intervened: true };
  }
}

/** Runs a tool as if nobody were around it: modes that are off, and errors of preflight. */
export async function runBare(state: RunState, call: ToolCall, run: Execute): Promise<CallOutcome> {
  const unwrapped = unwrapArguments(call.args);
  const value = await run(unwrapped.ok ? unwrapped.args : call.args, {
    signal: call.signal ?? state.signal ?? new AbortController().signal,
    attempt: 1,
    idempotencyKey: "",
  });
  const outcome = unrecorded(state, bareSlot(call), true, safeText(state, call, value));
  return { ...outcome, value };
}

/** A position that stands in no turn. */
function bareSlot(call: ToolCall): CallSlot {
  return {
    turn: call.turn,
    index: call.index ?? 0,
    callId: call.id,
    tool: call.tool,
    signature: "",
    admitted: false,
    reads: false,
    args: undefined,
    record: undefined,
    earlier: undefined,
    outcome: undefined,
    running: undefined,
  };
}

function bareOutcome(state: RunState, { slot }: Plan, ok: boolean, content: string): CallOutcome {
  const outcome = unrecorded(state, slot, ok, content);
  try {
    return finishCall(state, slot, outcome);
  } catch (error) {
    state.engineError("record", error);
    return outcome;
  }
}

function unrecorded(state: RunState, slot: CallSlot, ok: boolean, content: string): CallOutcome {
  return {
    ok,
    content,
    observation: ok
      ? { ok: true }
      : { ok: false, error_type: "internal", retryable: false, message: "The call failed." },
    record: minimalRecord(state, slot, ok, content),
    intervened: false,
  };
}

function minimalRecord(state: RunState, slot: CallSlot, ok: boolean, content: string) {
  const input = {
    slot,
    options: {},
    ok,
    decision: "pass_through" as const,
    errorType: ok ? undefined : ("internal" as const),
    attemptLog: [],
    durationMs: 0,
    content,
    tokens: Math.ceil(content.length / 4),
    comparedBy: content,
  };
  try {
    return buildRecord(state, input);
  } catch {
    // Only a broken clock gets here.
    return buildRecord(Object.create(state, { isoNow: { value: () => state.startedAt } }), input);
  }
}

function safeText(state: RunState, call: ToolCall, value: unknown): string {
  try {
    return plainText(state, call, value);
  } catch {
    return "";
  }
}
