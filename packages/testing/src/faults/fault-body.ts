import { STATUS_CODES } from "node:http";
import type { Fault } from "./fault.ts";

/** The HTTP answer that a fault gives, for the faults that give one. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How a fault looks over HTTP; `undefined` for those that give no answer of their own. */
export function answerOf(fault: Fault): FaultAnswer | undefined {
  switch (fault.kind) {
    case "status": {
      const headers: Record<string, string> = { ...fault.headers };
      if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter);
      return json(
        fault.status,
        fault.body ?? { error: STATUS_CODES[fault.status] ?? "Error" },
        headers,
      );
    }
    case "empty":
      return json(200, fault.value ?? []);
    case "wrong_enum":
      return json(422, { error: `${fault.field} must be one of ${fault.allowed.join("|")}` });
    case "permission_denied":
      return json(403, { error: fault.message ?? "insufficient permission" });
    case "half_written":
      return json(500, { error: halfWrittenText(fault), code: "DATA_LOSS" });
    default:
      return undefined;
  }
}

/** What a dependency says when its data are damaged. */
export function halfWrittenText(fault: Extract<Fault, { kind: "half_written" }>): string {
  return fault.message ?? "write interrupted: the record is half-written";
}

/** The first half of a text. */
export function firstHalf(text: string): string {
  return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
}

function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): FaultAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}
