import { describe, expect, test } from "vitest";
import { converse, wants } from "./conversation.ts";

const envelope = (message: string, more: object = {}): string =>
  JSON.stringify({ ok: false, retryable: false, message, ...more });

describe("a message that names the right value", () => {
  test.each([
    [
      "a sentence",
      '"priority must be one of low|normal|high|urgent; you sent \\"Very Urgent\\". Retry with the exact value."',
    ],
    [
      "a zod list of issues",
      'Invalid input: [ { "code": "invalid_value", "values": ["low","urgent"], "path": ["priority"], "message": "Invalid option: expected one of \\"low\\"|\\"urgent\\"" } ]',
    ],
    [
      "zod's pretty text",
      'Error: Received tool input did not match expected schema\n\n✖ Invalid option: expected one of "low"|"urgent"\n  → at priority\n Please fix your mistakes.',
    ],
    [
      "an envelope",
      envelope("priority must be one of low|normal|high|urgent.", { retryable: true }),
    ],
  ])("is taken over from %s", (_, text) => {
    const failure = text.startsWith('"') ? `Error: ${JSON.parse(text) as string}` : text;
    const { calls } = converse(wants("set", { priority: "Very Urgent" }), [failure], {
      set: ["priority"],
    });
    expect(calls[1]).toEqual(["set", { priority: "urgent" }]);
  });

  test.each([
    ["a type", 'Error: qty must be an integer; you sent the string "3".', { qty: "3" }, { qty: 3 }],
    ["a limit", "Error: limit must be at most 100; you sent 500.", { limit: 500 }, { limit: 100 }],
    ["a range", "Error: n must be from 1 to 9; you sent 12.", { n: 12 }, { n: 9 }],
    ["a lower limit", "Error: n must be at least 1; you sent -4.", { n: -4 }, { n: 1 }],
    ["a string", "Error: title must be a string; you sent 5.", { title: 5 }, { title: "5" }],
    [
      "a path",
      'Error: items[1].qty must be an integer; you sent "2".',
      { items: [{ qty: 1 }, { qty: "2" }] },
      { items: [{ qty: 1 }, { qty: 2 }] },
    ],
  ])("mends %s", (_, text, sent, mended) => {
    const { calls } = converse(wants("do", sent), [text], { do: Object.keys(sent) });
    expect(calls[1]?.[1]).toEqual(mended);
  });

  test("fills a missing parameter from what the task says", () => {
    const text = "Error: required field order_id (string) is missing. Call again with order_id.";
    const script = wants("get_order", {}, { order_id: "A-1" });
    expect(converse(script, [text], { get_order: ["order_id"] }).calls[1]?.[1]).toEqual({
      order_id: "A-1",
    });
  });

  test("renames a parameter that does not exist", () => {
    const text = "Error: unknown field invoce_id; did you mean invoice_id? Rename it.";
    const script = wants("get", { invoce_id: 4 });
    expect(converse(script, [text], { get: ["invoice_id"] }).calls[1]?.[1]).toEqual({
      invoice_id: 4,
    });
  });

  test("corrects a name that does not exist to the nearest that does", () => {
    const text = envelope(
      "read_file: src/rety.ts does not exist. Nearest: src/retry.ts (also: README.md). Call read_file with an existing path.",
    );
    const { calls } = converse(wants("read_file", { path: "src/rety.ts" }), [text]);
    expect(calls[1]?.[1]).toEqual({ path: "src/retry.ts" });
  });
});

describe("a message that says what exists", () => {
  test("makes the model pick the tool that was meant", () => {
    const text =
      "Unknown tool get_wether. Did you mean get_weather? Available: get_weather, send_mail.";
    const { calls } = converse(wants("get_wether", { city: "Oslo" }), [text], {
      get_weather: ["city"],
      send_mail: [],
    });
    expect(calls[1]).toEqual(["get_weather", { city: "Oslo" }]);
  });

  test.each([
    "Tool 'lookup_order' not found.",
    'Error: Tool "lookup_order" not found.\n Please fix your mistakes.',
    "Error: lookup_order is not a valid tool, try one of [list_files, get_order].",
    "AI_NoSuchToolError: Model tried to call unavailable tool 'lookup_order'. Available tools: get_order.",
    envelope("There is no tool lookup_order. Available: get_order, list_files."),
  ])("is understood in the words of every host: %s", (text) => {
    const { calls } = converse(wants("lookup_order", {}), [text], {
      get_order: [],
      list_files: [],
    });
    expect(calls[1]?.[0]).toBe("get_order");
  });

  test("sends the model to the listing tool, and back with what it lists", () => {
    const text = envelope('get_repo: "orchad" was not found. Call list_repos to see all.');
    const { calls } = converse(
      wants("get_repo", { name: "orchad" }),
      [text, '["orchard","field"]'],
      {
        get_repo: ["name"],
        list_repos: [],
      },
    );
    expect(calls).toEqual([
      ["get_repo", { name: "orchad" }],
      ["list_repos", {}],
      ["get_repo", { name: "orchard" }],
    ]);
  });
});

