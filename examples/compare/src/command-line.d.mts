/** What the command was asked to do, in names that exist. */
export interface AskedNames {
  readonly scenarios: readonly string[];
  readonly stacks: readonly string[];
  /** A folder that exists and can be written. */
  readonly out: string | undefined;
}

export declare const SCENARIO_NAMES: readonly string[];
export declare const STACK_NAMES: readonly string[];
export declare const USAGE: string;
export declare class UsageError extends Error {}
export declare function readCommandLine(args: readonly string[]): AskedNames | "help";
