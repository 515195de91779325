import { isErrorType } from "../../vocabulary.ts";
import { read, readString } from "../read.ts";
import type { Rule } from "../rule.ts";
import { verdictOf } from "../verdict.ts";

const BRAND = Symbol.for("recourse.ToolFault");

/** A `ToolFault`: the tool's author says what happened. Also after JSON has taken the brand. */
export const faultRule: Rule = {
  name: "tool-fault",
  source: "ToolFault of this package",
  example: { $error: { name: "ToolFault", errorType: "not_found", message: "No order 17." } },
  match(link) {
    if (link.get(BRAND) !== true && link.name !== "ToolFault") return undefined;
    const errorType = read(link.value, "errorType");
    if (!isErrorType(errorType)) return undefined;
    const usual = verdictOf(errorType);
    const outcome = readString(link.value, "outcome");
    const wait = link.get("retryAfterMs");
    return {
      ...usual,
      ...((outcome === "none" || outcome === "unknown") && { outcome }),
      ...(typeof wait === "number" && wait >= 0 && Number.isFinite(wait) && { retryAfterMs: wait }),
    };
  },
};
