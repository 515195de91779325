import type { Mode } from "../vocabulary.ts";
import type { ModeByPart } from "./run.ts";

/** The mode of every part. */
export type Modes = Readonly<Required<ModeByPart>>;

/** One mode for all, or one for each part; what is left out is `enforce`. */
export function resolveModes(mode: Mode | ModeByPart | undefined): Modes {
  if (typeof mode === "string") return { messages: mode, retry: mode, guards: mode };
  return {
    messages: mode?.messages ?? "enforce",
    retry: mode?.retry ?? "enforce",
    guards: mode?.guards ?? "enforce",
  };
}

/** The one word for a record: the most active of the parts. */
export function overallMode(modes: Modes): Mode {
  const words = [modes.messages, modes.retry, modes.guards];
  if (words.includes("enforce")) return "enforce";
  return words.includes("observe") ? "observe" : "off";
}
