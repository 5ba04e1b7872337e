/** A first visit: what the build wrote stands at once, without a script too, and nothing moves after. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { DIST } from "./host.js";
import { settled, test } from "./page.js";

/** Most that is loaded until both first maps are seen, KB as hosts send it. */
const FIRST_MAPS = 120;

/** What is compared: in what the build wrote, and in what the page draws. */
const SAME = [
  { what: "sentence", written: "#first h2", drawn: "hotsplit-verdict h2" },
  { what: "detail", written: "#first .detail", drawn: "hotsplit-verdict .detail" },
  {
    what: "name of a side",
    written: "#first h3 > span",
    drawn: "hotsplit-outcome h3 > span:first-child",
  },
  { what: "number", written: "#first dd:not(.change)", drawn: "hotsplit-outcome dd[data-figure]" },
  { what: "change", written: "#first dd.change", drawn: "hotsplit-outcome dd[data-change]" },
  { what: "map", written: "#first img.keys", drawn: "hotsplit-heatmap .map" },
  { what: "servers", written: "#first img.servers", drawn: "hotsplit-heatmap .servers" },
] as const;

/** Keeps the engine away, as a slow line does. */
async function withoutEngine(page: Page): Promise<void> {
  await page.route(/\.wasm$/, () => new Promise(() => {}));
}

async function boxes(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

async function texts(page: Page, selector: string): Promise<string[]> {
  const all = await page.locator(selector).allInnerTexts();
  return all.map((text) => text.replace(/\s+/g, " ").trim());
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what the first example comes to", async ({ page }) => {
    await page.goto("./");
    await expect(page.locator("#first h2")).not.toBeEmpty();
    await expect(page.locator("#first img.keys")).toHaveCount(2);
    await expect(page.locator(".first-text")).toContainText("CREATE TABLE");
    for (const image of await page.locator("#first img").all()) {
      await expect(image).toHaveJSProperty("complete", true);
      expect(await image.getAttribute("alt")).not.toBe("");
    }
  });
});

test("what the build wrote is what the engine says, in the same places", async ({
  page,
  context,
}) => {
  const written = await context.newPage();
  await withoutEngine(written);
  await written.goto("./");
  await expect(written.locator("hotsplit-header")).toBeVisible();
  await page.goto("./");
  await settled(page);
  await expect(page.locator("#first")).toHaveCount(0);
  for (const { what, written: one, drawn } of SAME) {
    const [was, is] = [await boxes(written, one), await boxes(page, drawn)];
    expect(is.length, what).toBe(was.length);
    for (const [at, box] of is.entries()) {
      const before = was[at];
      for (const side of ["x", "y"] as const) {
        expect(Math.abs(box[side] - (before?.[side] ?? 0)), `${what}, ${side}`).toBeLessThan(2);
      }
    }
  }
  for (const { what, written: one, drawn } of SAME) {
    // Numbers become ranges a moment later.
    if (what === "number") continue;
    expect(await texts(page, drawn), what).toEqual(await texts(written, one));
  }
  await written.close();
});

test("both first maps need little", () => {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:png|css))"/g)].map(
    ([, file]) => file ?? "",
  );
  expect(files.filter((file) => file.endsWith(".png"))).toHaveLength(4);
  const packed = (name: string) => gzipSync(readFileSync(join(DIST, name)), { level: 9 }).length;
  const sum = ["index.html", "theme.js", ...files].reduce((all, name) => all + packed(name), 0);
  process.stdout.write(`until the first maps: ${(sum / 1000).toFixed(1)} KB\n`);
  expect(sum / 1000).toBeLessThanOrEqual(FIRST_MAPS);
  expect(
    readdirSync(join(DIST, "assets")).filter((name) => name.startsWith("first-")),
  ).toHaveLength(4);
});
