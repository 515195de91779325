import { RunContext, tool } from "@openai/agents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { nullDropper } from "../src/optional-nulls.ts";

const schema = z.object({
  id: z.string(),
  note: z.string().optional(),
  tag: z.string().nullable(),
  both: z.string().nullish(),
  inner: z
    .object({ size: z.number().optional(), list: z.array(z.object({ x: z.number().optional() })) })
    .optional(),
});

/** What the SDK makes of the same text: the parsed arguments, or `undefined` when it refuses. */
async function asTheSdk(parameters: unknown, text: string): Promise<unknown> {
  const echo = tool({
    name: "echo",
    description: "",
    parameters: parameters as typeof schema,
    errorFunction: null,
    execute: (input) => ({ input }) as never,
  });
  try {
    return ((await echo.invoke(new RunContext(), text)) as unknown as { input: unknown }).input;
  } catch {
    return undefined;
  }
}

async function asWeDo(parameters: unknown, text: string): Promise<unknown> {
  const dropped = await nullDropper(parameters as never, true)(text);
  const value: unknown = typeof dropped === "string" ? JSON.parse(dropped) : dropped;
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(arbitrary, fc.constant(null));
const args = fc.record(
  {
    id: maybe(fc.string()),
    note: maybe(fc.string()),
    tag: maybe(fc.string()),
    both: maybe(fc.string()),
    inner: maybe(
      fc.record(
        {
          size: maybe(fc.integer()),
          list: fc.array(fc.record({ x: maybe(fc.integer()) }, { requiredKeys: [] })),
        },
        { requiredKeys: ["list"] },
      ),
    ),
  },
  { requiredKeys: [] },
);

describe("nulls that stand for optional fields", () => {
  it("are dropped exactly where the SDK drops them", async () => {
    await fc.assert(
      fc.asyncProperty(args, async (value) => {
        const text = JSON.stringify(value);
        expect(await asWeDo(schema, text)).toEqual(await asTheSdk(schema, text));
      }),
      { numRuns: 300 },
    );
  });

  it("are dropped from arguments of a JSON schema too", async () => {
    const parameters = {
      type: "object",
      properties: { id: { type: "string" }, note: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    };
    const drop = nullDropper(parameters, true);
    expect(await drop('{"id":"a","note":null}')).toEqual({ id: "a" });
    expect(await nullDropper(parameters, false)('{"id":"a","note":null}')).toBe(
      '{"id":"a","note":null}',
    );
  });

  it("leave everything else as the text it was", async () => {
    const drop = nullDropper(schema as never, true);
    expect(drop('{"id":"a","tag":"b"}')).toBe('{"id":"a","tag":"b"}');
    expect(drop("{null")).toBe("{null");
    expect(drop("null")).toBe("null");
    expect(drop('{"id":null,"tag":"b"}')).toEqual({ id: null, tag: "b" });
  });
});
