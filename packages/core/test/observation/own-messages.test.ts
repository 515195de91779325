import { describe, expect, it } from "vitest";
import { checkMessage } from "./fixtures/check-message.ts";
import { observe } from "./fixtures/observe.ts";
import { ownFailureCases } from "./fixtures/own-failure-cases.ts";
import { ownValidationCases } from "./fixtures/own-validation-cases.ts";
import { reportedCases } from "./fixtures/reported-cases.ts";

describe("the message of an invalid call says what to change, whatever the schema library", () => {
  it.each(ownValidationCases)("$id", async (each) => {
    const { observation } = await observe(each);
    expect(observation.error_type).toBe("invalid_args");
    expect({
      message: observation.message,
      problems: checkMessage(observation.message, each.expect),
    }).toEqual({
      message: observation.message,
      problems: [],
    });
  });
});

describe("the message of a failure says what happened and what to do next", () => {
  it.each([...ownFailureCases, ...reportedCases])("$id $situation", async (each) => {
    const { observation, record } = await observe(each);
    expect({
      message: observation.message,
      problems: checkMessage(observation.message, each.expect),
    }).toEqual({
      message: observation.message,
      problems: [],
    });
    expect(record.contentTokens).toBeLessThanOrEqual(120);
  });
});
