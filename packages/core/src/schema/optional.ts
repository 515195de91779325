import type * as z from "zod";

/**
 * A key that may be left out. At run time zod's plain `optional`, which every zod 4 has; typed as
 * exact, since JSON knows no `undefined`.
 */
export function optional<S extends z.ZodType>(schema: S): z.ZodExactOptional<S> {
  return schema.optional() as unknown as z.ZodExactOptional<S>;
}
