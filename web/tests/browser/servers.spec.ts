/** Hue is the server: chosen by keyboard, on both pictures, in the legend, in the link, in files. */
import { readFileSync } from "node:fs";
import { expect as once, type Page } from "@playwright/test";
import { clean } from "./axe.js";
import { brightness, followed, open, type Picture, picture, settled, test } from "./page.js";

/** Machines that run tests are busy: what is waited for may take a while. */
const expect = once.configure({ timeout: 20_000 });

const legend = (page: Page) => page.locator("hotsplit-legend");
const colours = (page: Page) => legend(page).getByRole("combobox", { name: "Colours" });

/** Chooses the palette as those do who use no mouse. */
async function byServer(page: Page): Promise<void> {
  await colours(page).focus();
  await page.keyboard.press("End");
  await expect(colours(page)).toHaveValue("servers");
}

/** The hues of what is bright, in twelfths of the circle, with how many pixels each has. */
function huesOf(map: Picture): Map<number, number> {
  const found = new Map<number, number>();
  for (let at = 0; at < map.width * map.height; at++) {
    const [r = 0, g = 0, b = 0] = map.pixels.subarray(at * 4, at * 4 + 3);
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    if (most < 96 || most - least < 48) continue;
    const span = most - least;
    const turn = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
    const hue = Math.floor((turn + 6) * 2) % 12;
    found.set(hue, (found.get(hue) ?? 0) + 1);
  }
  return found;
}

test("a tail split is chased from hue to hue, and idle is dark", async ({ page }) => {
  await open(page);
  await byServer(page);
  await expect(async () => {
    const map = await picture(page, "Before");
    // Each hue is a place along the tail's way.
    expect(huesOf(map).size).toBeGreaterThanOrEqual(4);
    const dark = Array.from({ length: map.width }, (_, x) => brightness(map, x, map.height >> 1));
    expect(dark.filter((light) => light < 40).length).toBeGreaterThan(map.width / 2);
  }).toPass();
});

test("the legend lists the servers, each swatch the colour of its saturated server", async ({
  page,
}) => {
  await open(page);
  await expect(legend(page).getByRole("list", { name: /Hue is the server/ })).toHaveCount(0);
  await byServer(page);
  const list = legend(page).getByRole("list", { name: /Hue is the server/ });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await expect(list.getByRole("listitem").first()).toHaveText("server 0");
  const seen = await list
    .locator("i")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(seen).size).toBe(10);
  await expect(legend(page).getByRole("img")).toHaveAccessibleName(/hue is that of the server/);
  // What is pointed at names its server in words.
  await page.getByRole("application", { name: /Before/ }).focus();
  await page.keyboard.press("n");
  await expect(page.locator("hotsplit-heatmap .tip")).toContainText(/Server \d/);
});

test("a link keeps it, and a file has the map and the swatches", async ({ page }) => {
  await open(page);
  await byServer(page);
  await expect.poll(async () => huesOf(await picture(page, "Before")).size).toBeGreaterThan(3);
  const there = await followed(page);
  await expect(colours(there)).toHaveValue("servers");
  await expect.poll(async () => huesOf(await picture(there, "Before")).size).toBeGreaterThan(3);
  await there.close();
  await page.keyboard.press("Escape");
  const file = async (name: string) => {
    await page.getByText("Export", { exact: true }).click();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await waiting).path());
  };
  const drawing = (await file("Picture (SVG)")).toString("utf8");
  expect(drawing).toContain("Hue: server");
  expect(drawing.match(/<rect [^>]*height="10" fill="#/g)).toHaveLength(10);
  const png = await file("Picture (PNG)");
  const found = await page.evaluate(async (bytes) => {
    const data = await (
      await fetch(`data:image/png;base64,${bytes}`).catch(() => undefined)
    )?.blob();
    return data?.size;
  }, png.toString("base64"));
  expect(found ?? png.length).toBeGreaterThan(10_000);
});

test("both maps have it, also one over the other; a difference has its own colours", async ({
  page,
}) => {
  await open(page);
  await page.getByRole("button", { name: /^Try T/ }).click();
  await settled(page);
  await byServer(page);
  for (const which of ["Before", "After"] as const) {
    await expect.poll(async () => huesOf(await picture(page, which)).size).toBeGreaterThan(3);
  }
  await page.getByRole("button", { name: "Swipe" }).click();
  await expect.poll(async () => huesOf(await picture(page, "After")).size).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Difference" }).click();
  await expect(legend(page)).toHaveCount(0);
});

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing, ${scheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await open(page);
    await byServer(page);
    await picture(page, "Before");
    await clean(page, scheme, "hotsplit-legend", "hotsplit-map-bar");
  });
}
