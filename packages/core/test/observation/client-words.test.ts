import { describe, expect, it } from "vitest";
import { createRecovery } from "../../src/index.ts";

async function messageOf(error: unknown, args: unknown = { id: 42 }): Promise<string> {
  const run = createRecovery({
    defaults: { effect: "read" },
    policy: { retry: { maxAttempts: 1 } },
  }).run();
  const call = { id: "call-1", tool: "get_thing", args, turn: 0 };
  const { observation } = await run.call(call, () => {
    throw error;
  });
  return observation.message ?? "";
}

const failed = (message: string, rest: object = {}): Error =>
  Object.assign(new Error(message), rest);

describe("what a client puts around the service's words is left out", () => {
  it.each([
    ["HTTP 504: upstream request timed out early", { status: 502 }, "upstream request timed"],
    [
      "request to http://things.example/v1/things/42 failed, reason: odd header",
      { status: 500 },
      'says: "odd header"',
    ],
    [
      '[POST] "http://things.example/v1/things/42": <no response> fetch failed: odd header',
      { status: 500 },
      'says: "odd header"',
    ],
    ["MCP error -32603: MCP error -32603: disk is full", { status: 500 }, 'says: "disk is full"'],
  ])("%s", async (message, rest, wanted) => {
    const said = await messageOf(failed(message, rest));
    expect(said).toContain(wanted);
    expect(said).not.toMatch(/HTTP 504|request to|\[POST\]|MCP error/);
  });

  it("the same sentence of several errors is told once", async () => {
    const errors = [{ message: "odd header" }, { message: "odd header" }];
    expect(await messageOf(failed("it broke", { status: 500, errors }))).not.toMatch(
      /odd header.*odd header/,
    );
  });

  it("a denial that only says so is not quoted", async () => {
    const said = await messageOf(failed("Access Denied", { status: 403 }));
    expect(said).toMatch(/access denied \(403\)\. Do not call it again/);
  });
});

describe("what says most is quoted", () => {
  const database = { severity: "ERROR", code: "42703" };
  it.each([
    [
      "a database's hint",
      failed('column "nam" does not exist', {
        ...database,
        hint: 'Perhaps you meant to reference the column "things.name".',
      }),
      "the column 'things.name'",
    ],
    [
      "the key that is there already",
      failed('duplicate key value violates unique constraint "things_slug_key"', {
        ...database,
        code: "23505",
        detail: "Key (slug)=(blue) already exists.",
      }),
      'says: "Key (slug)=(blue) already exists"',
    ],
    [
      "the key that MongoDB has already",
      failed(
        'E11000 duplicate key error collection: a.things index: slug_1 dup key: { slug: "x" }',
        {
          name: "MongoServerError",
          code: 11000,
        },
      ),
      "says: \"duplicate key { slug: 'x' }\"",
    ],
    [
      "the place that MySQL points at",
      failed(
        "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELCT 1' at line 1",
        { code: "ER_PARSE_ERROR", errno: 1064 },
      ),
      "near 'SELCT 1'",
    ],
    [
      "what follows Prisma's listing of the call",
      failed(
        "\nInvalid `prisma.thing.findMany()` invocation in\n/app/src/db.ts:12:3\n\n→ 12 prisma.thing.findMany({\n\nUnknown argument `nmae`. Did you mean `name`?",
        { name: "PrismaClientValidationError" },
      ),
      'says: "Unknown argument `nmae`. Did you mean `name`?"',
    ],
  ])("%s", async (_what, error, wanted) => {
    expect(await messageOf(error)).toContain(wanted);
  });

  it("a row that a database shows is not", async () => {
    const detail = "Failing row contains (1, ann, null).";
    const said = await messageOf(failed("null value in column", { ...database, detail }));
    expect(said).not.toContain("ann");
  });

  it("a page where data was expected is called one", async () => {
    const error = new SyntaxError("Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON");
    expect(await messageOf(error)).toContain("an HTML page instead of data");
  });
});

describe("a cause is not told as another one", () => {
  it("a client's own time-out does not name the limit that nobody set", async () => {
    const said = await messageOf(failed("timeout of 250ms exceeded", { code: "ETIMEDOUT" }));
    expect(said).toMatch(/^get_thing timed out\./);
  });

  it.each(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"])(
    "%s is no matter of a certificate",
    async (code) => {
      const said = await messageOf(failed("write EPROTO", { code }));
      expect(said).toContain("another protocol");
      expect(said).not.toContain("certificate");
    },
  );

  it("a declined card is no quota", async () => {
    const said = await messageOf(
      failed("Your card was declined.", { statusCode: 402, code: "card_declined" }),
    );
    expect(said).toContain("the payment was refused (card_declined)");
    expect(said).not.toMatch(/quota|plan/);
  });

  it("an argument that has the type asked for is not shown as the wrong one", async () => {
    const issues = [{ code: "invalid_type", expected: "number", path: ["id"], message: "no" }];
    const said = await messageOf(failed("invalid", { name: "ZodError", issues }));
    expect(said).toContain("id must be a number");
    expect(said).not.toContain("you sent");
  });
});
