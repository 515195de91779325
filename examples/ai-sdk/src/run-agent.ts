import type { RunAgent } from "@recourse/example-support-desk";
import { runBare } from "./bare.ts";
import { runWithRecourse } from "./recourse.ts";

/** The support desk on this framework, bare or with Recourse. */
export const runAgent: RunAgent = (request) =>
  request.variant === "bare" ? runBare(request) : runWithRecourse(request);
