import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const sources = join(import.meta.dirname, "../src");

/** The values that our sources import from an entry of LangGraph. */
function importedFrom(entry: string): string[] {
  const found = new Set<string>();
  for (const file of globSync("**/*.ts", { cwd: sources })) {
    const text = readFileSync(join(sources, file), "utf8");
    for (const [, names = ""] of text.matchAll(
      new RegExp(`import \\{([^}]*)\\} from "${entry}"`, "g"),
    )) {
      for (const name of names.split(",").map((part) => part.trim())) {
        if (name !== "" && !name.startsWith("type ")) found.add(name);
      }
    }
  }
  return [...found].sort();
}

// A name that an older LangGraph does not export keeps the whole package from loading.
describe("what is imported from LangGraph", () => {
  it("exists in this version of it", async () => {
    const main = Object.keys(await import("@langchain/langgraph"));
    expect(importedFrom("@langchain/langgraph")).toContain("Command");
    for (const name of importedFrom("@langchain/langgraph")) expect(main).toContain(name);
    const prebuilt = Object.keys(await import("@langchain/langgraph/prebuilt"));
    for (const name of importedFrom("@langchain/langgraph/prebuilt")) {
      expect(prebuilt).toContain(name);
    }
  });
});
