import { describe, expect, it } from "vitest";
import {
  createRecovery,
  type ErrorType,
  type Observation,
  type RecoveryOptions,
  ToolFault,
  type ToolOptions,
} from "../../src/index.ts";

interface Told {
  readonly observation: Observation;
  readonly userMessage?: string;
}

async function tell(
  error: unknown,
  {
    options,
    recovery,
    args = {},
  }: { options?: ToolOptions; recovery?: RecoveryOptions; args?: unknown } = {},
): Promise<Told> {
  const run = createRecovery({
    onEvent: () => undefined,
    policy: { retry: false },
    ...recovery,
  }).run();
  return run.call({ id: "1", tool: "get_order", args, turn: 0, options }, () => {
    throw error;
  });
}

describe("our sentences", () => {
  it("can be replaced for one error type and stay for the others", async () => {
    const recovery: RecoveryOptions = {
      wording: {
        messages: {
          not_found: ({ tool }) => ({ message: `${tool}: gibt es nicht`, next: "Frag nach" }),
        },
        userMessages: { not_found: () => "Das habe ich nicht gefunden." },
      },
    };
    const told = await tell(ToolFault.notFound(), { recovery });
    expect(told.observation.message).toBe("get_order: gibt es nicht. Frag nach.");
    expect(told.userMessage).toBe("Das habe ich nicht gefunden.");
    expect((await tell(ToolFault.auth(), { recovery })).observation.message).toMatch(
      /access denied/,
    );
  });

  it("can be replaced for the reasons to end a run, and stay for the others", () => {
    const recovery = createRecovery({
      onEvent: () => undefined,
      wording: { haltMessages: { host: "Ich wurde angehalten.", deadline: undefined } },
    });
    const stopped = recovery.run();
    stopped.stop();
    expect(stopped.halt?.userMessage).toBe("Ich wurde angehalten.");
    expect(stopped.report().userMessage).toBe("Ich wurde angehalten.");
    const haltMessages = { hosts: "?" } as unknown as Record<string, string>;
    expect(() => createRecovery({ wording: { haltMessages } })).toThrow(
      "there is no option `wording.haltMessages.hosts`. Did you mean `host`?",
    );
  });

  it("can be a text, which is then the whole message", async () => {
    const recovery: RecoveryOptions = {
      wording: { messages: { not_found: ({ tool }) => `${tool}: gibt es nicht` } },
    };
    const told = await tell(ToolFault.notFound(), { recovery });
    expect(told.observation.message).toBe("get_order: gibt es nicht.");
  });

  it("can be replaced for misfits of arguments", async () => {
    const { observation } = await tell(undefined, {
      args: {},
      options: {
        schema: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      },
      recovery: {
        wording: {
          issue: ({ place, code }) => ({ code, says: `${place} fehlt`, fix: "Ergänze es" }),
          issues: (texts, { tool }) => ({
            message: `${tool}: ${texts[0]?.says}`,
            next: texts[0]?.fix ?? "",
          }),
        },
      },
    });
    expect(observation.message).toBe("get_order: id fehlt. Ergänze es.");
  });

  it("mark the service's words by the sentence that is given for it", async () => {
    const { observation } = await tell(Object.assign(new Error("Token expired"), { status: 401 }), {
      recovery: { wording: { said: (words) => `der Dienst sagt: «${words}»` } },
    });
    expect(observation.message).toContain("der Dienst sagt: «Token expired»");
  });
});

describe("the tool's own explanation", () => {
  it("takes the place of our fact and keeps our next step", async () => {
    const { observation } = await tell(Object.assign(new Error("x"), { status: 404 }), {
      options: { explain: () => "Order 7 was archived" },
    });
    expect(observation.message).toBe(
      "get_order: Order 7 was archived. Do not repeat this call; look up what exists, or ask the user.",
    );
  });

  it("can give every clause", async () => {
    const { observation } = await tell(new Error("x"), {
      options: {
        explain: () => ({ message: "No stock", instead: "3 are in Oslo", next: "Ask for Oslo" }),
      },
    });
    expect(observation.message).toBe("get_order: No stock. 3 are in Oslo. Ask for Oslo.");
  });

  it("is redacted and cut like any other text", async () => {
    const secret = ["ghp", "_", "a1B2".repeat(9)].join("");
    const { observation } = await tell(new Error("x"), {
      options: { explain: () => `${secret} ${"long ".repeat(500)}` },
    });
    expect(observation.message).not.toContain(secret.slice(4, 14));
    expect(observation.message?.length).toBeLessThan(480);
  });
});

