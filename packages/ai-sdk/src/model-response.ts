/** What is known of the open response of the model before the SDK has parsed it. */
export class ModelResponse {
  /** The output limit cut it off. */
  truncated = false;
  /** The last request to the model was rejected. */
  failed = false;
  #positions = new Map<string, number[]>();
  #count = 0;

  /** A response begins; a repeated request begins again. */
  begin(): void {
    this.truncated = false;
    this.#positions = new Map();
    this.#count = 0;
  }

  /** The response asks for a call. */
  add(callId: string): void {
    const positions = this.#positions.get(callId);
    if (positions === undefined) this.#positions.set(callId, [this.#count]);
    else positions.push(this.#count);
    this.#count += 1;
  }

  /** The position of a call, from 0; of calls that share an id, of the first that is left. */
  position(callId: string): number | undefined {
    return this.#positions.get(callId)?.[0];
  }

  /** The same for a call that now gets its result: the next of this id is another call. */
  take(callId: string): number | undefined {
    const positions = this.#positions.get(callId);
    return positions !== undefined && positions.length > 1 ? positions.shift() : positions?.[0];
  }
}
