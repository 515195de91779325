import {
  type Clock,
  createRecovery,
  type Recovery,
  type Run,
  type Sink,
  type ToolOptions,
} from "@recourse/core";

/** What a sample is made of. */
export interface SampleOptions {
  /** Runs of each framework. @default 40 */
  readonly runs?: number;
  readonly frameworks?: readonly string[];
  readonly seed?: number;
  /** Turns in which the agent goes on after a halt, as when the wiring was forgotten. @default 0 */
  readonly unwiredTurns?: number;
}

const TOOLS: Readonly<Record<string, ToolOptions>> = {
  get_order: { effect: "read" },
  search_issues: { effect: "read" },
  list_accounts: { effect: "read" },
  read_file: { effect: "read" },
  refund_order: { effect: "write", verify: "get_order" },
  update_ticket: { effect: "idempotent" },
};

/** How each framework's agent fares: the chance that it learns from a message. */
const LEARNS: Readonly<Record<string, number>> = {
  "ai-sdk": 0.72,
  langgraph: 0.8,
  "openai-agents": 0.66,
};

/**
 * Runs a made-up support desk through the real engine, the same way every time: an agent that calls
 * tools, of which some fail, and that more or less learns from what it is told.
 */
export async function runSample(
  sinks: readonly Sink[],
  options: SampleOptions = {},
): Promise<void> {
  const { runs = 40, seed = 1, unwiredTurns = 0 } = options;
  const { frameworks = ["ai-sdk", "langgraph", "openai-agents"] } = options;
  const chance = seeded(seed);
  const clock = quickClock(Date.UTC(2026, 2, 2, 8), chance);
  const recovery = createRecovery({
    tools: TOOLS,
    sinks,
    clock,
    recordArgs: true,
    model: "model-a",
    onEvent: () => undefined,
  });
  for (let number = 0; number < runs; number++) {
    for (const framework of frameworks) {
      clock.jump(2 * 60_000 * chance() + 20_000);
      await new Agent({ recovery, framework, number, chance, clock, unwiredTurns }).work();
    }
  }
  await recovery.flush();
}

interface AgentInput {
  readonly recovery: Recovery;
  readonly framework: string;
  readonly number: number;
  readonly chance: () => number;
  readonly clock: QuickClock;
  readonly unwiredTurns: number;
}

const SCENARIOS = [
  "lookup",
  "refund",
  "search",
  "busy-service",
  "wrong-id",
  "no-access",
  "stuck",
  "files",
] as const;

class Agent {
  readonly #input: AgentInput;
  readonly #run: Run;
  readonly #scenario: (typeof SCENARIOS)[number];
  #turn = 0;
  #calls = 0;
  #afterHalt = 0;

