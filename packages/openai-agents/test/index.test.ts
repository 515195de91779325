import { expect, it } from "vitest";
import * as exported from "../src/index.ts";

it("exports these names and no others", () => {
  expect(Object.keys(exported).sort()).toEqual([
    "RunHaltedError",
    "ToolFault",
    "agentsRecovery",
    "callContext",
    "createRecovery",
    "recoverAgentTool",
    "recoverMcpServer",
    "recoverTool",
    "recoveringRunner",
    "recoveryRunOf",
    "strictPolicy",
    "withRecovery",
  ]);
});
