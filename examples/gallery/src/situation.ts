import type { ToolOptions } from "@recourse/core";
import type { z } from "zod";

/** A tool as every framework can be given it. */
export interface GalleryTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  readonly execute: (args: unknown) => unknown;
  /** What Recourse is told besides; the bare frameworks have no place for it. */
  readonly options?: ToolOptions;
}

/** The tools of an agent and the one call that its model makes. */
export interface Situation {
  readonly tools: readonly GalleryTool[];
  readonly tool: string;
  /** As the model wrote it: JSON text, or what was meant to be. */
  readonly args: string;
}

/** What became of the call: the text that the model was sent, or how the run ended without one. */
export type Sent =
  | { readonly text: string; readonly ended?: undefined }
  | { readonly text?: undefined; readonly ended: string };

/** A framework as it comes, with its defaults. */
export interface Framework {
  readonly name: string;
  readonly version: string;
  readonly run: (situation: Situation) => Promise<Sent>;
}

/** How a run ended that threw in place of answering its model. */
export function endedBy(error: unknown): Sent {
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return { ended: `throws ${name}` };
}
