import { readFileSync } from "node:fs";
import { ERROR_TYPES, STOP_REASONS } from "@recourse/core";
import { describe, expect, it } from "vitest";

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const readme = read("README.md");

/** What an example shows of itself, as a README has it. */
function shown(example: string): string {
  const source = read(`examples/${example}/src/quick-start.ts`);
  const region = source.split("// #region readme\n")[1]?.split("// #endregion")[0];
  expect(region).toBeDefined();
  return `\`\`\`ts\n${region}\`\`\``;
}

describe("the README", () => {
  it.each(["langgraph", "ai-sdk", "openai-agents", "raw-loop"])(
    "shows the quick start of %s as it is compiled",
    (example) => expect(readme).toContain(shown(example)),
  );

  it("of core shows the same loop", () => {
    expect(read("packages/core/README.md")).toContain(shown("raw-loop"));
  });

  it("names every error type", () => {
    for (const type of Object.keys(ERROR_TYPES)) expect(readme).toContain(`\`${type}\``);
  });

  it("names every stop reason", () => {
    for (const reason of STOP_REASONS) expect(readme).toContain(`\`${reason}\``);
  });
});
