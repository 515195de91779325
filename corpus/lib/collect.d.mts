/** A case of the corpus: a failure of a real client, and how it is made to happen. */
export interface Case {
  readonly id: string;
  readonly file: string;
  readonly client: string;
  readonly version: string;
  /** What is done to the client. */
  readonly how: string;
  /** What the call does to the world. @default "read" */
  readonly call?: "read" | "write" | "idempotent";
  readonly serial?: boolean;
}

/** What a client threw or returned, or why it did not. */
export type Produced =
  | { readonly value: unknown; readonly origin: "thrown" | "returned"; readonly skip?: undefined }
  | { readonly skip: string };

/** The loopback servers that misbehave. */
export declare class Env {
  constructor();
  close(): Promise<void>;
}

export declare function loadCases(options?: {
  readonly keep?: (file: string) => boolean;
  readonly failed?: (file: string, error: unknown) => void;
}): Promise<Case[]>;

export declare function runCases(
  cases: readonly Case[],
  env: Env,
  done: (kase: Case, produced: Produced, ms: number) => void,
): Promise<void>;

export declare function produce(kase: Case, env: Env): Promise<Produced>;