describe("the last turn before a limit", () => {
  it("is announced in the message", async () => {
    const run = createRecovery({ onEvent: () => undefined, policy: { failedTurns: 2 } }).run();
    const fail = (turn: number): Promise<Told> =>
      run.call({ id: String(turn), tool: `tool_${turn}`, args: {}, turn }, () => {
        throw Object.assign(new Error("x"), { status: 404 });
      });
    expect((await fail(0)).observation.message).toMatch(
      /Last try: one more like this ends the run/,
    );
  });

  it("is not announced by the call that ends the run for another reason", async () => {
    const run = createRecovery({ onEvent: () => undefined }).run();
    const contents: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const { content, halt } = await run.call(
        { id: `${turn}`, tool: "get", args: {}, turn },
        () => {
          throw Object.assign(new Error("x"), { status: 404 });
        },
      );
      contents.push(content);
      if (halt !== undefined) expect(halt.reason).toBe("no_progress");
    }
    expect(run.stopReason).toBe("no_progress");
    expect(contents.at(-1)).not.toContain("Last try");
  });
});

describe("a call that is repeated without need", () => {
  it("is told how often it was made, that nothing will change, and what to do", async () => {
    const run = createRecovery({ onEvent: () => undefined }).run();
    const ask = (turn: number): Promise<Told> =>
      run.call({ id: String(turn), tool: "search", args: { q: "tea" }, turn }, () => "same");
    await ask(0);
    await ask(1);
    const { observation } = await ask(2);
    expect(observation).toMatchObject({ error_type: "repeated_call", retryable: false });
    expect(observation.message).toBe(
      "Not executed: you have called search with exactly these arguments 3 times; the result will not change. Use the result that you have, change the arguments, or answer without it.",
    );
  });
});

describe("an unknown tool", () => {
  it("is answered with the names that exist, the nearest first", () => {
    const run = createRecovery({ onEvent: () => undefined }).run();
    const availableTools = ["send_mail", "get_time", "get_weather"];
    const { observation } = run.settle(
      { id: "1", tool: "get_wether", turn: 0, availableTools },
      ToolFault.unknownTool(),
    );
    expect(observation.message).toMatch(/^There is no tool get_wether\. Nearest: get_weather\./);
    expect(observation.message).toContain("send_mail");
  });
});

describe("every constructor of ToolFault", () => {
  const constructors = Object.getOwnPropertyNames(ToolFault).filter(
    (name) => typeof Reflect.get(ToolFault, name) === "function",
  ) as "notFound"[];

  it.each(constructors)("%s: gives its type, a message and a text for the user", async (name) => {
    const fault = ToolFault[name]({ message: "because of this" });
    const type: ErrorType = fault.errorType;
    if (type === "cancelled" || type === "interrupted")
      return expect(fault.message).toBe("because of this");
    const { observation, userMessage } = await tell(fault);
    expect(observation.error_type).toBe(type);
    expect(observation.message).toMatch(/\.$/);
    // Nothing went wrong that a user had to be told of.
    if (type === "empty_result") return expect(observation.ok).toBe(true);
    expect(userMessage).toMatch(/\.$/);
    expect(userMessage).not.toContain("because of this");
    return undefined;
  });
});

describe("a sentence of the user's that cannot be used", () => {
  const boom = (): never => {
    throw new Error("boom");
  };

  it.each([
    ["throws", boom, "it throws"],
    ["gives nothing", () => undefined, "it gave no text"],
    ["gives a promise", async () => ({ message: "later" }), "it gave no text"],
  ])("and %s has the English one in its place, and is named once", async (_, template, why) => {
    const warnings: string[] = [];
    const recovery: RecoveryOptions = {
      onEvent: (event) => {
        if (event.type === "warning" && event.code.startsWith("wording")) {
          warnings.push(`${event.code}: ${event.message}`);
        }
      },
      wording: { messages: { not_found: template as never } },
    };
    const fault = ToolFault.notFound();
    const told = await tell(fault, { recovery });
    expect(told.observation).toEqual((await tell(fault)).observation);
    expect(warnings).toEqual([
      `wording: messages.not_found: \`wording.messages.not_found\` cannot be used (${why}), so the English sentence stands in for it.`,
    ]);
  });
});