  constructor(input: AgentInput) {
    this.#input = input;
    const { recovery, framework, number } = input;
    this.#scenario = SCENARIOS[number % SCENARIOS.length] ?? "lookup";
    this.#run = recovery.run({
      id: `${framework}-${this.#scenario}-${number}`,
      framework,
      agent: "support-desk",
      attributes: { scenario: this.#scenario },
    });
  }

  async work(): Promise<void> {
    const order = 7_000 + this.#input.number;
    await this.#call("get_order", { id: order }, () => ({ id: order, state: "shipped" }));
    await this.#task(order);
    if (this.#run.stopReason === undefined) {
      await this.#call("update_ticket", { id: order, note: "done" }, () => ({ ok: true }));
    }
    await this.#run.finish(this.#run.stopReason ?? "completed");
  }

  async #task(order: number): Promise<void> {
    switch (this.#scenario) {
      case "refund":
        await this.#call("refund_order", { id: order, amount: 20 }, () => {
          if (this.#draw(0.6)) throw status(502, "Bad gateway");
          return { refunded: true };
        });
        await this.#call("get_order", { id: order }, () => ({ id: order, state: "refunded" }));
        return;
      case "search":
        return await this.#searching();
      case "busy-service": {
        let left = 1 + Math.floor(this.#input.chance() * 4);
        for (let page = 1; page <= 3; page++) {
          await this.#call("list_accounts", { page }, () => {
            if (left-- > 0) throw status(429, "Too many requests", { "retry-after": "2" });
            left = this.#draw(0.3) ? 2 : 0;
            return [{ page }];
          });
        }
        return;
      }
      case "wrong-id":
        for (let attempt = 0; attempt < 4; attempt++) {
          const learnt = this.#learns();
          const id = learnt ? order : `order-${order}-${attempt}`;
          await this.#call("get_order", { id, detail: true }, () => {
            if (!learnt) throw status(404, `No order with id ${id}`);
            return { id };
          });
          if (learnt) return;
        }
        return;
      case "no-access":
        await this.#call("list_accounts", { tenant: "acme" }, () => {
          throw status(403, "Missing scope accounts.read");
        });
        if (this.#learns()) return;
        await this.#call("list_accounts", { tenant: "acme", force: true }, () => {
          throw status(403, "Missing scope accounts.read");
        });
        return;
      case "stuck":
        for (let attempt = 0; attempt < 9 && !this.#learns(0.22); attempt++) {
          await this.#call("search_issues", { query: "timout", state: "open" }, () => {
            throw new Error("Cannot read properties of undefined (reading 'items')");
          });
        }
        return;
      case "files":
        for (let attempt = 0; attempt < 6; attempt++) {
          const learnt = this.#learns(0.55);
          await this.#call(
            "read_file",
            { path: learnt ? "notes.txt" : `note-${attempt}.txt` },
            () => {
              if (!learnt) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
              return "text";
            },
          );
          if (learnt) return;
        }
        return;
      default:
        await this.#call("send_email", { to: "customer", order }, () => {
          if (this.#draw(0.25)) throw status(504, "Gateway time-out");
          return { sent: true };
        });
    }
  }

  async #searching(): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      await this.#call("search_issues", { query: `word ${attempt}` }, () =>
        this.#learns() ? [{ id: attempt }] : [],
      );
      if (this.#learns()) return;
    }
  }

  async #call(tool: string, args: unknown, execute: () => unknown): Promise<void> {
    if (this.#run.stopReason !== undefined && ++this.#afterHalt > this.#input.unwiredTurns) return;
    const turn = ++this.#turn;
    this.#input.clock.jump(1_500 + 3_000 * this.#input.chance());
    await this.#run.call({ id: `call_${++this.#calls}`, tool, args, turn }, () => {
      this.#input.clock.jump(60 + 500 * this.#input.chance());
      return execute();
    });
    this.#run.closeTurn();
  }

  #draw(probability: number): boolean {
    return this.#input.chance() < probability;
  }

  #learns(share = 1): boolean {
    return this.#draw((LEARNS[this.#input.framework] ?? 0.7) * share);
  }
}

function status(code: number, message: string, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error(message), { status: code, headers });
}

interface QuickClock extends Clock {
  jump(ms: number): void;
}

/** A clock whose waits take no real time. */
function quickClock(start: number, random: () => number): QuickClock {
  let now = start;
  const timers = new Set<object>();
  return {
    now: () => now,
    monotonic: () => now,
    random,
    jump: (ms) => {
      now += ms;
    },
    setTimeout: (callback, ms) => {
      const timer = {};
      timers.add(timer);
      // Time-outs of calls are set too: only what is still wanted when all else is done goes off.
      const fire = (patience: number): void => {
        if (!timers.has(timer)) return;
        if (patience > 0) return void setImmediate(fire, patience - 1);
        timers.delete(timer);
        now += ms;
        callback();
      };
      setImmediate(fire, ms > 30_000 ? 20 : 0);
      return timer;
    },
    clearTimeout: (timer) => void timers.delete(timer as object),
  };
}

/** The same numbers from 0 to 1 every time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
