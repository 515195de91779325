import { describe, expect, it } from "vitest";
import { nearest } from "../../src/validation/nearest.ts";

describe("the nearest name", () => {
  it.each([
    ["hihg", ["low", "medium", "high"], "high"],
    ["mail", ["email", "sms", "push"], "email"],
    ["in_progress", ["Backlog", "In Progress"], "In Progress"],
    ["src/rety.ts", ["src/retry.ts", "README.md"], "src/retry.ts"],
    ["weather_get", ["get_weather", "get_time"], "get_weather"],
    ["getCurrentWeather", ["get_current_weather", "get_time"], "get_current_weather"],
    ["checkout-7c9", ["cart-55", "checkout-7c9f4d-x2x"], "checkout-7c9f4d-x2x"],
    ["#tea-rooom", ["#general", "#tea-room"], "#tea-room"],
  ])("to %s is found", (sent, candidates, name) => {
    expect(nearest(sent, candidates)[0]).toBe(name);
  });

  it.each([
    ["delete_everything", ["read_note", "write_note", "list_notes"]],
    ["xyz", ["low", "medium", "high"]],
    ["", ["a"]],
  ])("to %s is not made up", (sent, candidates) => {
    expect(nearest(sent, candidates)).toEqual([]);
  });

  it("is looked for among the first 3,000 only: a list that long is cut anyway", () => {
    const others = Array.from({ length: 3_000 }, (_, index) => `other-${index}`);
    expect(nearest("email", ["e-mail", ...others])).toEqual(["e-mail"]);
    expect(nearest("email", [...others, "e-mail"])).toEqual([]);
  });

  it("is told by the first 64 characters of long names", () => {
    const long = "long-name-".repeat(500);
    expect(nearest(`${long}a`, [`${long}b`, "short"])).toEqual([`${long}b`]);
  });
});
