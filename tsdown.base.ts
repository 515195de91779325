/** How every package is built: ES modules with types for Node 22 and later, checked as they will be packed. */
export const packageBuild = {
  format: "esm",
  target: "node22",
  fixedExtension: false,
  dts: { sourcemap: true },
  sourcemap: true,
  publint: { strict: true },
  attw: { profile: "esm-only", level: "error" },
} as const;
