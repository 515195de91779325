import {
  type CallRecord,
  type ErrorType,
  HALT_REASONS,
  type HaltReason,
  isFailure,
  isResult,
  type RunRecord,
} from "@recourse/core";

/** What the doctor keeps of one run while its records come in. */
export class RunChecks {
  readonly framework: string;
  readonly agent: string | undefined;
  calls = 0;
  /** Tools in an open error episode, with the type of its first failure. */
  readonly failing: Map<string, ErrorType | undefined> = new Map();
  /** Outcomes by signature, for evidence of what a tool does. */
  readonly outcomes: Map<string, string> = new Map();
  /** Turns of which a call settled in any other way than `not_executed`, and turns with one of these. */
  readonly #live = new Set<number>();
  readonly #dead = new Set<number>();
  #haltTurn: number | undefined;
  #reason: HaltReason | undefined;
  #ended = false;

  constructor({ framework, agent }: CallRecord | RunRecord) {
    this.framework = framework;
    this.agent = agent;
  }

  call(record: CallRecord): void {
    this.calls += 1;
    if (record.errorType === "not_executed") this.#dead.add(record.turn);
    else this.#live.add(record.turn);
    if (record.decision !== "halt") return;
    this.#haltTurn = Math.min(this.#haltTurn ?? record.turn, record.turn);
  }

  run(record: RunRecord): void {
    this.#ended = true;
    this.#reason = HALT_REASONS.find((reason) => reason === record.stopReason);
  }

  /**
   * Turns in which the model was asked again although the run had been ended. One such turn is natural
   * when the end came while the model was thinking: by the clock or by the caller.
   */
  get turnsAfterHalt(): number {
    const dead = [...this.#dead].filter((turn) => !this.#live.has(turn));
    const after =
      this.#haltTurn === undefined ? dead : dead.filter((turn) => turn > (this.#haltTurn ?? turn));
    const outside =
      this.#reason === undefined || this.#reason === "deadline" || this.#reason === "host";
    const natural = this.#haltTurn === undefined && outside ? 1 : 0;
    return after.length > natural ? after.length : 0;
  }

  get reason(): HaltReason | undefined {
    return this.#reason;
  }

  /** Whether the record of its end was read. */
  get ended(): boolean {
    return this.#ended;
  }

  /** @returns whether the call began an error episode or ended one with a success. */
  episode(record: CallRecord): "began" | "recovered" | undefined {
    if (!isResult(record)) return undefined;
    const { tool } = record;
    if (isFailure(record)) {
      if (this.failing.has(tool)) return undefined;
      this.failing.set(tool, record.errorType);
      return "began";
    }
    return record.ok && this.failing.delete(tool) ? "recovered" : undefined;
  }
}
