/** Our sentences. */
export interface Wording {
  readonly done: string;
}

/** The sentences in English. */
export const englishWording: Wording = { done: "Done; the tool returned no data." };
