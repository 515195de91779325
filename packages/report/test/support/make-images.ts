// Draws the pictures of the README: npm run images. Needs Chromium.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "./browser.ts";
import { sampleReport } from "./html-reports.ts";

const IMAGES = fileURLToPath(new URL("../../../../docs/images/", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "recourse-images-"));
const file = join(folder, "report.html");
writeFileSync(file, await sampleReport(400));
mkdirSync(IMAGES, { recursive: true });
const browser = await startBrowser();
for (const theme of ["light", "dark"] as const) {
  const page = await browser.newPage({
    viewport: { width: 1100, height: 1180 },
    colorScheme: theme,
  });
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({ path: join(IMAGES, `report-${theme}.png`) });
}
await browser.close();
rmSync(folder, { recursive: true });