describe("a message that says to check first", () => {
  const text = envelope(
    "refund_order: no answer came; the refund may have taken effect. Check with get_order before you call it again.",
    { outcome: "unknown" },
  );
  const script = {
    task: "Refund.",
    steps: [
      { tool: "refund_order", args: { order_id: "A-1", cents: 5 }, achievedWhen: /"cents":5/ },
    ],
    answer: "Refunded.",
  };
  const tools = { refund_order: ["order_id", "cents"], get_order: ["order_id"] };

  test("is obeyed, and nothing is repeated when it took effect", () => {
    const { calls, moves } = converse(script, [text, '{"refunds":[{"cents":5}]}'], tools);
    expect(calls.map(([name]) => name)).toEqual(["refund_order", "get_order"]);
    expect(moves.at(-1)?.content).toBe("Refunded.");
  });

  test("leads to the same call again when it did not", () => {
    const { calls } = converse(script, [text, '{"refunds":["none"]}', '{"cents":5}'], tools);
    expect(calls.map(([name]) => name)).toEqual(["refund_order", "get_order", "refund_order"]);
  });
});

describe("a message that forbids a repeat", () => {
  test.each([
    envelope("The service is unavailable now. Go on without it."),
    "Error: PermissionDenied: this key cannot write. Do not retry -- this will fail identically.",
    envelope("You have made this call 3 times; the result will not change."),
  ])("ends the try with an honest answer: %s", (text) => {
    const { moves, calls } = converse(wants("act", {}), [text]);
    expect(calls).toHaveLength(1);
    expect(moves.at(-1)?.content).toMatch(/^I could not finish this\. act: /);
  });

  test("makes the model take the other way when its script has one", () => {
    const script = {
      task: "Do it.",
      steps: [{ tool: "fast", or: { tool: "slow" } }],
      answer: "Done.",
    };
    const { calls, moves } = converse(script, [envelope("Do not retry."), '"ok"']);
    expect(calls.map(([name]) => name)).toEqual(["fast", "slow"]);
    expect(moves.at(-1)?.content).toBe("Done.");
  });
});

describe("a message that gives nothing to act on", () => {
  test.each([
    "An error occurred while running the tool. Please try again.",
    "Error",
    "TypeError: Cannot read properties of undefined (reading 'id')\n    at get (tools.js:1:2)",
    "TimeoutError: The operation was aborted due to timeout",
    "[]",
    "",
  ])("is answered with the same call: %j", (text) => {
    const { calls } = converse(wants("act", { a: 1 }), [text, text, text]);
    expect(calls).toEqual(Array.from({ length: 4 }, () => ["act", { a: 1 }]));
  });

  test("ends after two equal refusals for want of permission", () => {
    const text = "Error: 403 Forbidden: this key lacks the scope payments:read";
    const { calls } = converse(wants("act", {}), [text, text]);
    expect(calls).toHaveLength(2);
  });
});

describe("an empty result", () => {
  test("that says how to widen is widened", () => {
    const text = JSON.stringify({
      ok: true,
      data: [],
      message: "0 of 4 open tickets matched 'timout'. Search for 'timeout'.",
    });
    const { calls } = converse(wants("search", { query: "timout" }), [text, '["T-1"]']);
    expect(calls[1]).toEqual(["search", { query: "timeout" }]);
  });

  test("that explains itself is accepted", () => {
    const text = JSON.stringify({ ok: true, data: [], message: "0 of 4 tickets matched 'x'." });
    expect(converse(wants("search", { query: "x" }), [text]).moves.at(-1)?.content).toBe("Done.");
  });
});

describe("the model", () => {
  test("makes the same move for the same transcript", () => {
    const script = wants("act", { a: 1 });
    const answers = ["Error", "Error: a must be at most 0; you sent 1.", '"fine"'];
    expect(converse(script, answers)).toEqual(converse(script, answers));
  });

  test("asks for parallel calls in one response and repeats only the one that failed", () => {
    const script = {
      task: "Both.",
      steps: [[{ tool: "a" }, { tool: "b" }]],
      answer: (results: readonly string[]) => results.join("+"),
    };
    const { moves } = converse(script, ['"A"', "Error", '"B"']);
    expect(moves.map((move) => move.calls.map((call) => call.function.name))).toEqual([
      ["a", "b"],
      ["b"],
      [],
    ]);
    expect(moves.at(-1)?.content).toBe('"A"+"B"');
  });

  test("sends broken JSON at first and mends it when told", () => {
    const script = {
      task: "Go.",
      steps: [{ tool: "act", args: { a: 1 }, rawArguments: '{"a": 1' }],
      answer: "Done.",
    };
    const text = "act: the arguments are not valid JSON (position 7). Send one JSON object.";
    expect(converse(script, [`Error: ${text}`]).calls).toEqual([
      ["act", '{"a": 1'],
      ["act", { a: 1 }],
    ]);
    expect(converse(script, ["Error"]).calls[1]).toEqual(["act", '{"a": 1']);
  });
});
