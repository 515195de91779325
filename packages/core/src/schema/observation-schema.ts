import * as z from "zod";
import type { Observation } from "../observation/observation.ts";
import { ERROR_TYPES, type ErrorType } from "../vocabulary.ts";
import { optional } from "./optional.ts";

/** Every error type. */
export const errorTypeSchema: z.ZodType<ErrorType> = z.enum(
  Object.keys(ERROR_TYPES) as [ErrorType, ...ErrorType[]],
);

/** What the model reads: the envelope of a failure, of an empty result, and of successes if asked. */
export const observationSchema: z.ZodType<Observation> = z
  .strictObject({
    ok: z.boolean().describe("Whether the call worked. An empty result worked."),
    data: optional(z.unknown()).describe("What the tool returned; [] for an empty result."),
    error_type: optional(errorTypeSchema).describe("What happened."),
    retryable: optional(z.boolean()).describe(
      "Whether the model may call this tool again now, corrected if need be.",
    ),
    message: optional(z.string()).describe(
      "What failed, why, what is true instead, what to do next.",
    ),
    attempts: optional(z.int().min(2)).describe("How often the host tried, when more than once."),
    outcome: optional(z.literal("unknown")).describe(
      "Present when the call may have taken effect.",
    ),
  })
  .meta({
    title: "Observation",
    description: "What a model reads of a tool call. Keys in this order, absent keys left out.",
  });
