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

  it("is found among many without a noticeable wait", () => {
    const names = Array.from(
      { length: 100_000 },
      (_, index) => `${"long-name-".repeat(20)}${index}`,
    );
    const before = performance.now();
    nearest("long-name-7".repeat(500), names);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
