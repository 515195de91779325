/** How much of each kind of text a message may hold. */
export interface Limits {
  /** UTF-16 units of the service's words; 0 for none. */
  readonly said: number;
  /** Of one value that the model sent. */
  readonly value: number;
  /** Names of a list. */
  readonly list: number;
  /** Misfits told one by one. */
  readonly issues: number;
  /** UTF-16 units of a text of the tool's author. */
  readonly author: number;
  /** Of a field's description. */
  readonly description: number;
}

/** From roomy to bare: a message that is too long is written again with the next. */
export const LIMITS: readonly Limits[] = [
  { said: 140, value: 60, list: 6, issues: 4, author: 300, description: 60 },
  { said: 90, value: 40, list: 5, issues: 3, author: 220, description: 40 },
  { said: 60, value: 24, list: 4, issues: 2, author: 150, description: 0 },
  { said: 30, value: 16, list: 2, issues: 1, author: 90, description: 0 },
  { said: 0, value: 10, list: 1, issues: 1, author: 60, description: 0 },
];

/** A message with a quotation stays near this length: sixty tokens with its envelope. */
export const QUOTED_LENGTH = 190;
/** So much of a quotation is shown even then. */
export const LEAST_SAID = 60;
/** Where the words are all that the model has to correct its call by. */
export const LEAST_SAID_OF_ARGUMENTS = 120;
