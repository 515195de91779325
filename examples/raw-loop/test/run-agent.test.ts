import { agentSuite } from "@recourse/example-support-desk/suites";
import { runAgent } from "../src/run-agent.ts";

agentSuite("raw-loop", runAgent);
