/** How every package is built: ES modules with types for Node 22 and later, checked as they will be packed. */
export const packageBuild = {
  format: "esm",
  target: "node22",
  // Said outright, since for neutral platforms Node's own modules are looked for, and warned about.
  deps: { neverBundle: [/^node:/] as RegExp[] },
  fixedExtension: false,
  dts: { sourcemap: true },
  sourcemap: true,
  publint: { strict: true },
  attw: { profile: "esm-only", level: "error" },
} as const;
