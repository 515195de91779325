import { describe, expect, it } from "vitest";
import { checkMessage } from "./fixtures/check-message.ts";
import { labelledCases } from "./fixtures/labelled-cases.ts";
import { observe } from "./fixtures/observe.ts";

const cases = labelledCases();

describe("the message of a labelled failure says what the model needs", () => {
  it.each(cases)("$id $situation: $tool.name", async (each) => {
    const { observation } = await observe(each);
    expect({
      message: observation.message,
      problems: checkMessage(observation.message, each.expect),
    }).toEqual({
      message: observation.message,
      problems: [],
    });
  });
});

describe("a zod schema gives as good a message as the JSON Schema that says the same", () => {
  it.each(cases.filter((each) => each.zod !== undefined))("$id: $tool.name", async (each) => {
    const { observation } = await observe(each, "zod");
    expect({
      message: observation.message,
      problems: checkMessage(observation.message, each.expect),
    }).toEqual({
      message: observation.message,
      problems: [],
    });
  });
});

describe("the size of what the model reads", () => {
  it("is about sixty tokens on the mean and never above 120", async () => {
    const sizes = await Promise.all(
      cases.map(async (each) => (await observe(each)).record.contentTokens),
    );
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(Math.max(...sizes)).toBeLessThanOrEqual(120);
    expect(mean).toBeLessThanOrEqual(65);
  });
});
