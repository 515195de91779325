// texts that do not parse: versions, TOML, XML, CSS; parsers and templates that are not installed, by hand

import { handMade, versionOf } from "../lib/case.mjs";
import { A, HTTP, NET } from "../lib/labels.mjs";
export const cases = [];

const given = A.invalid("the text that the tool was given does not parse");
const parser = (client, rows) => {
  for (const [id, how, run, label = given] of rows)
    cases.push({
      client,
      version: versionOf(client),
      load: () => import(client),
      call: "read",
      id: `${client}/${id}`,
      how,
      label,
      run: async (_env, m) => run(m.default ?? m),
    });
};

parser("semver", [
  ["version", "a TypeError", (m) => new m.SemVer("1.x")],
  ["range", "a TypeError", (m) => new m.Range("no range")],
  ["length", "a TypeError", (m) => new m.SemVer("1".repeat(300))],
]);
parser("smol-toml", [
  ["value", "line and column", (m) => m.parse("a = = 1")],
  ["twice", "line and column", (m) => m.parse("a = 1\na = 2"), A.invalid("redefined")],
]);
const xml = (text) => (sax) => {
  const strict = sax.parser(true);
  strict.onerror = (error) => {
    throw error;
  };
  strict.write(text).close();
};
parser("sax", [
  ["tag", "the place is in the text", xml("<a></b>")],
  ["no-xml", "the place is in the text", xml("hello")],
]);
parser("postcss", [
  ["unclosed", "CssSyntaxError", (m) => m.parse("a { color: red")],
  ["word", "CssSyntaxError", (m) => m.parse("a { color red }")],
]);
parser("tinyexec", [
  [
    "exit",
    "the output is an object",
    (m) => m.x("node", ["-e", "process.exit(3)"], { throwOnError: true }),
    A.internal("an exit code nobody explains"),
  ],
  [
    "usage",
    "stderr is in the output",
    (m) =>
      m.x("sh", ["-c", "echo 'cat: x: No such file or directory' >&2; exit 1"], {
        throwOnError: true,
      }),
    A.notFound("what stderr says"),
  ],
  [
    "program",
    "no such program",
    (m) => m.x("no-such-program-of-mine", [], { throwOnError: true }),
    A.notFound("no program", [["internal", "malformed-args", false]]),
  ],
]);

const by = handMade("parsers", "parsers");
const error = (name, message, extra) => Object.assign(new Error(message), { name, ...extra });
const thrown = (id, how, label, make) =>
  cases.push({
    ...by(id, how, label, undefined),
    run: async () => {
      throw make();
    },
  });
const says = (id, client, message, name = "Error", extra = {}) =>
  thrown(id, client, given, () => error(name, message, extra));

says("acorn", "acorn", "Unexpected token (1:6)", "SyntaxError", { pos: 6 });
says(
  "ejs",
  "ejs: a template is compiled",
  "Unexpected token 'catch' while compiling ejs",
  "SyntaxError",
);
says("selector", "jsdom: a DOMException", "Invalid selector", "SyntaxError", { code: 12 });
says("json5", "json5", "JSON5: invalid end of input at 1:6", "SyntaxError", { lineNumber: 1 });
says("csv-quote", "@fast-csv/parse", "Parse Error: missing closing: '\"' in line: at '\"1,2'");
says("csv-header", "@fast-csv/parse", 'Duplicate headers found ["a"]');
says("csv-name", "csvtojson", "Error: unclosed_quote. JSON Line number: 0", "CSV Parse Error");
says("expression", "expr-eval", "parse error [1:7]: Expected )");
says("operator", "jexl", "Token + (binaryOp) unexpected in expression: 1 + + ");
says("template", "liquidjs", "tag {% if a %} not closed, line:1, col:1", "ParseError");
says("zip", "yauzl", "End of central directory record signature not found. Either not a zip file");
says("pattern", "path-to-regexp", "Missing parameter name at index 2: /:", "TypeError");
says("cron", "croner", "CronPattern: Invalid value for minute: 61", "RangeError");
says(
  "sql-end",
  "sql-formatter",
  "Parse error at token: «EOF» at line 1 column 10\nUnexpected EOF token",
);
thrown("fields", "validate.js: texts by the field", A.invalid("arguments do not fit"), () => ({
  qty: ["Qty is not a number"],
}));
thrown("answer", "an answer that cannot be parsed", NET.nonjson, () =>
  error("Error", "Failed to parse response of the service"),
);
thrown("negotiation", "SignalR: the name is vague, the text has the status", HTTP[401], () =>
  error(
    "FailedToNegotiateWithServerError",
    "Failed to complete negotiation with the server: Error: Unauthorized: Status code '401'",
  ),
);
thrown("in-brackets", "node-zendesk", HTTP[409], () =>
  error("Error", "Request processing failed: Zendesk Error (409): Conflict"),
);
