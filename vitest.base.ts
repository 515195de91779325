/** How every package is tested; `npm test` adds up the reports. */
export const packageTests: {
  include: string[];
  reporters: (string | [string, { outputFile: string }])[];
  testTimeout: number;
  hookTimeout: number;
  restoreMocks: boolean;
  unstubEnvs: boolean;
  unstubGlobals: boolean;
} = {
  include: ["test/**/*.test.ts"],
  reporters: ["default", ["json", { outputFile: "reports/vitest.json" }]],
  // For what hangs. How long a test takes says nothing on a machine that is busy or slow.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};
