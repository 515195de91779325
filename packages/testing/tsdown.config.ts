import { defineConfig, type UserConfig } from "tsdown";
import { packageBuild } from "../../tsdown.base.ts";

const config: UserConfig = defineConfig({
  ...packageBuild,
  entry: ["src/index.ts", "src/matchers.ts"],
  platform: "node",
});
export default config;
