import { afterEach, describe, expect, it, vi } from "vitest";
import { answer } from "../src/quick-start.ts";

type Message = Readonly<Record<string, unknown>>;

const wants = (id: string, name: string, args: unknown): Message => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }],
});
const says = (content: string): Message => ({ role: "assistant", content });

/** Answers one request after the other, the last one again and again, and keeps what it was sent. */
function model(...moves: readonly (Message | Error)[]): readonly Message[][] {
  const asked: Message[][] = [];
  vi.stubGlobal("askModel", async (messages: readonly Message[]) => {
    asked.push([...messages]);
    const move = moves[asked.length - 1] ?? moves.at(-1);
    if (move instanceof Error) throw move;
    return move;
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the quick start without a framework", () => {
  it("answers from what a tool gave", async () => {
    vi.stubGlobal("tools", { get_order: async () => ({ status: "shipped" }) });
    const asked = model(wants("1", "get_order", { id: "A-1042" }), says("It is on its way."));
    expect(await answer("Where is order A-1042?")).toBe("It is on its way.");
    expect(asked[1]?.at(-1)).toEqual({
      role: "tool",
      tool_call_id: "1",
      content: '{"status":"shipped"}',
    });
  });

  it("tells the model which tools there are", async () => {
    vi.stubGlobal("tools", { get_order: async () => ({ status: "shipped" }) });
    const asked = model(wants("1", "find_order", { id: "A-1042" }), says("Sorry."));
    await answer("Where is order A-1042?");
    expect(asked[1]?.at(-1)?.["content"]).toContain("get_order");
  });

  it("ends a loop that gets nowhere with words for the person", async () => {
    vi.stubGlobal("tools", { get_order: async () => ({ status: "shipped" }) });
    const asked = model(wants("1", "get_order", { id: "A-1042" }));
    expect(await answer("Where is order A-1042?")).toMatch(/\w+/);
    expect(asked.length).toBeLessThan(10);
  });

  it("rejects with what the model's client threw", async () => {
    vi.stubGlobal("tools", {});
    const down = new Error("no model today");
    model(down);
    await expect(answer("Where is order A-1042?")).rejects.toBe(down);
  });
});
