import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createRecovery, type ToolCall } from "../../src/index.ts";

async function messageOf(
  tool: string,
  args: unknown,
  error: unknown,
  more: Partial<ToolCall> = {},
): Promise<string> {
  const run = createRecovery({
    onEvent: () => {},
    defaults: { effect: "read" },
    policy: { retry: { maxAttempts: 1 } },
  }).run();
  const { observation } = await run.call({ id: "call-1", tool, args, turn: 0, ...more }, () => {
    throw error;
  });
  return observation.message ?? "";
}

const failed = (message: string, rest: object = {}): Error =>
  Object.assign(new Error(message), rest);

const system = (code: string, syscall: string): Error =>
  failed(`${code}: it failed, ${syscall}`, { code, errno: -1, syscall });

describe("what failed on the host itself is no service's word", () => {
  it.each([
    ["a full disk", system("ENOSPC", "write")],
    ["too many open files", system("EMFILE", "open")],
    ["a folder in place of a file", system("EISDIR", "read")],
    ["a missing right", system("EACCES", "open")],
    [
      "a constraint of SQLite",
      failed("UNIQUE constraint failed: t.u", { code: "SQLITE_CONSTRAINT_UNIQUE" }),
    ],
    ["a locked database", failed("database is locked", { code: "SQLITE_BUSY" })],
    [
      "a command",
      failed("Command failed: make\nno rule to make it", { code: 2, cmd: "make", status: 2 }),
    ],
  ])("%s", async (_, error) => {
    const said = await messageOf("work", { path: "a.txt" }, error);
    expect(said).not.toContain("service");
  });

  it("but the connection to one is", async () => {
    const error = failed("read ECONNRESET", { code: "ECONNRESET", syscall: "read" });
    expect(await messageOf("work", { id: 1 }, error)).toContain("the service broke the connection");
  });

  it("a command is not told again to the one who sent it", async () => {
    const error = failed("Command failed: make tea\nmake: no rule for 'tea'", {
      code: 2,
      cmd: "make tea",
    });
    const said = await messageOf("run", { target: "tea" }, error);
    expect(said).toContain("make: no rule for 'tea'");
    expect(said).not.toContain("Command failed");
  });
});

describe("something else than the call's own subject is missing", () => {
  it.each([
    ["get_order", { order_id: "A-1" }, "User not found"],
    ["add_member", { team: "core", user: "jo" }, "Workspace not found"],
    ["query", { sql: "select * from x" }, "no such table: x"],
  ])("%s: the service's noun is told, and no argument is blamed", async (tool, args, words) => {
    const said = await messageOf(tool, args, failed(words, { status: 404 }));
    expect(said).toContain(`"${words}"`);
    expect(said).not.toContain("does not exist");
  });

  it.each([
    ["get_user", { login: "jo" }, "User not found"],
    ["get_page", { url: "https://example.com/y" }, "The requested page could not be found"],
    ["read_file", { path: "a/b.txt" }, "File not found: a/b.txt"],
    ["get", { id: "1" }, "no order 1"],
  ])("%s: its own noun adds nothing", async (tool, args, words) => {
    const said = await messageOf(tool, args, failed(words, { status: 404 }));
    expect(said).toContain("does not exist");
    expect(said).not.toContain("says");
  });
});

describe("a tool that does not exist", () => {
  it("behind a tool that does is told as such", async () => {
    const error = failed("MCP error -32602: Tool lookup not found", { code: -32602 });
    expect(await messageOf("search", { q: "a" }, error)).toMatch(
      /^search called a tool that does not exist; the service says: "Tool lookup not found"\. Do not repeat this call/,
    );
  });

  it("and is the one that was called is told by its name", async () => {
    const error = failed("MCP error -32602: Tool search not found", { code: -32602 });
    expect(await messageOf("search", { q: "a" }, error)).toMatch(/^There is no tool search\./);
    const availableTools = ["search_all"];
    expect(await messageOf("search", {}, undefined, { availableTools })).toMatch(
      /^There is no tool search\. Nearest: search_all\./,
    );
  });
});

it("a key that valibot misses is missing, also where the tool itself has asked valibot", async () => {
  const schema = v.object({ id: v.string(), plan: v.object({ name: v.string() }) });
  const { issues } = v.safeParse(schema, { plan: {} });
  const said = await messageOf("save", { plan: {} }, new v.ValiError(issues as never));
  expect(said).toMatch(/^save: id, plan\.name are missing\./);
});

it("an outage is said once", async () => {
  const down = await messageOf("get", { id: 1 }, failed("", { status: 500 }));
  expect(down).toBe(
    "get failed: the service is unavailable now (500). Do not call it again; continue without it or tell the user.",
  );
  const refused = failed("connect ECONNREFUSED", { code: "ECONNREFUSED", syscall: "connect" });
  expect(await messageOf("get", { id: 1 }, refused)).toBe(
    "get failed: the service could not be reached (ECONNREFUSED). It is unavailable now. Do not call it again; continue without it or tell the user.",
  );
});
