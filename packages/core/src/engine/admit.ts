import { signature } from "../ledger/signature.ts";
import type { ValidationResult } from "../validation/issue.ts";
import { unwrapArguments } from "../validation/unwrap.ts";
import { validateArguments } from "../validation/validate.ts";
import { standingAdmission } from "./asked-again.ts";
import { checkedInTime, settleLate } from "./checked-in-time.ts";
import { findSlot, replayedSlot } from "./find-slot.ts";
import { mustWait, untilSettled } from "./identical-write.ts";
import type { Admission, Asking, Objection, Plan } from "./plan.ts";
import type { CallOutcome, ToolCall } from "./run.ts";
import type { CallSlot, RunState } from "./run-state.ts";
import { settleObjection, trippedBy } from "./settle-objection.ts";
import type { ToolOptions } from "./tool-options.ts";
import { told, warnOfReplay, warnOfTool } from "./warnings.ts";

/**
 * Preflight (docs/decisions.md): the position of the call, the arguments against the schema, then
 * repeats and budgets, all before any side effect. Synchronous whenever the schema is, so that
 * parallel calls are judged in the order in which they were asked for; only the second of two
 * identical writes waits for the first.
 */
export function admit(state: RunState, call: ToolCall): Admission | Asking {
  const place = findSlot(state, call);
  const standing = standingAdmission(state, place);
  if (standing !== undefined) return standing;
  const { slot } = place;
  try {
    const admission = admitAt(state, call, slot);
    if (!(admission instanceof Promise)) return admission;
    const asking = admission.catch((error: unknown) => {
      state.drop(slot);
      throw error;
    });
    // A run that finishes lets go of what has not begun yet.
    state.noteWait(asking);
    return { slot, asking };
  } catch (error) {
    // The call goes on without us: its position must not stay open for ever.
    state.drop(slot);
    throw error;
  }
}

function admitAt(state: RunState, call: ToolCall, slot: CallSlot): Admission | Promise<Admission> {
  const options = state.core.toolOptions(call.tool, call.options);
  const checked = checkArguments(call, options);
  if (checked instanceof Promise) {
    const args = rawArguments(call.args);
    slot.args = args;
    if (state.modes.guards !== "enforce") {
      // Where we only observe, no call waits for a schema.
      checked.catch(() => undefined);
      return decide(state, call, slot, options, { ok: true, args });
    }
    return checkedInTime(state, call, options, checked).then((result) => {
      if (typeof result !== "string") {
        return decide(state, call, slot, options, told(state, call, result));
      }
      slot.signature = signature(call.tool, args);
      return settleLate(state, result, { call, slot, options, args });
    });
  }
  return decide(state, call, slot, options, told(state, call, checked));
}

/** The arguments as the tool gets them, or why they cannot be used. */
export function checkArguments(
  call: Pick<ToolCall, "args" | "truncated">,
  options: ToolOptions,
): ValidationResult | Promise<ValidationResult> {
  const unwrapped = unwrapArguments(call.args, {
    truncated: call.truncated,
    schema: options.schema,
  });
  if (!unwrapped.ok || options.schema === undefined) return unwrapped;
  return validateArguments(options.schema, unwrapped.args);
}

function decide(
  state: RunState,
  call: ToolCall,
  slot: CallSlot,
  options: ToolOptions,
  checked: ValidationResult,
): Admission | Promise<Admission> {
  const enforce = state.modes.guards === "enforce";
  const args = checked.ok ? checked.args : rawArguments(call.args);
  slot.signature = signature(call.tool, args);
  slot.args = args;
  if (enforce && options.effect === "write" && mustWait(state, slot)) {
    return untilSettled(state, call, slot).then((late) =>
      late === undefined
        ? decide(state, call, slot, options, checked)
        : settleLate(state, late, { call, slot, options, args }),
    );
  }
  if (call.index === undefined && enforce) {
    const replayed = replayedSlot(state, slot);
    if (replayed?.outcome !== undefined) {
      state.drop(slot);
      warnOfReplay(state, call);
      return { outcome: replayed.outcome };
    }
  }
  const objection =
    state.modes.guards === "off" ? undefined : objectionTo(state, call, options, slot, checked);
  if (objection !== undefined && enforce) {
    const outcome = settleObjection(state, { call, slot, options, args, objection });
    return outcome instanceof Promise ? outcome.then(standing) : standing(outcome);
  }
  if (objection?.kind === "refused" && objection.refusal.again) {
    state.haltWith("no_progress", trippedBy(state, slot, objection.refusal), slot);
  }
  warnOfTool(state, call, options);
  slot.admitted = true;
  slot.reads = options.effect === "read";
  const plan: Plan = {
    call,
    slot,
    options,
    args: enforce ? args : rawArguments(call.args),
    signature: slot.signature,
    would: objection,
    tripped: objection?.kind === "refused" ? trippedBy(state, slot, objection.refusal) : undefined,
  };
  return { plan };
}

function standing(outcome: CallOutcome): Admission {
  return { outcome };
}

/** The first reason not to execute a call, in the order of docs/decisions.md. */
export function objectionTo(
  state: RunState,
  call: ToolCall,
  options: ToolOptions,
  slot: Pick<CallSlot, "signature">,
  checked: ValidationResult,
): Objection | undefined {
  if (state.halt !== undefined) return { kind: "halted" };
  if (state.leftMs() <= 0) {
    state.haltWith("deadline", { rule: "deadline" });
    return { kind: "halted" };
  }
  const refusal = state.ledger.ask(slot.signature, call.tool, options);
  if (refusal !== undefined) return { kind: "refused", refusal };
  const { availableTools } = call;
  if (availableTools !== undefined && !availableTools.includes(call.tool)) {
    return { kind: "unknown_tool" };
  }
  return checked.ok ? undefined : { kind: "invalid", issues: checked.issues };
}

/** JSON text as the value it holds, so that a signature does not depend on white space. */
export function rawArguments(args: unknown): unknown {
  const unwrapped = unwrapArguments(args);
  return unwrapped.ok ? unwrapped.args : args;
}
