import { describe, expect, test } from "vitest";
import { type CallRecord, createRecovery } from "../../src/index.ts";

/** What the model reads, and everything that is kept, of a call that threw. */
async function textsOf(error: unknown, args: unknown = {}) {
  const records: CallRecord[] = [];
  const recovery = createRecovery({
    tools: { get: { effect: "read", retry: false } },
    sinks: [{ write: (record) => void records.push(record as CallRecord) }],
    onEvent: () => undefined,
    maxMessageTokens: 400,
  });
  const run = recovery.run();
  const outcome = await run.call({ id: "a", tool: "get", args, turn: 0 }, async () => {
    throw error;
  });
  const kept = `${JSON.stringify(records)}\n${run.report().text}`;
  return { content: outcome.content, kept };
}

describe("of an absolute path of the host only the last part is left", () => {
  test.each([
    ["/data/main/data/in.csv", "…/in.csv"],
    ["/data/customers/acme", "…/acme"],
    ["/code/app/main.py:41", "…/main.py"],
    ["/repo/foo/bar.txt", "…/bar.txt"],
    ["/mine/own/thing.sqlite", "…/thing.sqlite"],
    ["D:/data/shop/orders.db", "…/orders.db"],
    ["D:\\work\\shop\\orders.db", "…/orders.db"],
    ["~/.aws/credentials", "…/credentials"],
    ["file:///data/shop/orders.ts", "…/orders.ts"],
    ["\\\\fileserver\\share\\orders.xlsx", "…/orders.xlsx"],
  ])("%s", async (path, shown) => {
    const { content, kept } = await textsOf(new Error(`the store is broken: ${path} has no index`));
    expect(JSON.parse(content).message).toContain(`${shown} has no index`);
    expect(kept).toContain(`${shown} has no index`);
    expect(kept).not.toContain(path.slice(0, 6));
  });

  test("whatever its first directory is, where the system says that it is about files", async () => {
    const said = "[Errno 2] No such file or directory: '/anywhere/else/entirely'";
    const { content, kept } = await textsOf(new Error(said));
    expect(content).not.toContain("anywhere");
    expect(kept).not.toContain("anywhere");
  });

  test("with spaces in it, between quotation marks", async () => {
    const { content } = await textsOf(new Error("cannot use '/Users/Jo Doe/My Files/a.csv' now"));
    expect(content).toContain("'…/a.csv' now");
  });
});

describe("the paths that a system error names", () => {
  const failed = (path: string, dest?: string) =>
    Object.assign(new Error(`EXDEV: cross-device link, rename '${path}' -> '${dest}'`), {
      errno: -18,
      code: "EXDEV",
      syscall: "rename",
      path,
      ...(dest === undefined ? {} : { dest }),
    });

  test("are cut wherever they stand, spaces and all, also as a cause", async () => {
    const cause = failed("/one/two three/four.txt", "/five/six");
    const error = new Error(`moving /one/two three/four.txt to /five/six failed`, { cause });
    const { content, kept } = await textsOf(error);
    for (const text of [content, kept]) {
      expect(text).not.toMatch(/one\/|two three|five/);
      expect(text).toContain("…/four.txt");
    }
  });

  test("stay as the model has sent them", async () => {
    const path = "/inbox/two/four.txt";
    const error = Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
      errno: -2,
      code: "ENOENT",
      syscall: "open",
      path,
    });
    const { content } = await textsOf(error, { files: [{ path }] });
    expect(content).toContain(path);
  });

  test("are shown relative, where the model has sent them so", async () => {
    const { content } = await textsOf(new Error("broken: /data/shop/data/in.csv, line 3"), {
      path: "data/in.csv",
    });
    expect(content).toContain("broken: data/in.csv, line 3");
  });
});

describe("what is no path of the host stays readable", () => {
  test.each([
    "GET /orders/7 gives no answer",
    "Route POST:/data/items is closed",
    "https://api.example.com/data/data/items.json is closed",
    "/v1/orders is closed",
    "/data/2.5/weather is closed",
    "/repos/octocat/hello-world is closed",
    "/orders/7/lines is closed",
    "/items/0/qty must be at least 1",
    "#/properties/customer/properties/email/format does not fit",
    "src/engine/run.ts and ./docs/a.md do not fit",
    "s3://bucket/data/in.csv is closed",
    "the pattern \\d+\\.\\w does not fit",
    "text/html, 1/2 or and/or do not fit",
  ])("%s", async (said) => {
    const { content } = await textsOf(new Error(said));
    expect(JSON.parse(content).message).toContain(said);
  });
});
