/// <reference lib="dom" />
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, startBrowser } from "../support/browser.ts";
import { folderWith } from "../support/folder.ts";
import { HOSTILE, hostileReport, reportOf, sampleReport } from "../support/html-reports.ts";

const SECONDS = 120_000;

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
}

describe.skipIf(CHROMIUM === undefined)(
  "in a real browser (needs Chromium)",
  { timeout: SECONDS },
  () => {
    let browser: Browser;
    let sample = "";

    beforeAll(async () => {
      [browser, sample] = await Promise.all([startBrowser(), sampleReport()]);
    }, SECONDS);

    afterAll(() => browser?.close());

    /** Opens a report from disk, with no network, and notes everything that it asks for or complains of. */
    async function open(
      html: string,
      look: Look = {},
    ): Promise<{ page: Page; asked: string[]; said: string[] }> {
      const { width = 1200, height = 900, theme = "light" } = look;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        offline: true,
        // The accessibility checker is a script, which the page itself would not let in.
        bypassCSP: true,
      });
      const page = await context.newPage();
      const asked: string[] = [];
      const said: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => said.push(message.text()));
      page.on("pageerror", (error) => said.push(String(error)));
      const file = join(folderWith({ "report.html": html }), "report.html");
      await page.goto(pathToFileURL(file).href);
      return { page, asked, said };
    }

    test("asks for nothing but itself, and complains of nothing", async () => {
      const { page, asked, said } = await open(sample);
      expect(asked.filter((url) => !url.startsWith("data:"))).toHaveLength(1);
      expect(said).toEqual([]);
      expect(await page.title()).toBe("Recourse report: traces/");
    });

    test.each<Look>([
      { theme: "light" },
      { theme: "dark" },
      { theme: "light", width: 375, height: 812 },
    ])("axe finds nothing to object to at %j, with all tables open", async (look) => {
      const { page } = await open(sample, look);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const found = await axe.run();
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    });

    test.each([320, 375, 768])("is read without scrolling sideways at %i pixels", async (width) => {
      for (const html of [sample, hostileReport()]) {
        const { page } = await open(html, { width, height: 800 });
        const widths = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      }
    });

    test("shows charts drawn for phones on a phone, and the others elsewhere", async () => {
      const visible = async (width: number): Promise<unknown> => {
        const { page } = await open(sample, { width });
        return await page.evaluate(() =>
          ["wide", "narrow"].map(
            (name) =>
              [...document.querySelectorAll<HTMLElement>(`.chart .${name}`)].filter(
                ({ offsetHeight }) => offsetHeight > 0,
              ).length,
          ),
        );
      };
      const [wide, none] = (await visible(1200)) as number[];
      expect(wide).toBeGreaterThanOrEqual(8);
      expect(none).toBe(0);
      expect(await visible(375)).toEqual([0, wide]);
    });

    test("text of charts is at least ten pixels high on a phone", async () => {
      const { page } = await open(sample, { width: 375 });
      const smallest = await page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll<SVGTextElement>(".narrow text")].map((text) => {
            const scale = text.ownerSVGElement?.getScreenCTM()?.a ?? 1;
            return Number.parseFloat(getComputedStyle(text).fontSize) * scale;
          }),
        ),
      );
      expect(smallest).toBeGreaterThanOrEqual(10);
    });

    test("is light or dark as the reader's system is, charts included", async () => {
      const colours = async (theme: "light" | "dark"): Promise<string[]> => {
        const { page } = await open(sample, { theme });
        return await page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.body).color,
          getComputedStyle(document.querySelector('.wide path[fill="var(--c1)"]') as Element).fill,
        ]);
      };
      expect(await colours("light")).toEqual([
        "rgb(255, 255, 255)",
        "rgb(22, 25, 29)",
        "rgb(37, 99, 201)",
      ]);
      expect(await colours("dark")).toEqual([
        "rgb(15, 19, 24)",
        "rgb(233, 237, 242)",
        "rgb(125, 179, 255)",
      ]);
    });

    test("prints in black on white, with every table open", async () => {
      const { page } = await open(sample, { theme: "dark" });
      await page.emulateMedia({ media: "print" });
      const print = await page.evaluate(() => ({
        background: getComputedStyle(document.body).backgroundColor,
        ink: getComputedStyle(document.body).color,
        hidden: [...document.querySelectorAll<HTMLElement>("details table")].filter(
          (table) =>
            !table.checkVisibility({ contentVisibilityAuto: true }) || table.offsetHeight === 0,
        ).length,
      }));
      expect(print).toEqual({ background: "rgb(255, 255, 255)", ink: "rgb(0, 0, 0)", hidden: 0 });
      const pdf = await page.pdf({ format: "A4" });
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.length).toBeGreaterThan(20_000);
    });

    test("can be used with the keyboard: tables open and scroll", async () => {
      const { page } = await open(sample, { width: 375 });
      await page.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      expect(
        await page
          .locator("details")
          .first()
          .evaluate((details) => (details as HTMLDetailsElement).open),
      ).toBe(true);
      const table = page.locator(".scroll").first();
      await table.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    });

    test("runs nothing that a record says, even without the page's own policy", async () => {
      const { page, said } = await open(hostileReport());
      expect(await page.title()).toBe("Recourse report: traces/");
      expect(await page.locator("#owned").count()).toBe(0);
      expect(said).toEqual([]);
      const shown = await page.locator("code").allTextContents();
      expect(shown).toContain(`${HOSTILE[0]}(${HOSTILE[0]})`);
    });

    test("an empty trace is explained", async () => {
      const { page } = await open(reportOf([]));
      expect(await page.locator("h2").allTextContents()).toEqual([
        "There are no records in this trace",
      ]);
    });
  },
);
