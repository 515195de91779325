/** The latest successful calls that can change state, of two different signatures. */
export class StateChanges {
  latest: { signature: string; turn: number } = { signature: "", turn: -1 };
  /** The latest of any signature but that one. */
  other: { signature: string; turn: number } = { signature: "", turn: -1 };

  note(signature: string, turn: number): void {
    if (this.latest.signature !== signature) {
      this.other = this.latest;
      this.latest = { signature, turn };
    } else {
      this.latest.turn = turn;
    }
  }

  /**
   * Whether a call of another signature changed something in or after a turn. A change in the same
   * turn as a call counts as after it, since parallel calls have no order.
   */
  sinceBy(turn: number, exceptSignature: string): boolean {
    const change = this.latest.signature === exceptSignature ? this.other : this.latest;
    return change.turn >= 0 && change.turn >= turn;
  }
}
