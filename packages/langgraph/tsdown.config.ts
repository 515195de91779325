import { defineConfig, type UserConfig } from "tsdown";

const config: UserConfig = defineConfig({
  entry: ["src/index.ts", "src/middleware.ts"],
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
