import { runDemo } from "@recourse/example-support-desk";
import { runAgent } from "./run-agent.ts";

await runDemo("raw-loop", runAgent);
