import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: [
    "src/index.ts",
    "src/classify.ts",
    "src/redact.ts",
    "src/schema.ts",
    "src/node.ts",
    "src/adapter.ts",
  ],
  format: "esm",
  platform: "neutral",
  target: "node22",
  fixedExtension: false,
  dts: { sourcemap: true },
  sourcemap: true,
  publint: { strict: true },
  attw: { profile: "esm-only", level: "error" },
});
export default config;
