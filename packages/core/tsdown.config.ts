import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: [
    "src/index.ts",
    "src/classify.ts",
    "src/redact.ts",
    "src/schema.ts",
    "src/node.ts",
    "src/adapter.ts",
  ],
  platform: "neutral",
});
export default config;
