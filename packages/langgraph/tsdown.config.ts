import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: ["src/index.ts", "src/middleware.ts"],
  platform: "neutral",
});
export default config;
