import { describe, expect, it } from "vitest";
import { classify } from "../../src/classify.ts";

function failure(extra: object, message: string): Error {
  return Object.assign(new Error(message), extra);
}

function named(name: string, message: string, extra: object = {}): Error {
  return failure({ name, ...extra }, message);
}

describe("a text that a tool was given and that does not parse is a refused argument", () => {
  it.each([
    ["code (acorn)", named("SyntaxError", "Unexpected token (1:6)", { pos: 6 })],
    ["a selector of the DOM", named("SyntaxError", "Invalid selector", { code: 12 })],
    ["a template (ejs)", named("SyntaxError", "Unexpected token 'catch' while compiling ejs")],
    ["a template (liquidjs)", named("ParseError", "tag {% if a %} not closed")],
    ["JSON5", named("SyntaxError", "JSON5: invalid end of input at 1:6")],
    ["a version (semver)", named("TypeError", "Invalid Version: 1.x")],
    ["a long version (semver)", named("TypeError", "version is longer than 256 characters")],
    ["a pattern of times (croner)", named("RangeError", "CronPattern: Invalid value: 61")],
    ["a pattern (path-to-regexp)", named("TypeError", "Missing parameters: id")],
    ["CSV with an open quote", failure({}, "Parse Error: missing closing: '\"' in line: at '\"1'")],
    ["CSV with a name twice", failure({}, 'Duplicate headers found ["a"]')],
    ["XML (sax)", failure({}, "Non-whitespace before first tag.\nLine: 0\nColumn: 1\nChar: h")],
    ["XML (xmldom)", named("ParseError", "missing root element")],
    ["SQL that ends early", failure({}, "Parse error at line 1 column 10\nUnexpected EOF token")],
    ["an operator too many", failure({}, "Token + (binaryOp) unexpected in expression: 1 + + ")],
    ["a zip file", failure({}, "End of central directory record signature not found")],
    ["texts by the name of the field", { qty: ["Qty is not a number"] }],
    ["a quoted name in it", failure({}, "Invalid channel name: 'no such channel!'")],
  ])("%s", (_, value) => {
    expect(classify(value).errorType).toBe("invalid_args");
  });
});

describe("what no argument can be blamed for", () => {
  it.each([
    ["a module that cannot be loaded", "Cannot use import statement outside a module"],
    ["an answer that is no JSON", "Unexpected token '<', \"<html>\" is not valid JSON"],
    ["an answer that is cut short", "Unexpected end of JSON input"],
  ])("%s", (_, message) => {
    expect(classify(named("SyntaxError", message)).errorType).not.toBe("invalid_args");
  });

  it("a service's answer that cannot be parsed is not asked for again", () => {
    const { errorType, errorClass } = classify(failure({}, "Failed to parse response of the API"));
    expect([errorType, errorClass]).toEqual(["upstream", "forbidden"]);
  });

  it.each(["Unexpected EOF", "unexpected end of file", "Unexpected error"])(
    "the end of a stream, or a failure without a reason: %s",
    (message) => {
      expect(classify(failure({}, message)).errorType).not.toBe("invalid_args");
    },
  );

  it("an engine's own words for arrays are a bug of the tool", () => {
    expect(classify(named("RangeError", "Invalid array length")).errorType).toBe("internal");
  });

  it("a line of an order does not hide a time-out", () => {
    const error = failure({ line: 3 }, "stock service timed out");
    expect(classify(error).errorType).toBe("timeout");
  });

  it("the line that an engine gives every error of its own says nothing", () => {
    const safari = { line: 12, column: 5, sourceURL: "app.js" };
    expect(classify(failure(safari, "nobody knows")).errorType).toBe("internal");
  });
});

describe("a name that says little", () => {
  it.each([
    ["Unauthorized: Status code '401'", "auth"],
    ["Not Found: Status code '404'", "not_found"],
  ])("yields to a status in the text: %s", (text, errorType) => {
    const error = named("FailedToNegotiateWithServerError", `Failed: Error: ${text}`);
    expect(classify(error).errorType).toBe(errorType);
  });

  it.each([
    [{ name: "ParameterLimitExceeded", $metadata: { httpStatusCode: 400 } }, "quota_exhausted"],
    [{ name: "DataAlreadyAcceptedException", $metadata: { httpStatusCode: 400 } }, "conflict"],
    [{ name: "UpdateCollisionError" }, "conflict"],
    [{ code: "SCHEMA_VALIDATION_FAILURE" }, "invalid_args"],
  ])("is read by its parts: %o", (shape, errorType) => {
    expect(classify(failure(shape, "x")).errorType).toBe(errorType);
  });

  it("and a status in brackets is a status", () => {
    const error = failure({}, "Request processing failed: Zendesk Error (409): Conflict");
    expect(classify(error).errorType).toBe("conflict");
  });
});

describe("a program", () => {
  it("whose output hangs together (tinyexec) is told by what it wrote", () => {
    const output = { stdout: "", stderr: "cat: x: No such file or directory", exitCode: 1 };
    const error = named("Error", "exited with a non-zero status (1)", { output, exitCode: 1 });
    expect(classify(error).errorType).toBe("not_found");
  });

  it("that a signal ended (nano-spawn) can have done its work", () => {
    const shape = { signalName: "SIGTERM", command: "sleep 5", stdout: "", stderr: "" };
    expect(classify(named("SubprocessError", "Command was terminated", shape))).toMatchObject({
      errorType: "upstream",
      outcome: "unknown",
    });
  });
});
