import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts", "src/matchers.ts"],
  format: "esm",
  platform: "node",
  target: "node22",
  fixedExtension: false,
  dts: { sourcemap: true },
  sourcemap: true,
  publint: { strict: true },
  attw: { profile: "esm-only", level: "error" },
});
export default config;
