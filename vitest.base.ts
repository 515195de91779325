/** How every package is tested; `npm test` adds up the reports. */
export const packageTests: {
  include: string[];
  reporters: (string | [string, { outputFile: string }])[];
  restoreMocks: boolean;
  unstubEnvs: boolean;
  unstubGlobals: boolean;
} = {
  include: ["test/**/*.test.ts"],
  reporters: ["default", ["json", { outputFile: "reports/vitest.json" }]],
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};
