/** What is known of the open response of the model before the SDK has parsed it. */
export class ModelResponse {
  /** The output limit cut it off. */
  truncated = false;
  /** The last request to the model was rejected or could not be prepared, or its stream broke off. */
  failed = false;
  /** Its stream told of an error, which the SDK may go on from, or ask again. */
  brokeOff = false;
  /** It comes as a stream. */
  streams = false;
  /** The ids of its calls, in order; `undefined` where the call has its result. */
  #ids: (string | undefined)[] = [];
  /** The positions of the calls that have their result or are getting it. */
  #taken: number[] = [];
  /** The positions of the calls that were executed. */
  #begun: number[] = [];

  /** A response begins; a repeated request begins again. */
  opens(): void {
    this.failed = false;
    this.brokeOff = false;
    this.truncated = false;
    if (this.#ids.length === 0) return;
    this.#ids = [];
    this.#taken = [];
    this.#begun = [];
  }

  /** There is none. */
  fails(): void {
    this.failed = true;
    this.brokeOff = false;
  }

  /** It is told in the middle of it that there will be no more. */
  breaksOff(): void {
    this.failed = true;
    this.brokeOff = true;
  }

  /** The response asks for a call. In a stream, another with its id may have its result by then. */
  add(callId: string): void {
    const before = this.position(callId);
    if (before !== undefined && this.#taken.includes(before)) this.#ids[before] = undefined;
    this.#ids.push(callId);
  }

  /** The position of a call, from 0; of calls that share an id, of the first that is left. */
  position(callId: string): number | undefined {
    const position = this.#ids.indexOf(callId);
    return position < 0 ? undefined : position;
  }

  /** The same for a call that now gets its result: the next of this id is another call. */
  take(callId: string): number | undefined {
    const position = this.position(callId);
    if (position === undefined) return undefined;
    this.#taken.push(position);
    if (this.#ids.includes(callId, position + 1)) this.#ids[position] = undefined;
    return position;
  }

  /**
   * The same for a call that a tool is now executed for. A tool that calls other tools may do so
   * under the id of its own call: what comes after the first has no position in the response.
   */
  begins(callId: string): number | undefined {
    const position = this.take(callId);
    if (position === undefined || this.#begun.includes(position)) return undefined;
    this.#begun.push(position);
    return position;
  }
}
